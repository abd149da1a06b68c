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
    let detection: ParsedOptions.Detection
    /// How to look for what is hidden, if the request says how, and is about whole pictures.
    private let redaction: RedactionSearch?
    let keepsProfile: Bool
    private(set) var wish: Wish

    /// Throws `invalidArgument` for anything that is wrong with the request.
    init(_ object: [String: JSONNode], _ parsed: ParsedOptions) throws {
        var fields = RequestFields(object)
        _ = fields.take("id")
        guard let source = try fields.object("source") else { throw BoundedCropError(.invalidArgument, "“source” is missing") }
        let outputs = try fields.objects("outputs")
        let (onlyFeatures, onlyPlans) = (try fields.flag("features"), try fields.flag("plan"))
        let detectionOptions = fields.options(RequestOptions.detection)
        let pictureOptions = fields.options(RequestOptions.picture)
        var shared = fields.options(RequestOptions.output)
        shared["effects"] = fields.take("effects")
        try fields.checkEnd()
        let detection = try parsed.detection(RequestOptions.words(detectionOptions))
        self.detection = detection
        keepsProfile = pictureOptions["keepProfile"] == .flag(true)
        origin = try PictureOrigin(source)
        if onlyFeatures {
            guard outputs == nil, !onlyPlans, shared.isEmpty, pictureOptions.isEmpty else {
                throw BoundedCropError(.invalidArgument, "“features” stands alone: without “outputs”, “plan” and options for crops")
            }
            (wish, redaction) = (.features, nil)
            return
        }
        guard let outputs, !outputs.isEmpty else {
            throw BoundedCropError(.invalidArgument, "“outputs” is missing, or has no output; to detect only, set “features”: true")
        }
        shared.merge(pictureOptions) { $1 }
        // Nothing else looks for faces in whole pictures.
        let hides = !detectionOptions.isEmpty && pictureOptions["noBounding"] == .flag(true) && Self.redacts([shared] + outputs)
        let redaction = hides ? try parsed.redaction(RequestOptions.words(detectionOptions)) : nil
        self.redaction = redaction
        let crops = try outputs.map {
            try WantedCrop($0, shared: shared, detection: detection, redaction: redaction, parsed: parsed)
        }
        wish = onlyPlans ? .plans(crops) : .crops(crops)
        guard !onlyPlans else { return }
        let files = crops.compactMap(\.file)
        if Set(files).count < files.count { throw BoundedCropError(.fileExists, "two of the outputs would be one file") }
    }

    /// The same request with its crops corrected, except those of which it says itself where they are.
    func corrected(by found: (AspectRatio) -> [Corrections.Correction], in size: PixelSize) -> WorkerRequest {
        var request = self
        switch wish {
        case .features: break
        case .plans(let crops): request.wish = .plans(crops.map { $0.corrected(by: found, in: size) })
        case .crops(let crops): request.wish = .crops(crops.map { $0.corrected(by: found, in: size) })
        }
        return request
    }

    private static func redacts(_ fields: [[String: JSONNode]]) -> Bool {
        fields.contains { fields in
            guard case .text(let text) = fields["effects"] else { return false }
            return (try? EffectOptions.list(text))?.contains { $0 is Redact } == true
        }
    }

    /// What makes the crops of the picture.
    func renderer(for source: ImageSource) -> ImageRenderer {
        var renderer = detection.renderer
        if let redaction { renderer.redactionDetector = redaction.detector(for: source) }
        return renderer
    }

    /// What the work costs.
    func cost(of source: ImageSource) throws -> RequestCost {
        switch wish {
        case .features:
            let crop = detection.options.stage().crop
            return .looking(try detection.renderer.detector(for: crop), crop.accuracy, at: source)
        case .plans(let crops): return try detection.renderer.faceCost(source, crops.filter { !$0.isLeftOut }.map { $0.request.planOnly })
        case .crops(let crops):
            let requests = crops.filter { !$0.isLeftOut }.map { $0.request(in: source.size) }
            return try renderer(for: source).faceCost(source, requests)
        }
    }
}
