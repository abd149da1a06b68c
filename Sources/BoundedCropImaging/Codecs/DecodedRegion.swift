/// Pixels decoded from a part of a file, not yet upright, and the part that they cover.
struct DecodedRegion {
    let pixels: PixelBuffer
    let header: ImageHeader
    /// The stored pixels that the buffer covers.
    let coverage: Rect
    /// The conversion to apply to the pixels after they are scaled.
    let colorTransform: (any ColorConverting)?

    /// A rectangle of the upright picture at a given size. The region must cover it.
    func pixels(of rectangle: PixelRect, scaledTo target: PixelSize) throws -> PixelBuffer {
        let stored = header.orientation.stored(rectangle.rect, inUpright: header.size)
        let window = Self.window(of: stored, in: pixels.size, covering: coverage)
        var scaled = try pixels.resampled(window, to: header.orientation.upright(target)).oriented(header.orientation)
        try colorTransform?.apply(to: &scaled)
        return scaled
    }

    /// The position of a rectangle of stored pixels in a buffer of this size that covers `coverage`.
    static func window(of stored: Rect, in size: PixelSize, covering coverage: Rect) -> Rect {
        let horizontal = Double(size.width) / coverage.width
        let vertical = Double(size.height) / coverage.height
        return Rect(x: stored.x - coverage.x, y: stored.y - coverage.y, width: stored.width, height: stored.height)
            .scaled(x: horizontal, y: vertical)
    }
}
