public import BoundedCrop

/// Keeps a rectangle of the picture; where it reaches outside, the result is transparent. See `PixelBuffer.cropped(to:)`.
public struct Crop: ImageEffect, Hashable {
    /// In pixels of the picture.
    public let rectangle: Rect

    /// A crop to a rectangle. It is checked when it is applied.
    public init(to rectangle: Rect) {
        self.rectangle = rectangle
    }

    /// The rectangle's four numbers.
    public var cacheKey: String {
        "crop(\([rectangle.x, rectangle.y, rectangle.width, rectangle.height].map(\.keyText).joined(separator: ",")))"
    }

    /// A new picture of the rectangle's size in whole pixels; none for a rectangle that is refused.
    public func footprint(on size: PixelSize) -> EffectFootprint {
        .newPicture(rectangle.wholePixels?.size ?? PixelSize(width: 0, height: 0))
    }

    /// Crops. Throws as `PixelBuffer.cropped(to:)` does.
    public func apply(to image: inout PixelBuffer) throws {
        image = try image.cropped(to: rectangle)
    }

    /// All four numbers multiplied.
    public func scaled(by scale: Double) -> any ImageEffect { Crop(to: rectangle.scaled(x: scale, y: scale)) }
}

extension ImageEffect where Self == Crop {
    /// Keeps a rectangle of the picture, transparent where that reaches outside.
    public static func crop(to rectangle: Rect) -> Crop { Crop(to: rectangle) }
}

extension PixelBuffer {
    /// A rectangle of this picture; what of it lies outside the picture, be it all, is transparent.
    ///
    /// The rectangle's edges are rounded to the nearest whole pixels, halves away from 0. Where two edges meet by that, the result has
    /// one pixel between them: the one in which the first edge lies.
    ///
    /// Throws `invalidArgument` when the rectangle is empty or not finite, or when the result is beyond the limits of an output.
    public func cropped(to rectangle: Rect) throws -> PixelBuffer {
        guard let pixels = rectangle.wholePixels else {
            throw BoundedCropError(
                .invalidArgument,
                "a crop of \(rectangle.width)x\(rectangle.height) at \(rectangle.x),\(rectangle.y) has no area or is not finite"
            )
        }
        return try placed(x: -pixels.x, y: -pixels.y, on: pixels.size)
    }
}

extension Rect {
    /// A crop's one rounding; nil where there is nothing to crop to.
    fileprivate var wholePixels: (x: Int, y: Int, size: PixelSize)? {
        guard isFinite, !isEmpty else { return nil }
        let (x, width) = Self.wholePixels(from: minX, to: maxX)
        let (y, height) = Self.wholePixels(from: minY, to: maxY)
        return (x, y, PixelSize(width: width, height: height))
    }

    private static func wholePixels(from low: Double, to high: Double) -> (start: Int, length: Int) {
        let length = Argument.wholePixels(high.rounded() - low.rounded())
        return length > 0 ? (Argument.wholePixels(low), length) : (Argument.wholePixels(low.rounded(.down)), 1)
    }
}
