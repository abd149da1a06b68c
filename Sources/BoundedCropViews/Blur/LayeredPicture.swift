internal import BoundedCrop
internal import BoundedCropEffects

/// Layered pictures that are flattened only on demand, at the requested size.
struct LayeredPicture: Picture {
    /// The layers from bottom to top; at least one.
    let layers: [any Picture]
    /// The size of the lowest layer.
    let size: PixelSize

    func luma(longSide: Int) throws -> LumaPlane { try pixels(longSide: longSide).luma() }

    func pixels(longSide: Int) throws -> PixelBuffer { try flattened(to: size.fitted(longSide: longSide)) }

    func pixels(of cuts: [PictureCut]) throws -> [PixelBuffer] {
        try flattened(to: size).pixels(of: cuts)
    }

    private func flattened(to size: PixelSize) throws -> PixelBuffer {
        var result = PixelBuffer(size: size)
        for layer in layers {
            try result.draw(layer.pixels(longSide: max(size.longSide, layer.size.longSide)).resized(to: size), x: 0, y: 0)
        }
        return result
    }
}
