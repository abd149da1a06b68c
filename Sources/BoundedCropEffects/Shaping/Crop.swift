public import BoundedCrop

/// Keeps a rectangle of the picture; parts outside the picture are transparent. See `PixelBuffer.cropped(to:)`.
package struct Crop: WritableEffect, Hashable {
    /// The rectangle in pixels of the picture.
    package let rectangle: Rect

    /// Creates a crop to a rectangle. Parameters are checked when the effect is applied.
    package init(to rectangle: Rect) {
        self.rectangle = rectangle
    }

    package var call: EffectCall {
        EffectCall("crop", [rectangle.x, rectangle.y, rectangle.width, rectangle.height].map { .number($0) })
    }

    /// A new picture of the rectangle's size in whole pixels; an empty size for an invalid rectangle.
    package func footprint(on size: PixelSize) -> EffectFootprint {
        .newPicture(rectangle.wholePixels?.size ?? PixelSize(width: 0, height: 0))
    }

    /// Throws `invalidArgument` for a rectangle that is empty or not finite, and for one beyond the output limits.
    public func check() throws {
        try Resampling.check(outputSize: try rectangle.checkedPixels().size)
    }

    /// Crops the picture.
    ///
    /// - Throws: What `PixelBuffer.cropped(to:)` throws.
    package func apply(to image: inout PixelBuffer) throws {
        image = try image.cropped(to: rectangle)
    }

    /// The same effect with all four numbers multiplied.
    package func scaled(by scale: Double) -> any ImageEffect { Crop(to: rectangle.scaled(x: scale, y: scale)) }
}

extension ImageEffect where Self == Effect {
    /// Keeps a rectangle of the picture; parts outside the picture, up to the whole rectangle, are transparent.
    ///
    /// The rectangle's edges are rounded to the nearest whole pixels, halves away from 0. Where two edges would meet, the result is one
    /// pixel wide: the pixel that contains the first edge.
    public static func crop(to rectangle: Rect) -> Effect { Effect(Crop(to: rectangle)) }
}

extension PixelBuffer {
    /// Returns a rectangle of this picture. See `ImageEffect.crop(to:)`.
    ///
    /// - Throws: `invalidArgument` when the rectangle is empty or not finite, or when the result is beyond the output limits.
    package func cropped(to rectangle: Rect) throws -> PixelBuffer {
        let pixels = try rectangle.checkedPixels()
        return try placed(x: -pixels.x, y: -pixels.y, on: pixels.size)
    }
}

extension Rect {
    /// The rectangle rounded for a crop; nil where there is nothing to crop to.
    fileprivate var wholePixels: (x: Int, y: Int, size: PixelSize)? {
        guard isFinite, !isEmpty else { return nil }
        let (x, width) = Self.wholePixels(from: minX, to: maxX)
        let (y, height) = Self.wholePixels(from: minY, to: maxY)
        return (x, y, PixelSize(width: width, height: height))
    }

    /// The same. Throws `invalidArgument` where there is nothing to crop to.
    fileprivate func checkedPixels() throws -> (x: Int, y: Int, size: PixelSize) {
        if let wholePixels { return wholePixels }
        throw BoundedCropError(.invalidArgument, "a crop of \(width)x\(height) at \(x),\(y) has no area or is not finite")
    }

    private static func wholePixels(from low: Double, to high: Double) -> (start: Int, length: Int) {
        let length = Argument.wholePixels(high.rounded() - low.rounded())
        return length > 0 ? (Argument.wholePixels(low), length) : (Argument.wholePixels(low.rounded(.down)), 1)
    }
}
