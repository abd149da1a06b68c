import BoundedCrop
import BoundedCropRendering

/// How a request wants features to be found, for all its outputs.
struct WantedDetection: Sendable {
    /// The members that say so.
    static let names = options.map(\.jsonName) + ["detectionCache"]
    private static let options = RequestOption.all([.detection], on: .crops)

    let settings: [RequestOption.Setting]
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
        folder = try members.take("detectionCache", Self.path)
        let said = RequestSettings(settings)
        do { try said.check(called: RequestOption.memberName) } catch let error as BoundedCropError { throw members.wrong(error) }
        crop = said.stage.crop
        given = said.given
        accuracy = said.has(.accuracy) ? crop.accuracy : nil
        renderer = context.renderer(cachedIn: folder)
        do {
            _ = try renderer.detector(for: crop)
        } catch let error as BoundedCropError {
            let cause = error.underlying as? BoundedCropError ?? error
            throw members.wrong(cause.message, in: (said.has(.cascade) ? RequestOption.cascade : .detector).jsonName)
        }
    }

    /// How to look for what is hidden in whole pictures.
    func search(_ context: WorkerContext) throws -> RedactionSearch {
        if given.contains(RequestOption.minConfidence.name) { throw RedactionSearch.confidence { "“\($0.jsonName)”" } }
        if given.contains(RequestOption.maxFaces.name) {
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
    /// Whether the pixels are asked for as they are, instead of a format.
    mutating func takesPixels() throws -> Bool {
        guard case .text("rgba")? = try peek(RequestOption.format.jsonName, as: JSONNode.self) else { return false }
        let _: String? = try take(RequestOption.format.jsonName)
        return true
    }

    /// What options of the table say.
    mutating func settings(_ options: [RequestOption]) throws -> [RequestOption.Setting] {
        try options.flatMap { option in try take(option.jsonName) { (json: JSONNode) in try option.settings(json) } ?? [] }
    }
}
