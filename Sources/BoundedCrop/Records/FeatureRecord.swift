/// Something found, as JSON.
package struct FeatureRecord: Encodable, Sendable {
    package let x: Double
    package let y: Double
    package let width: Double
    package let height: Double
    package let confidence: Double
    package let kind: Feature.Kind
    /// Without a crop, nothing is cut: then true.
    package let kept: Bool

    package init(_ feature: Feature, kept: Bool) {
        let rectangle = RectRecord(feature.rectangle)
        (x, y, width, height) = (rectangle.x, rectangle.y, rectangle.width, rectangle.height)
        confidence = RectRecord.rounded(feature.confidence, 1000)
        kind = feature.kind
        self.kept = kept
    }
}

package struct RectRecord: Encodable, Sendable {
    package let x: Double
    package let y: Double
    package let width: Double
    package let height: Double

    package init(_ rectangle: Rect) {
        x = Self.rounded(rectangle.x, 100)
        y = Self.rounded(rectangle.y, 100)
        width = Self.rounded(rectangle.width, 100)
        height = Self.rounded(rectangle.height, 100)
    }

    package static func rounded(_ value: Double, _ steps: Double) -> Double { (value * steps).rounded() / steps }
}

/// A value that is not there, but whose name is.
package struct JSONNull: Encodable, Sendable {
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encodeNil()
    }
}
