public import BoundedCrop

/// Makes known places unrecognizable.
package struct RedactFeatures: ImageEffect {
    /// What replaces the pixels.
    package var style: RedactionStyle
    /// The features, in pixels of the picture; those outside it are ignored.
    package var features: [Feature]
    /// The margin added on each side, as a share of the feature's width or height: 0...100.
    package var margin: Double
    /// The outline.
    package var shape: RedactionShape
    /// Hears which places were covered each time the effect is applied; nil if nobody counts. Not a part of `cacheKey`.
    package var count: RedactionCount?

    /// Creates a redaction of rectangles. Parameters are checked when the effect is applied.
    package init(_ style: RedactionStyle, rectangles: [Rect], margin: Double = 0.3, shape: RedactionShape = .oval) {
        self.init(style, features: rectangles.map { Feature($0) }, margin: margin, shape: shape)
    }

    /// Creates a redaction of features that are known.
    package init(_ style: RedactionStyle, features: [Feature], margin: Double = 0.3, shape: RedactionShape = .oval) {
        self.style = style
        self.features = features
        self.margin = margin
        self.shape = shape
    }

    /// The style, the margin, the shape, and every feature's rectangle and whether it is a region.
    package var cacheKey: String {
        let parts = features.flatMap { feature in
            let rectangle = feature.rectangle
            let numbers = [rectangle.x, rectangle.y, rectangle.width, rectangle.height].map(\.keyText)
            return feature.kind == .region ? numbers + [feature.kind.rawValue] : numbers
        }
        return EffectKey.text("redact-features", Redaction.keyParts(style, margin, shape) + parts)
    }

    /// The same effect with the features' rectangles multiplied.
    package func scaled(by scale: Double) -> any ImageEffect {
        var scaled = self
        scaled.features = features.map { Feature($0.rectangle.scaled(x: scale, y: scale), kind: $0.kind) }
        return scaled
    }

    /// The picture's own size, plus the pixels that cover a place.
    package func footprint(on size: PixelSize) -> EffectFootprint { Redaction.footprint(style, on: size) }

    /// Throws `invalidArgument` for a margin out of range, and for a rectangle that is empty, not finite or more than a billion pixels
    /// away.
    package func check() throws {
        _ = try Redaction(style: style, margin: margin, shape: shape)
        try Redaction.check(features, refusal: .invalidArgument)
    }

    /// Replaces the pixels of the places. If it throws, the picture is unchanged.
    ///
    /// - Throws: `invalidArgument` for a margin out of range, and for a rectangle that is empty, not finite or more than a billion pixels
    ///   away.
    package func apply(to image: inout PixelBuffer) throws {
        let redaction = try Redaction(style: style, margin: margin, shape: shape)
        try Redaction.check(features, refusal: .invalidArgument)
        let covered = try redaction.apply(to: &image, features: features)
        count?.add(covered.map { features[$0].rectangle })
    }
}

extension RedactFeatures: Hashable {
    /// Whether both do the same; who counts does not matter.
    package static func == (one: RedactFeatures, other: RedactFeatures) -> Bool { one.cacheKey == other.cacheKey }

    /// Hashes `cacheKey`.
    package func hash(into hasher: inout Hasher) { hasher.combine(cacheKey) }
}

extension ImageEffect where Self == Effect {
    /// Makes known features unrecognizable, without searching. Their places are those of the picture to which the effect is applied.
    public static func redact(
        _ style: RedactionStyle,
        features: [Feature],
        margin: Double = 0.3,
        shape: RedactionShape = .oval
    ) -> Effect {
        Effect(RedactFeatures(style, features: features, margin: margin, shape: shape))
    }
}

extension PixelBuffer {
    /// Returns this picture with known features made unrecognizable.
    ///
    /// Each place grows by the margin on all sides and takes the outline's shape; every pixel that the outline touches is replaced. Blocks
    /// and blurs scale with the size of the place, so that a large face is hidden as well as a small one.
    ///
    /// - Throws: `invalidArgument` for a margin out of range and for a feature with an invalid rectangle.
    package func redacted(
        _ style: RedactionStyle,
        features: [Feature],
        margin: Double = 0.3,
        shape: RedactionShape = .oval
    ) throws -> PixelBuffer {
        try applying([RedactFeatures(style, features: features, margin: margin, shape: shape)])
    }
}
