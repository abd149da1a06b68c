internal import BoundedCrop

extension PixelBuffer {
    /// A mixture with a picture of the same size: this one at 0, the other at 1. Premultiplied values are mixed evenly, so that what is the
    /// same in both does not change on the way.
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
