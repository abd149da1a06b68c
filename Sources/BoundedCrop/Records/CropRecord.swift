/// What is told of a crop as JSON, by the command and the service alike. The names are a contract: other programs read them.
package struct CropRecord: Encodable, Sendable {
    package let file: String
    package let orientation: ImageOrientation
    package let detector: String
    package let accuracy: DetectionAccuracy
    package let plan: CropPlan
    package let output: OutputRecord?

    package init(
        file: String,
        orientation: ImageOrientation,
        detector: String,
        accuracy: DetectionAccuracy,
        plan: CropPlan,
        output: OutputRecord?
    ) {
        self.file = file
        self.orientation = orientation
        self.detector = detector
        self.accuracy = accuracy
        self.plan = plan
        self.output = output
    }

    private enum CodingKeys: String, CodingKey {
        case file, width, height, orientation, detector, accuracy, scheme, aspect, features, bounds, fallback, reason, crop, output
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(file, forKey: .file)
        try container.encode(plan.size.width, forKey: .width)
        try container.encode(plan.size.height, forKey: .height)
        try container.encode(orientation.rawValue, forKey: .orientation)
        try container.encode(detector, forKey: .detector)
        try container.encode(accuracy, forKey: .accuracy)
        try container.encode(plan.scheme, forKey: .scheme)
        try container.encode(plan.aspect.description, forKey: .aspect)
        try container.encode(plan.features.map { FeatureRecord($0.feature, kept: $0.kept) }, forKey: .features)
        // Encoded even where there is none, as null.
        try container.encode(plan.bounds.map(RectRecord.init), forKey: .bounds)
        try container.encode(plan.fallback, forKey: .fallback)
        try container.encode(plan.reason, forKey: .reason)
        try container.encode(plan.crop, forKey: .crop)
        try container.encode(output, forKey: .output)
    }
}
