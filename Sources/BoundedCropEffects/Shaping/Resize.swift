package import BoundedCrop

/// Resizes the picture to a width, a height or both, as a loading pipeline does before it stores a download.
package struct Resize: ImageEffect, Hashable {
    /// The width in pixels; nil to derive it from the aspect.
    package let width: Int?
    /// The height in pixels; nil to derive it from the aspect.
    package let height: Int?

    /// Creates a change of size. The sides are checked when the effect is applied.
    package init(width: Int? = nil, height: Int? = nil) {
        self.width = width
        self.height = height
    }

    /// Both sides, with `auto` for one that is not given.
    package var cacheKey: String { "resize(\(width.map(String.init) ?? "auto"),\(height.map(String.init) ?? "auto"))" }

    /// A new picture of the size, with a missing side in proportion.
    package func footprint(on size: PixelSize) -> EffectFootprint {
        let (width, height) = (width.map { max(1, $0) }, height.map { max(1, $0) })
        let across = height.map { Argument.wholePixels(Double(size.width) * Double($0) / Double(max(1, size.height))) }
        let down = width.map { Argument.wholePixels(Double(size.height) * Double($0) / Double(max(1, size.width))) }
        return .scaling(size, to: PixelSize(width: width ?? max(1, across ?? size.width), height: height ?? max(1, down ?? size.height)))
    }

    /// Resizes the picture.
    ///
    /// - Throws: What `PixelBuffer.resized(width:height:)` throws.
    package func apply(to image: inout PixelBuffer) throws {
        image = try image.resized(width: width, height: height)
    }

    /// The same effect with both sides multiplied.
    package func scaled(by scale: Double) -> any ImageEffect {
        let side = { (length: Int) in Argument.wholePixels(Double(length) * scale) }
        return Resize(width: width.map(side), height: height.map(side))
    }
}

extension ImageEffect where Self == Effect {
    /// Resizes to a width or a height, or fills both and keeps the center of the picture.
    public static func resize(width: Int? = nil, height: Int? = nil) -> Effect { Effect(Resize(width: width, height: height)) }
}

extension PixelBuffer {
    /// Returns this picture with a width or a height, its aspect kept to the nearest pixel; with both, its center at exactly that size.
    ///
    /// - Throws: `invalidArgument` when neither is given, or when the result's sides are not 1...65535 or it has more than 500 million
    ///   pixels.
    package func resized(width: Int? = nil, height: Int? = nil) throws -> PixelBuffer {
        switch (width, height) {
        case (let width?, let height?):
            return try scaledToFill(PixelSize(width: width, height: height))
        case (let width?, nil):
            let height = Argument.wholePixels(Double(self.height) * Double(width) / Double(self.width))
            return try resized(to: PixelSize(width: width, height: max(1, height)))
        case (nil, let height?):
            let width = Argument.wholePixels(Double(self.width) * Double(height) / Double(self.height))
            return try resized(to: PixelSize(width: max(1, width), height: height))
        case (nil, nil):
            throw BoundedCropError(.invalidArgument, "resizing needs a width or a height")
        }
    }
}
