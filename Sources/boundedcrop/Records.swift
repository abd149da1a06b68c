import BoundedCrop

/// The JSON that `crop` and `detect` print. The names are a contract: other programs read them.
struct CropRecord: Encodable, Sendable {
    let file: String
    let orientation: ImageOrientation
    let detector: String
    let accuracy: DetectionAccuracy
    let plan: CropPlan
    let output: OutputRecord?

    private enum CodingKeys: String, CodingKey {
        case file, width, height, orientation, detector, accuracy, scheme, aspect, features, bounds, fallback, reason, crop, output
    }

    func encode(to encoder: any Encoder) throws {
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

    /// The same for people.
    var summary: String {
        let crop = plan.crop
        let faces = plan.features.count
        let kept = plan.features.filter(\.kept).count
        let why = faces == 0 ? plan.fallback.map { "nothing found, \($0.rawValue)" } ?? "centre" : "\(kept) of \(faces) faces whole"
        let target = output.map { " -> \($0.file) \($0.width)x\($0.height) \(($0.bytes + 512) / 1024) KB" } ?? ""
        return "\(file): \(crop.width)x\(crop.height)+\(crop.x)+\(crop.y) of \(plan.size), \(why)\(target)"
    }
}

struct OutputRecord: Encodable, Sendable {
    let file: String
    let width: Int
    let height: Int
    let format: ImageFormat
    let bytes: Int

    init(file: String, size: PixelSize, format: ImageFormat, bytes: Int) {
        self.file = file
        width = size.width
        height = size.height
        self.format = format
        self.bytes = bytes
    }
}

struct DetectionRecord: Encodable, Sendable {
    let file: String
    let width: Int
    let height: Int
    let orientation: Int
    let detector: String
    let accuracy: DetectionAccuracy
    let features: [FeatureRecord]
    let fallback = JSONNull()

    init(file: String, size: PixelSize, orientation: ImageOrientation, detector: String, accuracy: DetectionAccuracy, features: [Feature]) {
        self.file = file
        width = size.width
        height = size.height
        self.orientation = orientation.rawValue
        self.detector = detector
        self.accuracy = accuracy
        self.features = features.map { FeatureRecord($0, kept: true) }
    }

    /// A line for each feature, fields between tabs; nil when there is none.
    var summary: String? {
        let lines = features.map { feature in
            let box = [feature.x, feature.y, feature.width, feature.height].map { String(Int($0.rounded())) }.joined(separator: ",")
            return "\(file)\t\(box)\t\(feature.confidence)\t\(feature.kind.rawValue)"
        }
        return lines.isEmpty ? nil : lines.joined(separator: "\n")
    }
}

struct FeatureRecord: Encodable, Sendable {
    let x: Double
    let y: Double
    let width: Double
    let height: Double
    let confidence: Double
    let kind: Feature.Kind
    /// Without a crop, nothing is cut: then true.
    let kept: Bool

    init(_ feature: Feature, kept: Bool) {
        let rectangle = RectRecord(feature.rectangle)
        (x, y, width, height) = (rectangle.x, rectangle.y, rectangle.width, rectangle.height)
        confidence = RectRecord.rounded(feature.confidence, 1000)
        kind = feature.kind
        self.kept = kept
    }
}

struct RectRecord: Encodable, Sendable {
    let x: Double
    let y: Double
    let width: Double
    let height: Double

    init(_ rectangle: Rect) {
        x = Self.rounded(rectangle.x, 100)
        y = Self.rounded(rectangle.y, 100)
        width = Self.rounded(rectangle.width, 100)
        height = Self.rounded(rectangle.height, 100)
    }

    static func rounded(_ value: Double, _ steps: Double) -> Double { (value * steps).rounded() / steps }
}

/// A value that is not there, but whose name is.
struct JSONNull: Encodable, Sendable {
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encodeNil()
    }
}

struct SkippedRecord: Encodable, Sendable {
    let file: String
    let skipped: String
}

struct ErrorRecord: Encodable, Sendable {
    struct Body: Encodable, Sendable {
        let code: String
        let message: String
    }

    let file: String
    let error: Body

    init(file: String, _ error: BoundedCropError) {
        self.file = file
        self.error = Body(code: error.code.rawValue, message: error.message)
    }
}
