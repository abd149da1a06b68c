/// What was found in a picture, as JSON: by the command and by the service.
package struct DetectionRecord: Encodable, Sendable {
    package let file: String
    package let width: Int
    package let height: Int
    package let orientation: Int
    package let detector: String
    package let accuracy: DetectionAccuracy
    package let features: [FeatureRecord]
    package let fallback = JSONNull()

    package init(
        file: String,
        size: PixelSize,
        orientation: ImageOrientation,
        detector: String,
        accuracy: DetectionAccuracy,
        features: [Feature]
    ) {
        self.file = file
        width = size.width
        height = size.height
        self.orientation = orientation.rawValue
        self.detector = detector
        self.accuracy = accuracy
        self.features = features.map { FeatureRecord($0, kept: true) }
    }

    /// A line for each feature, fields between tabs; nil when there is none.
    package var summary: String? {
        let lines = features.map { feature in
            let box = [feature.x, feature.y, feature.width, feature.height].map { String(Int($0.rounded())) }.joined(separator: ",")
            return "\(file)\t\(box)\t\(feature.confidence)\t\(feature.kind.rawValue)"
        }
        return lines.isEmpty ? nil : lines.joined(separator: "\n")
    }
}
