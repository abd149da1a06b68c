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
    @Option(.hide) var hide: CropOption.Setting?

    @Option(help: ArgumentHelp("Store detections in this folder, and reuse them.", valueName: "folder"), completion: .directory)
    var detectionCache: String?

    /// The options of the table that were given.
    var given: [CropOption.Setting?] {
        [accuracy, detector, CropOption.embeddedRegions.setting(if: embeddedRegions), minConfidence, minFace, maxFaces, hide]
            + region + focal
    }

    /// What they and others say.
    func stage(_ others: [CropOption.Setting?] = []) -> RenderRequest.Stage {
        var stage = CropSettings(others + given).stage
        if let cascade { stage.crop.detector = "cascade:\(cascade)" }
        return stage
    }

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
            (minFace != nil, "--min-face"), (maxFaces != nil, "--max-faces"), (hide != nil, "--hide"),
            (detectionCache != nil, "--detection-cache"),
        ].first(where: \.0)?.1
    }

    /// Whether places were given, which replace detection.
    var hasPlaces: Bool { !region.isEmpty || !focal.isEmpty }

    /// What makes crops as these options say.
    ///
    /// - Parameter folder: Where detections are kept unless an option names another folder; nil for nowhere.
    /// - Throws: A usage error for a detector that cannot be used.
    func renderer(cachedIn folder: String? = nil) throws -> ImageRenderer {
        let renderer = OutputOptions.renderer(cachedIn: detectionCache ?? folder)
        _ = try usage {
            do { return try renderer.detector(for: stage().crop) } catch let error as BoundedCropError { throw error.underlying ?? error }
        }
        return renderer
    }

    static func conflictWithPlaces(of name: String) -> ValidationError {
        ValidationError("\(name) and --region or --focal cannot be used together: with --region or --focal, nothing is detected.")
    }
}
