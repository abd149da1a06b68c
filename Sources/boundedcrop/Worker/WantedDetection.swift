import BoundedCrop
import BoundedCropRendering

/// How a request wants features to be found, for all its outputs.
struct WantedDetection: Sendable {
    /// The members that say so.
    static let names = options.map(\.jsonName) + ["cascade", "detectionCache"]
    private static let options = CropOption.all.filter { $0.topic == .detection }

    let settings: [CropOption.Setting]
    /// The same in a crop.
    let crop: RenderRequest.Crop
    let renderer: ImageRenderer
    private let folder: String?
    /// The names of the options that the request gives.
    private let given: Set<String>
    /// Nil if the request does not say.
    private let accuracy: DetectionAccuracy?
    /// Whether the request says anything of it.
    let isGiven: Bool

    init(_ members: JSONMembers, _ context: WorkerContext) throws {
        var members = members
        isGiven = !members.isEmpty
        settings = try members.settings(Self.options)
        let cascade = try members.take("cascade", Self.path)
        folder = try members.take("detectionCache", Self.path)
        let said = CropSettings(settings)
        var crop = said.stage.crop
        if let cascade {
            if crop.hasPlaces { throw members.wrong("nothing is detected with “region” or “focal”", in: "cascade") }
            crop.detector = "cascade:\(cascade)"
        }
        self.crop = crop
        given = said.given
        accuracy = said.given.contains(CropOption.accuracy.name) ? crop.accuracy : nil
        renderer = context.renderer(cachedIn: folder)
        do {
            _ = try renderer.detector(for: crop)
        } catch let error as BoundedCropError {
            let cause = error.underlying as? BoundedCropError ?? error
            throw members.wrong(cause.message, in: cascade == nil ? CropOption.detector.jsonName : "cascade")
        }
    }

    /// How to look for what is hidden in whole pictures.
    func search(_ context: WorkerContext) throws -> RedactionSearch {
        if given.contains(CropOption.minConfidence.name) { throw RedactionSearch.confidence { "“\($0.jsonName)”" } }
        if given.contains(CropOption.maxFaces.name) {
            throw BoundedCropError(.invalidArgument, "“maxFaces” is for crops: redact covers all faces")
        }
        if crop.places.contains(where: { $0.kind == .focalPoint }) {
            throw BoundedCropError(.invalidArgument, "“focal” is for crops: hide a place with “region”")
        }
        return try context.search(crop, accuracy: accuracy, cachedIn: folder)
    }

    static func path(_ text: String) throws -> String {
        guard !text.isEmpty, !ObjectStorage.isLocation(text) else {
            throw BoundedCropError(.invalidArgument, "this is not a path on this machine: “\(text)”")
        }
        return text
    }
}

extension JSONMembers {
    /// What options of the table say.
    mutating func settings(_ options: [CropOption]) throws -> [CropOption.Setting] {
        try options.flatMap { option in try take(option.jsonName) { (json: JSONNode) in try option.settings(json) } ?? [] }
    }
}
