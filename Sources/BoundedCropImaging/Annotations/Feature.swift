/// Something in a picture that should stay visible: a face, as a rule.
public struct Feature: Hashable, Sendable, Codable {
    /// What a feature shows. Detectors may make up their own.
    public struct Kind: RawRepresentable, Hashable, Sendable, Codable {
        /// The kind as it stands in JSON, such as `face`.
        public let rawValue: String

        /// A kind from any text, for what your own detector finds: `cat`, `product`.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// A human face. Detectors mark it from the forehead to the chin; the padding adds the rest of the head.
        public static let face = Kind(rawValue: "face")
        /// A rectangle that the caller gave.
        public static let region = Kind(rawValue: "region")
        /// A point that the caller gave, as the pixel that it is in.
        public static let focalPoint = Kind(rawValue: "focalPoint")
    }

    /// Where it is, in pixels of the upright picture.
    public var rectangle: Rect
    /// How sure the detector is, 0...1.
    public var confidence: Double
    /// What it shows. The plan tells, and is the same for all kinds.
    public var kind: Kind
    /// Where eyes, nose and mouth are, from detectors that tell.
    public var landmarks: Landmarks?
    /// The `cacheKey` of the detector that found it, where several were asked: chains and unions set it. Features that differ in nothing else
    /// are equal.
    public var detectorKey: String?

    /// A feature, surely a face unless said otherwise; rectangle and landmarks in pixels of the upright picture.
    public init(_ rectangle: Rect, confidence: Double = 1, kind: Kind = .face, landmarks: Landmarks? = nil) {
        self.rectangle = rectangle
        self.confidence = confidence
        self.kind = kind
        self.landmarks = landmarks
    }

    /// A point to crop around.
    public init(focalPoint point: Point) {
        self.init(Rect(x: point.x.rounded(.down), y: point.y.rounded(.down), width: 1, height: 1), kind: .focalPoint)
    }

    /// Whether both show the same in the same place, with the same confidence.
    public static func == (one: Feature, other: Feature) -> Bool {
        one.rectangle == other.rectangle && one.confidence == other.confidence && one.kind == other.kind && one.landmarks == other.landmarks
    }

    /// Feeds what `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(rectangle)
        hasher.combine(confidence)
        hasher.combine(kind)
        hasher.combine(landmarks)
    }

    /// The same feature in another scale of its picture.
    package func scaled(x horizontal: Double, y vertical: Double) -> Feature {
        var feature = self
        feature.rectangle = rectangle.scaled(x: horizontal, y: vertical)
        feature.landmarks = landmarks?.map { Point(x: $0.x * horizontal, y: $0.y * vertical) }
        return feature
    }

    /// The same feature in a picture whose origin lies elsewhere.
    package func moved(x horizontal: Double, y vertical: Double) -> Feature {
        var feature = self
        feature.rectangle = rectangle.moved(x: horizontal, y: vertical)
        feature.landmarks = landmarks?.map { Point(x: $0.x + horizontal, y: $0.y + vertical) }
        return feature
    }

    /// The same feature with numbers that JSON can hold: a confidence that is not finite is the end of its range that it lies at, or 0, and
    /// landmarks that are not finite are left out. The rectangle is as it was.
    package var finite: Feature {
        var feature = self
        if !confidence.isFinite { feature.confidence = confidence > 0 ? 1 : 0 }
        if landmarks?.isFinite == false { feature.landmarks = nil }
        return feature
    }

    /// What keeping it is worth: its area, a tenth of which depends on how sure the detector is. That decides between equals; more would
    /// let chance differences in confidence outweigh the size of faces.
    package var weight: Double { confidence > 0 ? rectangle.area * (0.9 + 0.1 * min(confidence, 1)) : 0 }
}
