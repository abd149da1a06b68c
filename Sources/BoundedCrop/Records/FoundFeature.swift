/// A feature in the JSON of a caller or of a detector program, which may leave out its confidence (1), its kind (a
/// face), its priority (1) and its landmarks.
package struct FoundFeature: Decodable, Sendable {
    private let x: Double
    private let y: Double
    private let width: Double
    private let height: Double
    private let confidence: Double?
    private let kind: Feature.Kind?
    private let priority: Double?
    private let landmarks: Landmarks?

    /// The feature as given; its numbers are not checked.
    package var feature: Feature {
        Feature(
            Rect(x: x, y: y, width: width, height: height),
            confidence: confidence ?? 1,
            kind: kind ?? .face,
            priority: priority ?? 1,
            landmarks: landmarks
        )
    }
}
