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

extension PixelBuffer {
    /// This picture while another of the same size comes in from an edge and pushes it out; all of it at 0, all of the other at 1.
    func pushed(out new: PixelBuffer, from edge: Transition.Edge, _ progress: Double) -> PixelBuffer {
        let grid = MotionGrid(size, from: edge)
        let way = Int((progress * Double(grid.length)).rounded())
        return PixelBuffer(size: size) { output in
            bytes.withUnsafeBufferPointer { old in
                new.bytes.withUnsafeBufferPointer { new in
                    for along in 0..<grid.length {
                        let place = edge.isFirst ? along - way : along + way
                        let isOld = (0..<grid.length).contains(place)
                        let source = isOld ? place : edge.isFirst ? place + grid.length : place - grid.length
                        for across in 0..<grid.breadth {
                            let (from, to) = (grid.index(source, across), grid.index(along, across))
                            for channel in 0..<4 { output[to + channel] = isOld ? old[from + channel] : new[from + channel] }
                        }
                    }
                }
            }
        }
    }
}
