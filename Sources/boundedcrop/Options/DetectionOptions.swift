public import ArgumentParser
public import BoundedCrop

/// The options for detection.
struct DetectionOptions: ParsableArguments {
    @Option(
        name: .customLong("accuracy"),
        help: ArgumentHelp(
            "How thoroughly to search: low is fast, high also finds small faces (default: low; high for the effects command).",
            valueName: "low|high"
        )
    )
    var givenAccuracy: DetectionAccuracy?

    @Option(
        name: .customLong("detector"),
        help: ArgumentHelp(
            "The detector: yunet, haar, onnx:FILE, command:PROGRAM (started once for many pictures) or once:PROGRAM (started for each picture); "
                + "yunet,haar runs the second if the first finds nothing, yunet+haar runs both (default: yunet; yunet+haar for the effects command).",
            valueName: "name"
        )
    )
    var givenDetector: String?

    @Option(help: ArgumentHelp("Detect with this OpenCV cascade.", valueName: "file"), completion: .file(extensions: ["xml"]))
    var cascade: String?

    @Option(
        // The value may begin with a minus sign if a rectangle starts left of the picture.
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "A rectangle in pixels of the upright picture: crop keeps it instead of detecting faces, effects hides it too; may be repeated.",
            valueName: "x,y,w,h"
        ),
        transform: DetectionOptions.rectangle
    )
    var region: [Feature] = []

    @Option(
        help: ArgumentHelp(
            "A point to crop around, in pixels of the upright picture, instead of detecting faces; may be repeated.",
            valueName: "x,y"
        ),
        transform: DetectionOptions.focalPoint
    )
    var focal: [Feature] = []

    @Flag(help: "Use the faces listed in a file's metadata (XMP mwg-rs:Regions, EXIF SubjectArea), and detect only if it lists none.")
    var embeddedRegions = false

    @Option(help: ArgumentHelp("The lowest confidence of a face, such as 80%.", valueName: "share"), transform: QuantityOptions.share)
    var minConfidence = DetectionLimits().minimumConfidence

    @Option(
        help: ArgumentHelp(
            "The smallest height of a face, as a share of the long side (low accuracy finds 5%, high finds 2%).",
            valueName: "share"
        ),
        transform: QuantityOptions.share
    )
    var minFace: Double?

    @Option(help: ArgumentHelp("The maximum number of faces; the most confident are kept. Redaction covers all.", valueName: "n"))
    var maxFaces = DetectionLimits().maximumCount

    @Option(help: ArgumentHelp("Store detections in this folder, and reuse them.", valueName: "folder"), completion: .directory)
    var detectionCache: String?

    /// The accuracy for crops.
    var accuracy: DetectionAccuracy { givenAccuracy ?? .low }

    mutating func validate() throws {
        do { _ = try givenDetector.map(DetectorExpression.init) } catch let error as BoundedCropError {
            throw ValidationError("\(error.message).")
        }
        try LocalPath.check(detectionCache, for: "--detection-cache")
        try LocalPath.check(cascade, for: "--cascade")
        if hasPlaces, cascade != nil { throw Self.conflictWithPlaces(of: "--cascade") }
        if maxFaces < 1 { throw ValidationError("--max-faces must be 1 or more, not \(maxFaces).") }
    }

    /// The name of an option that was given; nil if there is none.
    var nameOfGiven: String? {
        nameOfSearch ?? (region.isEmpty ? focal.isEmpty ? nil : "--focal" : "--region")
    }

    /// The name of an option for how faces are found that was given; nil if there is none.
    var nameOfSearch: String? { nameOfSearch(besidesEmbedded: false) }

    /// - Parameter besidesEmbedded: Whether --embedded-regions does not count.
    func nameOfSearch(besidesEmbedded: Bool) -> String? {
        let standard = DetectionLimits()
        return [
            (cascade != nil, "--cascade"), (givenDetector != nil, "--detector"), (givenAccuracy != nil, "--accuracy"),
            (embeddedRegions && !besidesEmbedded, "--embedded-regions"), (minConfidence != standard.minimumConfidence, "--min-confidence"),
            (minFace != standard.minimumSize, "--min-face"), (maxFaces != standard.maximumCount, "--max-faces"),
            (detectionCache != nil, "--detection-cache"),
        ].first(where: \.0)?.1
    }

    private var limits: DetectionLimits {
        var limits = DetectionLimits()
        limits.minimumConfidence = minConfidence
        limits.minimumSize = minFace
        limits.maximumCount = maxFaces
        return limits
    }

    /// Whether places were given, which replace detection.
    var hasPlaces: Bool { !region.isEmpty || !focal.isEmpty }

    /// The detector for crops.
    func makeDetector() throws -> any FeatureDetector {
        if hasPlaces {
            return FixedFeatureDetector(region + focal)
        }
        let found = try cached(makeLookingDetector(unlessGiven: "yunet"))
        return embeddedRegions ? ChainedFeatureDetector([EmbeddedRegionDetector(), found]) : found
    }

    /// The detector that looks for what is hidden, in pixels in memory.
    func makeRedactingDetector() throws -> any FeatureDetector {
        try cached(makeLookingDetector(unlessGiven: "yunet+haar"), hashesPixels: true)
    }

    private func cached(_ detector: any FeatureDetector, hashesPixels: Bool = false) -> any FeatureDetector {
        guard let detectionCache else { return detector }
        return CachingFeatureDetector(detector, folder: detectionCache, hashesPixels: hashesPixels)
    }

    /// - Parameter standard: The name of the detector that is used unless another one was given.
    private func makeLookingDetector(unlessGiven standard: String) throws -> any FeatureDetector {
        do {
            return try cascade.map { try HaarCascadeDetector(contentsOfFile: $0, limits: limits) }
                ?? DetectorExpression(givenDetector ?? standard).makeDetector(limits: limits)
        } catch let error as BoundedCropError {
            throw ValidationError("\(error.message).")
        }
    }

    static func conflictWithPlaces(of name: String) -> ValidationError {
        ValidationError("\(name) and --region or --focal cannot be used together: with --region or --focal, nothing is detected.")
    }

    private static func rectangle(_ text: String) throws -> Feature {
        guard let region = Feature(region: text) else {
            throw ValidationError("A region is x,y,width,height in pixels, such as 120,40,200,240, not “\(text)”.")
        }
        return region
    }

    private static func focalPoint(_ text: String) throws -> Feature {
        guard let point = Feature(focalPoint: text) else {
            throw ValidationError("A focal point is x,y in pixels, such as 120,40, not “\(text)”.")
        }
        return point
    }
}

extension DetectionAccuracy: ExpressibleByArgument {}
extension BoundingScheme: ExpressibleByArgument {}
extension CropRequest.Fallback: ExpressibleByArgument {}
extension CropRequest.Placement: ExpressibleByArgument {}
