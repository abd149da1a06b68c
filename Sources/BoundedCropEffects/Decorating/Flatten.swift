public import BoundedCrop

/// Shows a color where the picture is transparent.
package struct Flatten: ImageEffect, Hashable {
    /// The color behind the picture.
    package let color: Color

    /// Creates the effect. Where the color itself is transparent, so is the result.
    package init(on color: Color) {
        self.color = color
    }

    /// The color.
    package var cacheKey: String { EffectKey.text("flatten", [color.description]) }

    /// A new picture of the same size.
    package func footprint(on size: PixelSize) -> EffectFootprint { .newPicture(size) }

    /// Draws the picture over the color.
    ///
    /// - Throws: `CancellationError`.
    package func apply(to image: inout PixelBuffer) throws {
        var ground = try PixelBuffer(size: image.size, color: color)
        try ground.draw(image, x: 0, y: 0)
        image = ground
    }
}

extension ImageEffect where Self == Effect {
    /// Shows a color where the picture is transparent.
    public static func flatten(on color: Color) -> Effect { Effect(Flatten(on: color)) }
}
