import BoundedCrop
import BoundedCropEffects
import BoundedCropRendering
import FoundationEssentials

/// What one line asks for.
struct WorkerRequest: Sendable {
    enum Wish: Sendable {
        case features
        case plans([WantedCrop])
        case crops([WantedCrop])
    }

    let origin: PictureOrigin
    let detection: WantedDetection
    /// How to look for what is hidden, if the request says how, and is about whole pictures.
    private let redaction: RedactionSearch?
    private let renderer: ImageRenderer
    let keepsProfile: Bool
    private(set) var wish: Wish

    /// Throws `DecodingError` and `invalidArgument` for anything that is wrong with the request.
    init(_ members: JSONMembers, _ context: WorkerContext) throws {
        var members = members
        origin = try members.require("source")
        let outputs: [JSONMembers]? = try members.take("outputs")
        let (onlyFeatures, onlyPlans) = (try members.flag("features"), try members.flag("plan"))
        let looking = members.split(WantedDetection.names)
        var picture = members.split(["keepProfile"] + WantedCrop.OfPicture.names)
        let shared = members.split(WantedCrop.sharedNames)
        try members.checkEnd()
        let detection = try WantedDetection(looking, context)
        self.detection = detection
        func checkHiding(_ effects: [any ImageEffect]) throws {
            guard looking.contains(RequestOption.hide.jsonName), !effects.contains(where: { $0 is Redact }) else { return }
            throw BoundedCropError(.invalidArgument, "“hide” needs “effects” with redact, which hides faces")
        }
        let isPlain = looking.isEmpty && picture.isEmpty
        if onlyFeatures, outputs != nil || onlyPlans || !picture.isEmpty || !shared.isEmpty {
            throw BoundedCropError(.invalidArgument, "“features” stands alone: without “outputs”, “plan” and options for crops")
        }
        keepsProfile = try picture.flag("keepProfile")
        if onlyFeatures {
            try checkHiding([])
            (wish, redaction, renderer) = (.features, nil, detection.renderer)
            return
        }
        guard var left = outputs, !left.isEmpty else {
            throw BoundedCropError(.invalidArgument, "“outputs” is missing, or has no output; to detect only, set “features”: true")
        }
        var ofAll = shared
        let hidesInAll = try ofAll.take("effects") { (text: String) in try EffectOptions.read(text).contains { $0 is Redact } } ?? false
        for index in left.indices {
            if hidesInAll, left[index].contains("effects") {
                throw left[index].wrong(
                    "the effects of the request hide faces in all outputs: this one has none",
                    in: "effects"
                )
            }
            left[index].inherit(shared)
        }
        let crops: [WantedCrop]
        if left.contains(where: { $0.contains("request") }) {
            guard isPlain else {
                throw BoundedCropError(.invalidArgument, "“request” says all of an output: leave out the options of crops")
            }
            crops = try left.indices.map { try WantedCrop(asking: &left[$0], onlyPlans: onlyPlans) }
            (redaction, renderer) = (nil, context.service)
        } else {
            let picture = try WantedCrop.OfPicture(&picture)
            let effects = try left.indices.map { index in
                try left[index].take("effects") { (text: String) in try EffectOptions.read(text) } ?? []
            }
            try checkHiding(effects.flatMap(\.self))
            // Nothing else looks for faces in whole pictures.
            let hides = detection.isGiven && picture.isWhole && effects.joined().contains { $0 is Redact }
            let redaction = hides ? try detection.search(context) : nil
            crops = try left.indices.map { index in
                try WantedCrop(&left[index], effects[index], picture, detection, redaction, context)
            }
            (self.redaction, renderer) = (redaction, detection.renderer)
        }
        wish = onlyPlans ? .plans(crops) : .crops(crops)
        guard !onlyPlans else { return }
        let files = crops.compactMap(\.file)
        if Set(files).count < files.count { throw BoundedCropError(.fileExists, "two of the outputs would be one file") }
    }

    /// The same request with its crops corrected, except those of which it says itself where they are, and what they hide.
    func corrected(by found: (AspectRatio) -> [Corrections.Correction], in size: PixelSize) -> WorkerRequest {
        var request = self
        let isPlaced = detection.crop.hasPlaces
        func corrected(_ crops: [WantedCrop]) -> [WantedCrop] { crops.map { $0.corrected(by: found, in: size, isPlaced: isPlaced) } }
        switch wish {
        case .features: break
        case .plans(let crops): request.wish = .plans(corrected(crops))
        case .crops(let crops): request.wish = .crops(corrected(crops))
        }
        return request
    }

    private var crops: [WantedCrop] {
        switch wish {
        case .features: []
        case .plans(let crops), .crops(let crops): crops
        }
    }

    /// The names of the pictures that steps need, each once.
    var pictureNames: Set<String> { Set(crops.flatMap(\.request.pictureNames)) }

    /// Whether faces are hidden in an output.
    var redacts: Bool { crops.contains(where: \.request.redacts) }

    /// What makes the crops of the picture.
    func renderer(for source: ImageSource) -> ImageRenderer {
        var renderer = renderer
        if let redaction { renderer.redactionDetector = redaction.detector(for: source) }
        return renderer
    }

    /// What the work costs.
    func cost(of source: ImageSource) throws -> RequestCost {
        switch wish {
        case .features: return .looking(try renderer.detector(for: detection.crop), detection.crop.accuracy, at: source)
        case .plans(let crops): return try renderer.faceCost(source, crops.filter { !$0.isLeftOut }.map { $0.request.planOnly })
        case .crops(let crops):
            let requests = crops.filter { !$0.isLeftOut }.map { $0.request(in: source.size) }
            return try renderer(for: source).faceCost(source, requests)
        }
    }
}
