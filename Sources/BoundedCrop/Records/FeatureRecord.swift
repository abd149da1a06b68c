/// A feature as JSON: its rectangle to a hundredth of a pixel, its confidence to a thousandth.
public struct FeatureRecord: Codable, Hashable, Sendable {
    /// The left edge, in pixels of the upright picture.
    public var x: Double
    /// The top edge, in pixels of the upright picture.
    public var y: Double
    /// The width in pixels.
    public var width: Double
    /// The height in pixels.
    public var height: Double
    /// How sure the detector is, 0...1.
    public var confidence: Double
    /// What the feature shows.
    public var kind: Feature.Kind
    /// Whether the crop holds the whole feature; true where nothing is cropped.
    public var kept: Bool

    /// A record of a feature.
    public init(_ feature: Feature, kept: Bool) {
        let rectangle = RectRecord(feature.rectangle)
        (x, y, width, height) = (rectangle.x, rectangle.y, rectangle.width, rectangle.height)
        confidence = RectRecord.rounded(feature.confidence, 1000)
        kind = feature.kind
        self.kept = kept
    }

    /// The feature, as far as JSON tells.
    public var feature: Feature {
        Feature(Rect(x: x, y: y, width: width, height: height), confidence: confidence, kind: kind)
    }

    var planned: CropPlan.PlannedFeature { .init(feature: feature, kept: kept) }
}
