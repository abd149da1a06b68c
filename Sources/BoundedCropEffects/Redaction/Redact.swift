public import BoundedCrop

/// Detects features, usually faces, and makes them unrecognizable.
///
/// Among several effects it comes first, wherever it is written: detection sees the whole upright picture before any of them changes it, and
/// what is found stays hidden through crops, turns and all other effects (see `Picture.applying(_:scale:)`). What later effects add, such as
/// an overlay, is not searched.
///
/// Features that the detector misses stay visible, so check its misses before relying on it, and count what was covered
/// (``RedactionCount``): a picture in which nothing is found comes out as it was. When detection fails, the effect fails too, and no picture
/// is returned.
public struct Redact: WritableEffect {
    /// What replaces the pixels.
    package var style: RedactionStyle
    /// The detector, of which `forHiding` runs on the picture before any effect is applied. With the built-in ones, everything sure
    /// and large enough is hidden, also if surer detections are at its place, and whatever the maximum count of their limits.
    package var detector: any FeatureDetector
    /// The detection accuracy; high by default, since here a missed face is worse than a slow answer.
    package var accuracy: DetectionAccuracy
    /// The margin added on each side, as a share of the feature's width or height: 0...100.
    package var margin: Double
    /// The outline.
    package var shape: RedactionShape
    /// Hears which places were covered each time the effect is applied; nil if nobody counts. Not a part of `cacheKey`.
    package var count: RedactionCount?

    /// The detector unless another one is given: YuNet and the Haar cascades together, since either may find what the other misses.
    public static let standardDetector: any FeatureDetector = UnionFeatureDetector([YuNetDetector(), HaarCascadeDetector()])

    /// Creates a redaction of what the detector will find. Parameters are checked when the effect is applied.
    package init(
        _ style: RedactionStyle,
        detector: any FeatureDetector = Redact.standardDetector,
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

    /// The style, the margin, the shape, the accuracy and the key of the detector's `forHiding`.
    public var cacheKey: String {
        EffectKey.text("redact", Redaction.keyParts(style, margin, shape) + [accuracy.rawValue, detector.forHiding.cacheKey])
    }

    /// The style and the margin; the other parameters have no text.
    package var call: EffectCall {
        let style: EffectArgument = if case .fill(let color) = style { .color(color) } else { "\(style.key)" }
        return EffectCall("redact", style, .number(margin))
    }

    /// The picture's own size, plus the pixels that cover a place. The detector's memory is not included.
    public func footprint(on size: PixelSize) -> EffectFootprint { Redaction.footprint(style, on: size) }

    /// Throws `invalidArgument` for a margin out of range.
    public func check() throws {
        _ = try Redaction(style: style, margin: margin, shape: shape)
    }

    /// Detects features and replaces their pixels. Finding none is not an error, but is counted in `count`.
    ///
    /// If it throws, the picture is unchanged.
    ///
    /// - Throws: What the detector throws, `detectionFailed` when it returns a rectangle that is empty or not finite, and
    ///   `invalidArgument` for a margin out of range.
    public func apply(to image: inout PixelBuffer) throws {
        try HiddenPlaces(of: [self], in: image).cover(&image, showing: PictureCut(PixelRect(all: image.size), scaledTo: image.size))
    }
}

extension Redact: Hashable {
    /// Detectors are equal when their keys are.
    public static func == (one: Redact, other: Redact) -> Bool { one.cacheKey == other.cacheKey }

    /// Hashes `cacheKey`.
    public func hash(into hasher: inout Hasher) { hasher.combine(cacheKey) }
}

extension ImageEffect where Self == Redact {
    /// Detects features and makes them unrecognizable. See ``Redact``.
    public static func redact(
        _ style: RedactionStyle,
        detector: any FeatureDetector = Redact.standardDetector,
        accuracy: DetectionAccuracy = .high,
        margin: Double = 0.3,
        shape: RedactionShape = .oval
    ) -> Redact {
        Redact(style, detector: detector, accuracy: accuracy, margin: margin, shape: shape)
    }
}

extension PixelBuffer {
    /// Returns this picture with what the detector finds made unrecognizable. See ``Redact``.
    ///
    /// - Throws: What the detector throws, `detectionFailed` for an invalid rectangle, and `invalidArgument` for a margin out of range.
    package func redacted(
        _ style: RedactionStyle,
        detector: any FeatureDetector = Redact.standardDetector,
        accuracy: DetectionAccuracy = .high,
        margin: Double = 0.3,
        shape: RedactionShape = .oval
    ) throws -> PixelBuffer {
        try applying([Redact(style, detector: detector, accuracy: accuracy, margin: margin, shape: shape)])
    }
}

/// How a place is made unrecognizable. No style leaves more of the place's own pixels than the averages of a few large blocks.
public enum RedactionStyle: Hashable, Sendable {
    /// The averages of `pixelate`, blurred: softer to look at, and no more can be recovered than from them. A blur alone could be undone.
    case blur
    /// Flat blocks, each a fifth of the feature's longer side and at least 8 pixels: too few to identify a face by, even for a network
    /// (McPherson, Shokri and Shmatikov, "Defeating Image Obfuscation with Deep Learning", 2016, succeeded with more blocks).
    case pixelate
    /// One color that replaces the pixels, including their alpha: `.clear` makes a hole.
    case fill(Color)

    /// The style as text for cache keys.
    var key: String {
        switch self {
        case .blur: "blur"
        case .pixelate: "pixelate"
        case .fill(let color): "fill:\(color)"
        }
    }
}

/// The outline of what is redacted. A region is always a rectangle: all of a given place is hidden.
public enum RedactionShape: String, Hashable, Sendable, CaseIterable {
    /// The ellipse that touches the sides of the dilated rectangle. With a margin of 0.21 or more it covers the whole feature.
    case oval
    /// The dilated rectangle itself.
    case rectangle
}

extension MetadataSelection {
    /// The selection for a picture to which these effects were applied: if one of them hides faces, nothing is kept that names people.
    package func after(_ effects: [any ImageEffect]) -> MetadataSelection {
        var selection = self
        if effects.contains(where: { $0 is Redact || $0.made is RedactFeatures }) { selection.namesPeople = false }
        return selection
    }
}
