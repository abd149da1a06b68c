/// Something in a picture that should stay visible: a face, as a rule.
public struct Feature: Hashable, Sendable, Codable {
    /// What a feature shows. Detectors may make up their own.
    public struct Kind: RawRepresentable, Hashable, Sendable, Codable {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        public static let face = Kind(rawValue: "face")
        /// A rectangle that the caller gave.
        public static let region = Kind(rawValue: "region")
    }

    /// Where it is, in pixels of the upright picture.
    public var rectangle: Rect
    /// How sure the detector is, 0...1.
    public var confidence: Double
    public var kind: Kind
    /// Where eyes, nose and mouth are, from detectors that tell.
    public var landmarks: Landmarks?

    public init(_ rectangle: Rect, confidence: Double = 1, kind: Kind = .face, landmarks: Landmarks? = nil) {
        self.rectangle = rectangle
        self.confidence = confidence
        self.kind = kind
        self.landmarks = landmarks
    }

    /// What keeping it is worth: its area times how sure it is.
    package var weight: Double { rectangle.area * confidence }
}
