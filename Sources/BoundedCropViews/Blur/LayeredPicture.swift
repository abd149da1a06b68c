internal import BoundedCrop

/// Layered pictures that are flattened only on demand, at the requested size.
struct LayeredPicture: Picture {
    /// The layers from bottom to top; at least one.
    let layers: [any Picture]
    /// The size of the lowest layer.
    let size: PixelSize

    func luma(longSide: Int) throws -> LumaPlane { try pixels(longSide: longSide).luma() }

    func pixels(longSide: Int) throws -> PixelBuffer { try flattened(to: size.fitted(longSide: longSide)) }

    func pixels(of crops: [(rectangle: PixelRect, size: PixelSize)]) throws -> [PixelBuffer] {
        try flattened(to: size).pixels(of: crops)
    }

    private func flattened(to size: PixelSize) throws -> PixelBuffer {
        var result = PixelBuffer(size: size)
        for layer in layers { result.lay(try layer.pixels(longSide: max(size.longSide, layer.size.longSide)).resized(to: size)) }
        return result
    }
}

extension PixelBuffer {
    /// Composites another picture of the same size over this one: each premultiplied value is the upper one plus the share of the lower one
    /// that shows through (T. Porter and T. Duff, "Compositing Digital Images", 1984).
    mutating func lay(_ upper: PixelBuffer) {
        precondition(upper.size == size, "\(upper.size) cannot be composited over \(size)")
        bytes.withUnsafeMutableBufferPointer { below in
            upper.bytes.withUnsafeBufferPointer { above in
                for pixel in stride(from: 0, to: below.count, by: 4) {
                    let through = 255 - Int(above[pixel + 3])
                    for channel in pixel..<pixel + 4 {
                        below[channel] = UInt8(min(255, Int(above[channel]) + (Int(below[channel]) * through + 127) / 255))
                    }
                }
            }
        }
    }
}
