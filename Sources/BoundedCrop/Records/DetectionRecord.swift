/// What is told of the features found in a picture, as JSON. The names are a contract, and as in `CropRecord`.
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
}
