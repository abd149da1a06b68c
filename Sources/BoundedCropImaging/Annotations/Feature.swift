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
        package static let focalPoint = Kind(rawValue: "focalPoint")
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
    package var detectorKey: String?
    /// Whether the rectangle was given as exactly what is to be kept, so that the standard padding, which is for heads, is not added to it. It is
    /// ignored when features are compared.
    package var isExact = false

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
    package init(focalPoint point: Point) {
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

extension Feature {
    private enum CodingKeys: String, CodingKey { case rectangle, confidence, kind, priority, landmarks, detectorKey, isExact }

    /// Decodes a feature. Without a priority, it is 1.
    ///
    /// - Throws: `DecodingError` for anything else.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            try container.decode(Rect.self, forKey: .rectangle),
            confidence: try container.decode(Double.self, forKey: .confidence),
            kind: try container.decode(Kind.self, forKey: .kind),
            priority: try container.decodeIfPresent(Double.self, forKey: .priority) ?? 1,
            landmarks: try container.decodeIfPresent(Landmarks.self, forKey: .landmarks)
        )
        detectorKey = try container.decodeIfPresent(String.self, forKey: .detectorKey)
        isExact = try container.decodeIfPresent(Bool.self, forKey: .isExact) ?? false
    }

    /// Encodes the feature. A priority of 1 is left out, and so is what is nil or false.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(rectangle, forKey: .rectangle)
        try container.encode(confidence, forKey: .confidence)
        try container.encode(kind, forKey: .kind)
        if priority != 1 { try container.encode(priority, forKey: .priority) }
        try container.encodeIfPresent(landmarks, forKey: .landmarks)
        try container.encodeIfPresent(detectorKey, forKey: .detectorKey)
        if isExact { try container.encode(true, forKey: .isExact) }
    }
}

extension Feature {
    /// The greatest priority.
    package static let greatestPriority = 1000.0

    /// Whether a number can be a priority: above 0, at most 1000.
    package static func isPriority(_ number: Double) -> Bool { number > 0 && number <= greatestPriority }

    /// The priority that counts: 1 for one out of range.
    package var countedPriority: Double { Self.isPriority(priority) ? priority : 1 }

    /// The feature's weight: its area, times the share of detections of this confidence that are right, times its priority.
    package var weight: Double {
        confidence > 0 ? rectangle.area * Self.precision(atConfidence: min(confidence, 1)) * countedPriority : 0
    }

    /// The precision of detections by their confidence, as measured with YuNet on the labeled photos and their harder variants
    /// (docs/detection.md), between these points along straight lines. Sure faces differ little, so that their sizes decide.
    private static func precision(atConfidence confidence: Double) -> Double {
        let points = [(0.0, 0.0), (0.25, 0.25), (0.5, 0.8), (0.65, 0.93), (0.8, 0.985), (1.0, 1.0)]
        guard let above = points.firstIndex(where: { confidence <= $0.0 }), above > 0 else { return points[0].1 }
        let (low, high) = (points[above - 1], points[above])
        return low.1 + (high.1 - low.1) * (confidence - low.0) / (high.0 - low.0)
    }
}
