import BoundedCrop
import BoundedCropEffects
import BoundedCropRendering

/// One crop that a request wants.
struct WantedCrop: Sendable {
    private(set) var request: RenderRequest
    /// The shape, which may depend on the picture.
    private let shape: WantedShape
    /// Whether a file that exists is replaced.
    let overwrites: Bool
    /// Nil if the crop is to be in the answer. With one for each face, it has `{face}` for the number.
    let file: String?
    /// Whether each face has a crop.
    var eachFace: Bool { request.last.crop.eachFace != nil }
    /// Whether the crop is wanted as its pixels, not as a file.
    let isPixels: Bool

    /// - Parameters:
    ///   - output: The output's own fields.
    ///   - shared: The options that the request has for all outputs.
    ///   - redaction: How to look for what is hidden, if the options of detection are for that.
    init(
        _ output: [String: JSONNode],
        shared: [String: JSONNode],
        detection: ParsedOptions.Detection,
        redaction: RedactionSearch?,
        parsed: ParsedOptions
    ) throws {
        var fields = RequestFields(output, in: "outputs: ")
        var words = try Self.shape(&fields)
        file = try fields.text("file")
        let ownEffects = try fields.text("effects")
        var options = shared.merging(fields.options(RequestOptions.output)) { $1 }
        try fields.checkEnd()
        let text = try ownEffects ?? Self.effects(&options)
        isPixels = options["format"] == .text("rgba")
        if isPixels { options["format"] = nil }
        words += try RequestOptions.words(options)
        let parsed = try parsed.output(words)
        overwrites = parsed.output.overwrite
        let effects = try Self.list(text).map { effect -> any ImageEffect in
            guard var redact = effect as? Redact, let redaction else { return effect }
            redact.accuracy = redaction.accuracy
            return redact
        }
        var written = parsed.output.written
        if isPixels { written.frame = written.frame ?? 1 }
        written.format = written.format ?? file.flatMap { ImageFormat(fileName: $0) }
        let requests = parsed.shape.requests(detection.options, effects: effects, written)
        guard var request = requests.first, let shape = parsed.shape.shapes.first, requests.count == 1 else {
            throw BoundedCropError(.invalidArgument, "outputs: an output has one shape")
        }
        // Places that are hidden are not what is cropped around.
        if redaction != nil { request.last.crop.places = [] }
        (self.request, self.shape) = (request, shape)
        try check(parsed, detection, hides: redaction != nil)
    }

    /// The width and height, or another shape; none of them is the picture's own shape.
    private static func shape(_ fields: inout RequestFields) throws -> [String] {
        let others = try ["aspect", "size", "preset"].compactMap { name in try fields.text(name).map { "--\(name)=\($0)" } }
        switch (try fields.integer("width"), try fields.integer("height"), others.count) {
        case (let width?, let height?, 0): return ["--size=\(width)x\(height)"]
        case (nil, nil, ...1): return others
        default:
            let shapes = "“width” and “height”, or “aspect”, “size” or “preset”, or none of them"
            throw BoundedCropError(.invalidArgument, "outputs: an output has \(shapes)")
        }
    }

    /// A plan for this crop in the size of its output.
    func scaled(_ planned: RenderJob.Planned, in picture: PixelSize) -> RenderJob.Planned {
        shape.isExact ? planned : planned.scaled(to: shape.size(planned, of: request, in: picture))
    }

    /// What is asked of a picture of a size, to know what it costs.
    func request(in picture: PixelSize) -> RenderRequest {
        var request = request
        if !shape.isExact { shape.outputSize(for: picture).map { request.last.target.take(.size($0)) } }
        return request
    }

    private static func effects(_ options: inout [String: JSONNode]) throws -> String {
        var fields = RequestFields(options)
        defer { options["effects"] = nil }
        return try fields.text("effects") ?? ""
    }

    private static func list(_ text: String) throws -> [any ImageEffect] {
        do {
            return try text.isEmpty ? [] : EffectOptions.list(text)
        } catch {
            throw BoundedCropError(usage: error, of: EffectOptions.self)
        }
    }

    /// Whether a correction says that nothing is made of the picture in this shape.
    var isLeftOut: Bool { request.corrected.isLeftOut }

    /// The shape as records name it.
    func aspect(in size: PixelSize) -> AspectRatio { shape.aspect(in: size) }

    /// The same crop, corrected; as it is if the request says where it is.
    func corrected(by found: (AspectRatio) -> [Corrections.Correction], in size: PixelSize) -> WantedCrop {
        guard request.last.crop.searches else { return self }
        var crop = self
        Corrections.apply(found(aspect(in: size)), to: &crop.request, in: size)
        return crop
    }

    /// The file of a crop.
    func file(of planned: RenderJob.Planned) -> String? {
        guard let face = planned.face else { return file }
        return file?.replacing(Self.facePlaceholder, with: String(face))
    }

    private static let facePlaceholder = "{face}"

    private func check(_ parsed: ParsedOptions.Output, _ detection: ParsedOptions.Detection, hides: Bool) throws {
        let settings = CropSettings(parsed.shape.given + (hides ? [] : detection.options.given))
        try settings.check(hasEffects: !request.last.steps.isEmpty) { "“\(CropOption.named($0)?.jsonName ?? $0)”" }
        if request.last.crop.rectangle != nil, request.output.writesRegions {
            throw BoundedCropError(.invalidArgument, "“crop” and “writeRegions” cannot be used together: nothing is detected")
        }
        if request.output.writesRegions, !request.last.steps.isEmpty {
            throw BoundedCropError(.invalidArgument, "“writeRegions” and “effects” cannot be used together: effects may move faces")
        }
        guard let file else { return }
        if ObjectStorage.isLocation(file) {
            try ObjectStorage.check(file)
            if ObjectStorage.isFolder(file) { throw BoundedCropError(.invalidArgument, "outputs: \(file) names no object") }
        }
        if file.isEmpty { throw BoundedCropError(.invalidArgument, "outputs: “file” is empty") }
        if isPixels { throw BoundedCropError(.invalidArgument, "outputs: “rgba” is not a file format") }
        if eachFace, !file.contains(Self.facePlaceholder) {
            throw BoundedCropError(.invalidArgument, "outputs: with “eachFace”, “file” needs {face}: \(file) would hold all faces")
        }
        if OutputOptions.isUnwritten(file) {
            throw BoundedCropError(.invalidArgument, "outputs: \(file) names a format that is not written")
        }
        if let asked = parsed.output.format.format, let named = ImageFormat(fileName: file), named != asked {
            throw BoundedCropError(.invalidArgument, "outputs: \(file) contradicts the format \(asked.rawValue)")
        }
    }
}
