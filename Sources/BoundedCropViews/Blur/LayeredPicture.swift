internal import BoundedCrop

/// Pictures on each other, put together only at the size that is asked for, where it is asked for.
struct LayeredPicture: Picture {
    /// From the bottom to the top; at least one.
    let layers: [any Picture]
    /// The lowest one's.
    let size: PixelSize

    func luma(longSide: Int) throws -> LumaPlane { try pixels(longSide: longSide).luma() }

    func pixels(longSide: Int) throws -> PixelBuffer { try flattened(to: size.fitted(longSide: longSide)) }

    func pixels(of cuts: [PictureCut]) throws -> [PixelBuffer] {
        try flattened(to: size).pixels(of: cuts)
    }

    private func flattened(to size: PixelSize) throws -> PixelBuffer {
        var result = PixelBuffer(size: size)
        for layer in layers { result.lay(try layer.pixels(longSide: max(size.longSide, layer.size.longSide)).resized(to: size)) }
        return result
    }
}

extension PixelBuffer {
    /// Puts another picture of the same size over this one: each premultiplied value becomes its own plus what the other lets through.
    /// (T. Porter and T. Duff, "Compositing Digital Images", 1984.)
    mutating func lay(_ upper: PixelBuffer) {
        precondition(upper.size == size, "\(upper.size) does not lie on \(size)")
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
