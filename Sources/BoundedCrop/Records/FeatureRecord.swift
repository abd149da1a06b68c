/// A feature as JSON.
package struct FeatureRecord: Encodable, Sendable {
    package let x: Double
    package let y: Double
    package let width: Double
    package let height: Double
    package let confidence: Double
    package let kind: Feature.Kind
    /// Without a crop, nothing is cut: then true.
    package let kept: Bool

    init(_ feature: Feature, kept: Bool) {
        let rectangle = RectRecord(feature.rectangle)
        (x, y, width, height) = (rectangle.x, rectangle.y, rectangle.width, rectangle.height)
        confidence = RectRecord.rounded(feature.confidence, 1000)
        kind = feature.kind
        self.kept = kept
    }
}
