/// A crop as JSON: one line of `boundedcrop crop --json`, and the service's answer. The field names are stable, and `JSONDecoder` can read
/// the record back.
package struct CropRecord: Codable, Hashable, Sendable {
    /// The file as named on the command line, or the picture as requested from the service; empty for an upload.
    package var file: String
    /// The orientation of the stored picture.
    package var orientation: ImageOrientation
    /// The name of the detector.
    package var detector: String
    /// The accuracy of the detection.
    package var accuracy: DetectionAccuracy
    /// Where the picture is cropped and why. JSON has coordinates rounded to 0.01 pixels and confidences rounded to 0.001.
    package var plan: CropPlan
    /// The number of the face that the crop is for, if each has one: from 1 in the order asked for, 0 for a picture without faces. Nil, and left
    /// out of JSON, for a crop that is for all of them.
    package var face: Int?
    /// The name that this face was given; nil, and left out of JSON, without one.
    package var name: String?
    /// How many times the output enlarges what it shows of the picture; nil, and left out of JSON, for 1.25 or less.
    package var enlarged: Double?
    /// What was decoded of a RAW photo; nil, and left out of JSON, for other formats.
    package var raw: Rendition?
    /// What speaks against it as a photo for a document; left out of JSON without any.
    package var faults: [PortraitFault] = []
    /// The animation, if every frame is cropped; nil for a still picture.
    package var animation: AnimationRecord?
    /// The written file; nil for a plan only.
    package var output: OutputRecord?
    /// What there is to say of given places that reach beyond the picture, of files beside it, and of faces that were left out; empty, and left
    /// out of JSON, if there is nothing.
    package var warnings: [String]
    /// What was corrected by hand, by the names of the options; empty, and left out of JSON, for nothing.
    package var corrected: [String]
    /// How many faces the effect `redact` covered in the output; nil without that effect, and left out of JSON.
    package var covered: Int?
    /// The places that it covered; nil without that effect, and left out of JSON.
    package var covers: [CoverRecord]?

    /// Creates a record of a crop; `output` is nil for a plan only.
    package init(
        file: String,
        orientation: ImageOrientation,
        detector: String,
        accuracy: DetectionAccuracy,
        plan: CropPlan,
        output: OutputRecord?
    ) {
        self.init(file: file, orientation: orientation, detector: detector, accuracy: accuracy, plan: plan, animation: nil, output: output)
    }

    /// Creates a record from its parts.
    package init(
        file: String,
        orientation: ImageOrientation,
        detector: String,
        accuracy: DetectionAccuracy,
        plan: CropPlan,
        animation: AnimationRecord? = nil,
        output: OutputRecord?,
        covered: Int? = nil,
        covers: [CoverRecord]? = nil,
        face: Int? = nil,
        warnings: [String] = [],
        corrected: [String] = []
    ) {
        self.file = file
        self.orientation = orientation
        self.detector = detector
        self.accuracy = accuracy
        self.plan = plan
        self.animation = animation
        self.output = output
        self.covered = covered
        self.covers = covers
        self.face = face
        self.warnings = warnings
        self.corrected = corrected
    }

    private enum CodingKeys: String, CodingKey {
        case file, width, height, orientation, detector, accuracy, scheme, aspect, features, bounds, fallback, reason, crop, turn,
            outputTurn, placement, aligned, keep, face, name, enlarged, raw, faults, animation, output, covered, covers, warnings,
            corrected
    }

    /// Decodes a record.
    ///
    /// - Throws: `DecodingError` for anything else.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        file = try container.decode(String.self, forKey: .file)
        orientation = try container.decode(ImageOrientation.self, forKey: .orientation)
        detector = try container.decode(String.self, forKey: .detector)
        accuracy = try container.decode(DetectionAccuracy.self, forKey: .accuracy)
        output = try container.decodeIfPresent(OutputRecord.self, forKey: .output)
        covered = try container.decodeIfPresent(Int.self, forKey: .covered)
        covers = try container.decodeIfPresent([CoverRecord].self, forKey: .covers)
        face = try container.decodeIfPresent(Int.self, forKey: .face)
        name = try container.decodeIfPresent(String.self, forKey: .name)
        enlarged = try container.decodeIfPresent(Double.self, forKey: .enlarged)
        raw = try container.decodeIfPresent(Rendition.self, forKey: .raw)
        faults = try container.decodeIfPresent([PortraitFault].self, forKey: .faults) ?? []
        warnings = try container.decodeIfPresent([String].self, forKey: .warnings) ?? []
        corrected = try container.decodeIfPresent([String].self, forKey: .corrected) ?? []
        animation = try container.decodeIfPresent(AnimationRecord.self, forKey: .animation)
        let text = try container.decode(String.self, forKey: .aspect)
        let sides = text.split(separator: ":").compactMap { Int($0) }.filter { $0 > 0 }
        guard let aspect = sides.count == 2 ? AspectRatio(sides[0], sides[1]) : nil else {
            throw DecodingError.dataCorruptedError(forKey: .aspect, in: container, debugDescription: "“\(text)” is not an aspect ratio")
        }
        plan = CropPlan(
            size: PixelSize(
                width: try container.decode(Int.self, forKey: .width),
                height: try container.decode(Int.self, forKey: .height)
            ),
            aspect: aspect,
            scheme: try container.decode(BoundingScheme.self, forKey: .scheme),
            features: try container.decode([FeatureRecord].self, forKey: .features).map(\.planned),
            bounds: try container.decodeIfPresent(Rect.self, forKey: .bounds),
            crop: try container.decode(PixelRect.self, forKey: .crop),
            reason: try container.decode(CropPlan.Reason.self, forKey: .reason),
            fallback: try container.decodeIfPresent(CropRequest.Fallback.self, forKey: .fallback),
            turn: try container.decodeIfPresent(QuarterTurn.self, forKey: .turn),
            outputTurn: try container.decodeIfPresent(QuarterTurn.self, forKey: .outputTurn),
            placement: try container.decodeIfPresent(CropRequest.Placement.self, forKey: .placement),
            aligned: try container.decodeIfPresent(AlignedFrame.self, forKey: .aligned),
            kept: try container.decodeIfPresent(KeptKinds.self, forKey: .keep)
        )
    }

    /// Encodes the record. `bounds`, `fallback` and `output` are null if absent; `turn`, `outputTurn`, `placement`, `aligned`,
    /// `keep`, `face`, `name`, `enlarged`, `raw`, `animation`, `covered`, `covers`, and `faults`, `warnings`
    /// and `corrected` without entries are left out.
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
        try container.encode(plan.features.map { FeatureRecord($0) }, forKey: .features)
        try container.encode(plan.bounds.map(RectRecord.init), forKey: .bounds)
        try container.encode(plan.fallback, forKey: .fallback)
        try container.encode(plan.reason, forKey: .reason)
        try container.encode(plan.crop, forKey: .crop)
        try container.encodeIfPresent(plan.turn, forKey: .turn)
        try container.encodeIfPresent(plan.outputTurn, forKey: .outputTurn)
        try container.encodeIfPresent(plan.placement, forKey: .placement)
        try container.encodeIfPresent(plan.aligned?.rounded, forKey: .aligned)
        try container.encodeIfPresent(plan.kept, forKey: .keep)
        try container.encodeIfPresent(face, forKey: .face)
        try container.encodeIfPresent(name, forKey: .name)
        try container.encodeIfPresent(enlarged, forKey: .enlarged)
        try container.encodeIfPresent(raw, forKey: .raw)
        if !faults.isEmpty { try container.encode(faults, forKey: .faults) }
        try container.encodeIfPresent(animation, forKey: .animation)
        try container.encode(output, forKey: .output)
        try container.encodeIfPresent(covered, forKey: .covered)
        try container.encodeIfPresent(covers, forKey: .covers)
        if !warnings.isEmpty { try container.encode(warnings, forKey: .warnings) }
        if !corrected.isEmpty { try container.encode(corrected, forKey: .corrected) }
    }
}

/// A place that redactions covered, as JSON.
package struct CoverRecord: Codable, Hashable, Sendable {
    /// The left edge of what was found or given, without the margin, in pixels of the upright picture, rounded to 0.01 as all others.
    package var x: Double
    /// The top edge.
    package var y: Double
    /// The width.
    package var width: Double
    /// The height.
    package var height: Double
    /// The numbers of the frames in which it was covered, from 0; nil and left out for one picture.
    package var frames: [Int]?

    /// Creates a record.
    package init(_ rectangle: Rect, frames: [Int]? = nil) {
        let rounded = RectRecord(rectangle)
        (x, y, width, height) = (rounded.x, rounded.y, rounded.width, rounded.height)
        self.frames = frames
    }
}

/// A feature in the JSON of a caller or of a detector program, which may leave out its confidence (1), its kind (a
/// face), its priority (1) and its landmarks.
package struct FoundFeature: Decodable, Sendable {
    private let x: Double
    private let y: Double
    private let width: Double
    private let height: Double
    private let confidence: Double?
    private let kind: Feature.Kind?
    private let priority: Double?
    private let landmarks: Landmarks?

    /// The feature as given; its numbers are not checked.
    package var feature: Feature {
        Feature(
            Rect(x: x, y: y, width: width, height: height),
            confidence: confidence ?? 1,
            kind: kind ?? .face,
            priority: priority ?? 1,
            landmarks: landmarks
        )
    }
}

/// The file that a crop was written to, as JSON.
package struct OutputRecord: Codable, Hashable, Sendable {
    /// The file's path; empty for an answer of the service.
    package var file: String
    /// The width in pixels.
    package var width: Int
    /// The height in pixels.
    package var height: Int
    /// The format of the file.
    package var format: ImageFormat
    /// The length of the file in bytes.
    package var bytes: Int

    /// Creates a record from its parts.
    package init(file: String, size: PixelSize, format: ImageFormat, bytes: Int) {
        self.file = file
        width = size.width
        height = size.height
        self.format = format
        self.bytes = bytes
    }
}

/// A rectangle as JSON, rounded to 0.01 pixels.
struct RectRecord: Encodable {
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
