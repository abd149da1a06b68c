/// A feature as JSON: its rectangle rounded to 0.01 pixels, its confidence and its priority rounded to 0.001, its roll to 0.01
/// degrees, its landmarks to 0.01 pixels.
package struct FeatureRecord: Codable, Hashable, Sendable {
    /// The left edge, in pixels of the upright picture.
    package var x: Double
    /// The top edge, in pixels of the upright picture.
    package var y: Double
    /// The width in pixels.
    package var width: Double
    /// The height in pixels.
    package var height: Double
    /// The detector's confidence, 0...1.
    package var confidence: Double
    /// The kind of the feature.
    package var kind: Feature.Kind
    /// The priority, 0.001...1000; nil and left out if it is 1.
    package var priority: Double?
    /// Whether the crop contains the whole feature; true if nothing is cropped.
    package var kept: Bool
    /// By how much the feature is turned, in degrees clockwise, as `Feature.roll`; nil and left out if that is unknown.
    package var roll: Double?
    /// The positions of eyes, nose and mouth; nil and left out if they are unknown.
    package var landmarks: Landmarks?

    /// Creates a record of a feature.
    package init(_ feature: Feature, kept: Bool) {
        let rectangle = RectRecord(feature.rectangle)
        (x, y, width, height) = (rectangle.x, rectangle.y, rectangle.width, rectangle.height)
        confidence = RectRecord.rounded(feature.confidence, 1000)
        kind = feature.kind
        priority = Self.rounded(priority: feature.countedPriority)
        self.kept = kept
        roll = feature.roll.map(Self.rounded)
        landmarks = feature.finite.landmarks?.map { Point(x: RectRecord.rounded($0.x, 100), y: RectRecord.rounded($0.y, 100)) }
    }

    package init(_ planned: CropPlan.PlannedFeature) {
        self.init(planned.feature, kept: planned.kept)
        roll = planned.roll.map(Self.rounded)
    }

    /// Nil for 1. It stays above 0.
    static func rounded(priority: Double) -> Double? {
        let rounded = max(RectRecord.rounded(priority, 1000), 0.001)
        return rounded == 1 ? nil : rounded
    }

    /// -180 is 180, and 0 has no sign.
    private static func rounded(_ roll: Double) -> Double {
        let degrees = RectRecord.rounded(roll, 100) + 0
        return degrees > -180 ? degrees : 180
    }

    /// The feature, as exact as its JSON.
    package var feature: Feature {
        Feature(
            Rect(x: x, y: y, width: width, height: height),
            confidence: confidence,
            kind: kind,
            priority: priority ?? 1,
            landmarks: landmarks
        )
    }

    var planned: CropPlan.PlannedFeature { .init(feature: feature, kept: kept, roll: roll) }
}
