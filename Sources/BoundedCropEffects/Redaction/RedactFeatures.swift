public import BoundedCrop

/// Makes places unrecognisable that are known already.
///
/// Each place grows by the margin on all sides and takes the outline's shape; every pixel that the outline touches is replaced. Blocks and
/// blurs go by the size of the place, so that a large face is hidden as well as a small one.
public struct RedactFeatures: ImageEffect, Hashable {
    /// What is shown instead.
    public var style: RedactionStyle
    /// In pixels of the picture; those outside it do not matter.
    public var rectangles: [Rect]
    /// What is added on each side, as a share of the feature's width or height: 0...100.
    public var margin: Double
    /// The outline.
    public var shape: RedactionShape

    /// A redaction of rectangles. What is not possible is found out when it is applied.
    public init(_ style: RedactionStyle, rectangles: [Rect], margin: Double = 0.3, shape: RedactionShape = .oval) {
        self.style = style
        self.rectangles = rectangles
        self.margin = margin
        self.shape = shape
    }

    /// A redaction of what a detector found before.
    public init(_ style: RedactionStyle, features: [Feature], margin: Double = 0.3, shape: RedactionShape = .oval) {
        self.init(style, rectangles: features.map(\.rectangle), margin: margin, shape: shape)
    }

    /// Made of the style, the margin, the shape and every rectangle.
    public var cacheKey: String {
        let numbers = rectangles.flatMap { [$0.x, $0.y, $0.width, $0.height] }.map(\.keyText)
        return EffectKey.text("redact-features", Redaction.keyParts(style, margin, shape) + numbers)
    }

    /// With the rectangles multiplied.
    public func scaled(by scale: Double) -> any ImageEffect {
        RedactFeatures(style, rectangles: rectangles.map { $0.scaled(x: scale, y: scale) }, margin: margin, shape: shape)
    }

    /// The picture's own size, with what covers a place beside it.
    public func footprint(on size: PixelSize) -> EffectFootprint { Redaction.footprint(style, on: size) }

    /// Replaces the places' pixels.
    ///
    /// Throws `invalidArgument`, and leaves the picture as it was, for a margin out of range and for a rectangle that has no extent, is not
    /// finite or is more than a billion pixels away.
    public func apply(to image: inout PixelBuffer) throws {
        let redaction = try Redaction(style: style, margin: margin, shape: shape)
        try redaction.apply(to: &image, features: rectangles, refusal: .invalidArgument)
    }
}

extension ImageEffect where Self == RedactFeatures {
    /// Makes features unrecognisable that are known already. See ``RedactFeatures``.
    public static func redact(
        _ style: RedactionStyle,
        features: [Feature],
        margin: Double = 0.3,
        shape: RedactionShape = .oval
    ) -> RedactFeatures {
        RedactFeatures(style, features: features, margin: margin, shape: shape)
    }
}

extension PixelBuffer {
    /// This picture with features made unrecognisable that are known already. See ``RedactFeatures``.
    ///
    /// Throws `invalidArgument` for a margin out of range and for a feature whose place cannot be told.
    public func redacted(
        _ style: RedactionStyle,
        features: [Feature],
        margin: Double = 0.3,
        shape: RedactionShape = .oval
    ) throws -> PixelBuffer {
        try applying([RedactFeatures(style, features: features, margin: margin, shape: shape)])
    }
}
