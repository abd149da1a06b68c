public import BoundedCrop

/// Shows a colour where the picture is transparent.
public struct Flatten: ImageEffect, Hashable {
    /// What is behind the picture.
    public let color: Color

    /// A colour; where that is transparent itself, so is the result.
    public init(on color: Color) {
        self.color = color
    }

    /// The colour.
    public var cacheKey: String { EffectKey.text("flatten", [color.description]) }

    /// Lays the picture on the colour. Never throws.
    public func apply(to image: inout PixelBuffer) {
        var ground = PixelBuffer(size: image.size, filledWith: color.pixel)
        ground.draw(image, x: 0, y: 0)
        image = ground
    }
}

extension ImageEffect where Self == Flatten {
    /// Shows a colour where the picture is transparent. See ``Flatten``.
    public static func flatten(on color: Color) -> Flatten { Flatten(on: color) }
}
