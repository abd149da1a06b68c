/// A feature as JSON: its rectangle rounded to 0.01 pixels, its confidence rounded to 0.001.
public struct FeatureRecord: Codable, Hashable, Sendable {
    /// The left edge, in pixels of the upright picture.
    public var x: Double
    /// The top edge, in pixels of the upright picture.
    public var y: Double
    /// The width in pixels.
    public var width: Double
    /// The height in pixels.
    public var height: Double
    /// The detector's confidence, 0...1.
    public var confidence: Double
    /// The kind of the feature.
    public var kind: Feature.Kind
    /// Whether the crop contains the whole feature; true if nothing is cropped.
    public var kept: Bool

    /// Creates a record of a feature.
    public init(_ feature: Feature, kept: Bool) {
        let rectangle = RectRecord(feature.rectangle)
        (x, y, width, height) = (rectangle.x, rectangle.y, rectangle.width, rectangle.height)
        confidence = RectRecord.rounded(feature.confidence, 1000)
        kind = feature.kind
        self.kept = kept
    }

    /// The feature, without what JSON does not contain.
    public var feature: Feature {
        Feature(Rect(x: x, y: y, width: width, height: height), confidence: confidence, kind: kind)
    }

    var planned: CropPlan.PlannedFeature { .init(feature: feature, kept: kept) }
}
