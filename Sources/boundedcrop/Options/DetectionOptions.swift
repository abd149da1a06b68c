import ArgumentParser
import BoundedCrop
import BoundedCropRendering

/// The options for detection.
struct DetectionOptions: ParsableArguments {
    @Option(.accuracy) var accuracy: CropOption.Setting?
    @Option(.detector) var detector: CropOption.Setting?

    @Option(help: ArgumentHelp("Detect with this OpenCV cascade.", valueName: "file"), completion: .file(extensions: ["xml"]))
    var cascade: String?

    @Option(.region) var region: [CropOption.Setting]
    @Option(.focal) var focal: [CropOption.Setting]
    @Flag(.embeddedRegions) var embeddedRegions: Bool
    @Option(.minConfidence) var minConfidence: CropOption.Setting?
    @Option(.minFace) var minFace: CropOption.Setting?
    @Option(.maxFaces) var maxFaces: CropOption.Setting?

    @Option(help: ArgumentHelp("Store detections in this folder, and reuse them.", valueName: "folder"), completion: .directory)
    var detectionCache: String?

    /// The options of the table that were given.
    var given: [CropOption.Setting?] {
        [accuracy, detector, CropOption.embeddedRegions.setting(if: embeddedRegions), minConfidence, minFace, maxFaces] + region
            + focal
    }

    /// What they say.
    private var crop: RenderRequest.Crop { CropSettings(given).stage.crop }
    /// The places that are kept or hidden, whatever is detected.
    var places: [Feature] { crop.places }

    /// The accuracy for crops.
    var cropAccuracy: DetectionAccuracy { crop.accuracy }

    /// The accuracy for hiding, where missing a face is worse.
    var redactionAccuracy: DetectionAccuracy { accuracy == nil ? .high : cropAccuracy }

    mutating func validate() throws {
        try LocalPath.check(detectionCache, for: "--detection-cache")
        try LocalPath.check(cascade, for: "--cascade")
        if hasPlaces, cascade != nil { throw Self.conflictWithPlaces(of: "--cascade") }
    }

    /// The name of an option that was given; nil if there is none.
    var nameOfGiven: String? {
        nameOfSearch ?? (region.isEmpty ? focal.isEmpty ? nil : "--focal" : "--region")
    }

    /// The name of an option for how faces are found that was given; nil if there is none.
    var nameOfSearch: String? { nameOfSearch(besidesEmbedded: false) }

    /// - Parameter besidesEmbedded: Whether --embedded-regions does not count.
    func nameOfSearch(besidesEmbedded: Bool) -> String? {
        [
            (cascade != nil, "--cascade"), (detector != nil, "--detector"), (accuracy != nil, "--accuracy"),
            (embeddedRegions && !besidesEmbedded, "--embedded-regions"), (minConfidence != nil, "--min-confidence"),
            (minFace != nil, "--min-face"), (maxFaces != nil, "--max-faces"), (detectionCache != nil, "--detection-cache"),
        ].first(where: \.0)?.1
    }

    /// Whether places were given, which replace detection.
    var hasPlaces: Bool { !region.isEmpty || !focal.isEmpty }

    /// The detector for crops.
    ///
    /// - Parameters:
    ///   - folder: Where detections are kept unless an option names another folder; nil for nowhere.
    ///   - keepsNew: Whether new ones are added there.
    func makeDetector(cachedIn folder: String? = nil, keepsNew: Bool = true) throws -> any FeatureDetector {
        if hasPlaces { return FixedFeatureDetector(places) }
        let detector = try makeLookingDetector(unlessGiven: "yunet")
        let found =
            (detectionCache ?? folder).map { folder -> any FeatureDetector in
                CachingFeatureDetector(detector, folder: folder, hashesPixels: false, writes: keepsNew)
            } ?? detector
        return embeddedRegions ? ChainedFeatureDetector([EmbeddedRegionDetector(), found]) : found
    }

    /// The detector that looks for what is hidden, in pixels in memory.
    func makeRedactingDetector() throws -> any FeatureDetector {
        let detector = try makeLookingDetector(unlessGiven: "yunet+haar")
        guard let detectionCache else { return detector }
        return CachingFeatureDetector(detector, folder: detectionCache, hashesPixels: true)
    }

    /// - Parameter standard: The name of the detector that is used unless another one was given.
    private func makeLookingDetector(unlessGiven standard: String) throws -> any FeatureDetector {
        do {
            let crop = crop
            return try cascade.map { try HaarCascadeDetector(contentsOfFile: $0, limits: crop.limits) }
                ?? DetectorExpression(crop.detector ?? standard).makeDetector(limits: crop.limits)
        } catch let error as BoundedCropError {
            throw ValidationError("\(error.message).")
        }
    }

    static func conflictWithPlaces(of name: String) -> ValidationError {
        ValidationError("\(name) and --region or --focal cannot be used together: with --region or --focal, nothing is detected.")
    }
}
