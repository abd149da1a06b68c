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

    /// A new picture of the same size.
    public func footprint(on size: PixelSize) -> EffectFootprint { .newPicture(size) }

    /// Lays the picture on the colour. Throws `CancellationError`.
    public func apply(to image: inout PixelBuffer) throws {
        var ground = try PixelBuffer(size: image.size, color: color)
        try ground.draw(image, x: 0, y: 0)
        image = ground
    }
}

extension ImageEffect where Self == Flatten {
    /// Shows a colour where the picture is transparent. See ``Flatten``.
    public static func flatten(on color: Color) -> Flatten { Flatten(on: color) }
}
