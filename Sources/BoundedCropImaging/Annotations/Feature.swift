/// Something in a picture that should stay visible, usually a face.
public struct Feature: Hashable, Sendable, Codable {
    /// What a feature shows. Detectors may define their own kinds.
    public struct Kind: RawRepresentable, Hashable, Sendable, Codable {
        /// The kind's name in JSON, such as `face`.
        public let rawValue: String

        /// Creates a kind from any text, for your own detectors: `cat`, `product`.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// A human face. Detectors mark it from the forehead to the chin; the padding adds the rest of the head.
        public static let face = Kind(rawValue: "face")
        /// A rectangle given by the caller.
        public static let region = Kind(rawValue: "region")
        /// A point given by the caller, as the pixel that contains it.
        public static let focalPoint = Kind(rawValue: "focalPoint")
    }

    /// The feature's rectangle, in pixels of the upright picture.
    public var rectangle: Rect
    /// The detector's confidence, 0...1.
    public var confidence: Double
    /// What the feature shows. It does not affect the plan, which includes it, unless a request names the kinds to keep.
    public var kind: Kind
    /// How much the feature matters beside others: a factor of its weight, above 0 and at most 1000; 1 by default. It decides which features
    /// a crop holds that cannot hold all, and which one the schemes `largest` and `smallest` choose. Others count as 1; where JSON comes
    /// from outside, as from detector programs, they are refused.
    public var priority: Double
    /// The positions of eyes, nose and mouth, if the detector provides them.
    public var landmarks: Landmarks?
    /// The `cacheKey` of the detector that found the feature, set by chains and unions. It is ignored when features are compared.
    public var detectorKey: String?

    /// Creates a feature, by default a face with a confidence and a priority of 1. Rectangle and landmarks are in pixels of the upright
    /// picture.
    public init(_ rectangle: Rect, confidence: Double = 1, kind: Kind = .face, priority: Double = 1, landmarks: Landmarks? = nil) {
        self.rectangle = rectangle
        self.confidence = confidence
        self.kind = kind
        self.priority = priority
        self.landmarks = landmarks
    }

    /// Creates a feature for a point to crop around.
    public init(focalPoint point: Point) {
        self.init(Rect(x: point.x.rounded(.down), y: point.y.rounded(.down), width: 1, height: 1), kind: .focalPoint)
    }

    /// Whether both have the same rectangle, confidence, kind, priority and landmarks.
    public static func == (one: Feature, other: Feature) -> Bool {
        one.rectangle == other.rectangle && one.confidence == other.confidence && one.kind == other.kind
            && one.priority == other.priority && one.landmarks == other.landmarks
    }

    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(rectangle)
        hasher.combine(confidence)
        hasher.combine(kind)
        hasher.combine(priority)
        hasher.combine(landmarks)
    }

    /// The same feature at another scale of its picture.
    package func scaled(x horizontal: Double, y vertical: Double) -> Feature {
        var feature = self
        feature.rectangle = rectangle.scaled(x: horizontal, y: vertical)
        feature.landmarks = landmarks?.map { Point(x: $0.x * horizontal, y: $0.y * vertical) }
        return feature
    }

    /// The same feature in a picture with another origin.
    package func moved(x horizontal: Double, y vertical: Double) -> Feature {
        var feature = self
        feature.rectangle = rectangle.moved(x: horizontal, y: vertical)
        feature.landmarks = landmarks?.map { Point(x: $0.x + horizontal, y: $0.y + vertical) }
        return feature
    }

    /// The same feature with values that JSON can represent: an infinite confidence becomes 0 or 1, NaN becomes 0, a priority out of
    /// range becomes 1, and landmarks that are not finite are left out. The rectangle is unchanged.
    package var finite: Feature {
        var feature = self
        if !confidence.isFinite { feature.confidence = confidence > 0 ? 1 : 0 }
        feature.priority = countedPriority
        if landmarks?.isFinite == false { feature.landmarks = nil }
        return feature
    }
}
