import ArgumentParser
import BoundedCrop
import BoundedCropRendering

/// The options for detection.
struct DetectionOptions: ParsableArguments {
    @OptionGroup
    var table: TableOptions<DetectionSection>

    @Option(help: ArgumentHelp("Store detections in this folder, and reuse them.", valueName: "folder"), completion: .directory)
    var detectionCache: String?

    mutating func validate() throws {
        try LocalPath.check(detectionCache, for: "--detection-cache")
        try usage { try RequestSettings(table.settings).check { "--\($0)" } }
    }

    /// The names of those that say how faces are found that are hidden in a review.
    static let ofHiding = [RequestOption.detector, .hide, .accuracy, .minFace, .embeddedRegions].map(\.name) + ["detection-cache"]

    /// The names of the options that were given.
    var given: [String] { table.settings.map(\.name) + (detectionCache == nil ? [] : ["detection-cache"]) }

    /// What the options of the table say.
    var crop: RenderRequest.Crop { RequestSettings(table.settings).stage.crop }

    var usesEmbeddedRegions: Bool { table.has(.embeddedRegions) }

    /// What makes crops as these options say.
    ///
    /// - Parameter folder: Where detections are kept unless an option names another folder; nil for nowhere.
    /// - Throws: A usage error for a detector that cannot be used.
    func renderer(cachedIn folder: String? = nil) throws -> ImageRenderer {
        let renderer = OutputOptions.renderer(cachedIn: detectionCache ?? folder)
        _ = try usage {
            do { return try renderer.detector(for: crop) } catch let error as BoundedCropError { throw error.underlying ?? error }
        }
        return renderer
    }
}
