/// The features of a picture as JSON: one line of `boundedcrop detect --json`. The field names are stable and match those of `CropRecord`.
package struct DetectionRecord: Codable, Hashable, Sendable {
    /// The file as named on the command line.
    package var file: String
    /// The width of the upright picture.
    package var width: Int
    /// The height of the upright picture.
    package var height: Int
    /// The orientation of the stored picture.
    package var orientation: ImageOrientation
    /// The name of the detector.
    package var detector: String
    /// The accuracy of the detection.
    package var accuracy: DetectionAccuracy
    /// The features found.
    package var features: [FeatureRecord]
    /// What is likely, but not sure enough to be a feature: `/plan` takes it into account as crops of the picture do.
    package var likely: [FeatureRecord]

    /// Creates a record from its parts.
    package init(
        file: String,
        size: PixelSize,
        orientation: ImageOrientation,
        detector: String,
        accuracy: DetectionAccuracy,
        features: [Feature],
        likely: [Feature] = []
    ) {
        self.file = file
        width = size.width
        height = size.height
        self.orientation = orientation
        self.detector = detector
        self.accuracy = accuracy
        self.features = features.map { FeatureRecord($0, kept: true) }
        self.likely = likely.map { FeatureRecord($0, kept: true) }
    }

    private enum CodingKeys: String, CodingKey {
        case file, width, height, orientation, detector, accuracy, features, likely, fallback
    }

    /// Decodes a record.
    ///
    /// - Throws: `DecodingError` for anything else.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        file = try container.decode(String.self, forKey: .file)
        width = try container.decode(Int.self, forKey: .width)
        height = try container.decode(Int.self, forKey: .height)
        orientation = try container.decode(ImageOrientation.self, forKey: .orientation)
        detector = try container.decode(String.self, forKey: .detector)
        accuracy = try container.decode(DetectionAccuracy.self, forKey: .accuracy)
        features = try container.decode([FeatureRecord].self, forKey: .features)
        likely = try container.decodeIfPresent([FeatureRecord].self, forKey: .likely) ?? []
    }

    /// Encodes the record. `likely` is left out if it is empty, and `fallback` is always null, because nothing is cropped.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(file, forKey: .file)
        try container.encode(width, forKey: .width)
        try container.encode(height, forKey: .height)
        try container.encode(orientation.rawValue, forKey: .orientation)
        try container.encode(detector, forKey: .detector)
        try container.encode(accuracy, forKey: .accuracy)
        try container.encode(features, forKey: .features)
        if !likely.isEmpty { try container.encode(likely, forKey: .likely) }
        try container.encodeNil(forKey: .fallback)
    }
}
