public import BoundedCrop

/// Finds features, faces as a rule, and makes them unrecognisable.
///
/// What the detector does not see stays visible: look at what it misses before relying on it. When detection fails, so does the effect,
/// and the picture is not passed on.
public struct Redact: ImageEffect {
    /// What is shown instead.
    public var style: RedactionStyle
    /// Looks at the picture as it is when the effect's turn comes.
    public var detector: any FeatureDetector
    /// How hard it looks; high by default, since here a missed face is worse than a slow answer.
    public var accuracy: DetectionAccuracy
    /// What is added on each side, as a share of the feature's width or height: 0...100.
    public var margin: Double
    /// The outline.
    public var shape: RedactionShape

    /// A redaction of what the detector will find. What is not possible is found out when it is applied.
    public init(
        _ style: RedactionStyle,
        detector: any FeatureDetector = YuNetDetector(),
        accuracy: DetectionAccuracy = .high,
        margin: Double = 0.3,
        shape: RedactionShape = .oval
    ) {
        self.style = style
        self.detector = detector
        self.accuracy = accuracy
        self.margin = margin
        self.shape = shape
    }

    /// Made of the style, the margin, the shape, the accuracy and the detector's own key.
    public var cacheKey: String {
        EffectKey.text("redact", Redaction.keyParts(style, margin, shape) + [accuracy.rawValue, detector.cacheKey])
    }

    /// The picture's own size, with what covers a place beside it. What the detector takes is not part of it.
    public func footprint(on size: PixelSize) -> EffectFootprint { Redaction.footprint(style, on: size) }

    /// Looks for features and replaces their pixels; finding none is not an error.
    ///
    /// Throws what the detector throws, `detectionFailed` when it names a place that has no extent or is not finite, `invalidArgument` for
    /// a margin out of range. Then the picture is left as it was.
    public func apply(to image: inout PixelBuffer) throws {
        let redaction = try Redaction(style: style, margin: margin, shape: shape)
        let features = try detector.features(in: image, accuracy: accuracy)
        try redaction.apply(to: &image, features: features.map(\.rectangle), refusal: .detectionFailed)
    }
}

extension Redact: Hashable {
    /// Detectors are the same when their keys are.
    public static func == (one: Redact, other: Redact) -> Bool { one.cacheKey == other.cacheKey }

    /// Goes by `cacheKey`.
    public func hash(into hasher: inout Hasher) { hasher.combine(cacheKey) }
}

extension ImageEffect where Self == Redact {
    /// Finds features and makes them unrecognisable. See ``Redact``.
    public static func redact(
        _ style: RedactionStyle,
        detector: any FeatureDetector = YuNetDetector(),
        accuracy: DetectionAccuracy = .high,
        margin: Double = 0.3,
        shape: RedactionShape = .oval
    ) -> Redact {
        Redact(style, detector: detector, accuracy: accuracy, margin: margin, shape: shape)
    }
}

extension PixelBuffer {
    /// This picture with what the detector finds made unrecognisable. See ``Redact``.
    ///
    /// Throws what the detector throws, `detectionFailed` for a place that cannot be told, `invalidArgument` for a margin out of range.
    public func redacted(
        _ style: RedactionStyle,
        detector: any FeatureDetector = YuNetDetector(),
        accuracy: DetectionAccuracy = .high,
        margin: Double = 0.3,
        shape: RedactionShape = .oval
    ) throws -> PixelBuffer {
        try applying([Redact(style, detector: detector, accuracy: accuracy, margin: margin, shape: shape)])
    }
}
