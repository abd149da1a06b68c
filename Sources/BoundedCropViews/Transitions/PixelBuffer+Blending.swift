internal import BoundedCrop

extension PixelBuffer {
    /// Blends with a picture of the same size: this one at 0, the other at 1. Premultiplied values are interpolated linearly, so that
    /// pixels that are equal in both stay constant.
    func blended(with other: PixelBuffer, at share: Double) -> PixelBuffer {
        precondition(other.size == size, "\(other.size) cannot be blended with \(size)")
        let weight = Int((min(max(share, 0), 1) * 256).rounded())
        var result = self
        result.bytes.withUnsafeMutableBufferPointer { output in
            other.bytes.withUnsafeBufferPointer { input in
                for index in output.indices {
                    output[index] = UInt8((Int(output[index]) * (256 - weight) + Int(input[index]) * weight + 128) >> 8)
                }
            }
        }
        return result
    }
}
