internal import BoundedCrop
internal import BoundedCropEffects

/// A picture in the middle of a larger transparent ground, as a surface shows a picture of another shape than its own. The ground is not
/// made before pixels are needed, and then in their size.
struct PlacedPicture: Picture {
    let picture: PixelBuffer
    /// The size of the ground, at least that of the picture.
    let size: PixelSize

    func luma(longSide: Int) throws -> LumaPlane { try pixels(longSide: longSide).luma() }

    func pixels(longSide: Int) throws -> PixelBuffer {
        try pixels(of: PixelRect(all: size), scaledTo: size.fitted(longSide: longSide))
    }

    func pixels(of rectangle: PixelRect, scaledTo target: PixelSize) throws -> PixelBuffer {
        let (left, top) = ((size.width - picture.width) / 2, (size.height - picture.height) / 2)
        return try picture.pixels(around: rectangle.moved(x: -left, y: -top), scaledTo: target)
    }
}

extension Picture {
    /// Returns a region, which may extend beyond the picture, at a given size; it is transparent outside.
    func pixels(around region: PixelRect, scaledTo size: PixelSize) throws -> PixelBuffer {
        try Resampling.check(outputSize: size)
        let seen = region.rect.intersection(PixelRect(all: self.size).rect).pixels
        guard !seen.rect.isEmpty else { return PixelBuffer(size: size) }
        let across = { (length: Int) in Int((Double(length) * Double(size.width) / Double(region.width)).rounded()) }
        let down = { (length: Int) in Int((Double(length) * Double(size.height) / Double(region.height)).rounded()) }
        let inner = PixelSize(width: max(1, across(seen.width)), height: max(1, down(seen.height)))
        let cut = try pixels(of: seen, scaledTo: inner)
        if seen == region { return cut }
        var ground = PixelBuffer(size: size)
        try ground.draw(cut, x: across(seen.x - region.x), y: down(seen.y - region.y))
        return ground
    }
}
