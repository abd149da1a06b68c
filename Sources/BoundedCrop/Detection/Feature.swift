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

    public init(_ rectangle: Rect, confidence: Double = 1, kind: Kind = .face) {
        self.rectangle = rectangle
        self.confidence = confidence
        self.kind = kind
    }

    /// What keeping it is worth: its area times how sure it is; nothing when that is no number.
    package var weight: Double { confidence > 0 ? rectangle.area * min(confidence, 1) : 0 }
}
