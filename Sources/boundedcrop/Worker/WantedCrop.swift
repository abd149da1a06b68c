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
    /// Whether the request says all of it, as that of a URL.
    private let isWhole: Bool

    /// The members that a request may have for all outputs, or an output for it alone.
    static let sharedNames = options.map(\.jsonName) + ["effects", "overwrite", "presets"]
    private static let options = RequestOption.all([.crop, .output], on: .crops).filter { !OfPicture.names.contains($0.jsonName) }

    /// What counts for the picture, of which all outputs are made.
    struct OfPicture {
        static let names = options.map(\.jsonName)
        private static let options: [RequestOption] = [.noBounding, .still]
        let settings: [RequestOption.Setting]
        /// Whether nothing is detected for crops.
        var isWhole: Bool { !RequestSettings(settings).stage.crop.detects }

        init(_ members: inout JSONMembers) throws { settings = try members.settings(Self.options) }
    }

    /// - Parameters:
    ///   - members: The output's own, and those that the request has for all outputs.
    ///   - redaction: How to look for what is hidden, if the options of detection are for that.
    init(
        _ members: inout JSONMembers,
        _ effects: [any ImageEffect],
        _ picture: OfPicture,
        _ detection: WantedDetection,
        _ redaction: RedactionSearch?,
        _ context: WorkerContext
    ) throws {
        // Pixels are no file, and of no animation.
        isPixels = try members.takesPixels()
        let own = try members.settings(Self.options)
        let settings = RequestSettings(picture.settings + own + detection.settings, output: OutputOptions.standard)
        var request = settings.request
        let asked = try Self.shape(&members, context)
        do {
            shape = try (asked ?? request.last.crop.ownShape).shape(in: &request.output)
        } catch let error as BoundedCropError {
            throw members.wrong(error)
        }
        request.last.target.take(shape.ofCrop)
        request.last.steps = effects.map { effect in
            guard var redact = effect as? Redact, let redaction else { return .effect(effect) }
            redact.accuracy = redaction.accuracy
            return .effect(redact)
        }
        isWhole = false
        // Places that are hidden are not what is cropped around.
        if redaction != nil { request.last.crop.places = [] }
        file = try members.take("file")
        overwrites = try members.flag("overwrite")
        let format = request.output.format
        if isPixels, request.output.frame == nil { request.output.frame = 1 }
        request.output.format = format ?? file.flatMap { ImageFormat(fileName: $0) }
        self.request = request
        try members.checkEnd()
        let checked = redaction == nil ? settings : RequestSettings(own + picture.settings)
        do {
            let others = [(!effects.isEmpty, "effects"), (asked != nil, "size")].filter(\.0).map(\.1)
            try checked.check(hasEffects: !effects.isEmpty, others: Set(others), called: RequestOption.memberName)
            try settings.request.output.checkUse(in: [format]) { "“\($0)”" }
            try check(format: format)
        } catch let error as BoundedCropError {
            throw members.wrong(error)
        }
    }

    /// A request as `boundedcrop url` prints it. It says all of the output.
    init(asking members: inout JSONMembers, onlyPlans: Bool) throws {
        guard var request: RenderRequest = try members.take("request") else {
            throw members.wrong("“request” is missing: all outputs have one, or none")
        }
        guard request.answer != .plan || onlyPlans else { throw members.wrong("for plans, say “plan”: true", in: "request") }
        guard request.last.crop.eachFace == nil else {
            throw members.wrong("“eachFace” is for outputs without a “request”, which has one picture", in: "request")
        }
        file = try members.take("file")
        overwrites = try members.flag("overwrite")
        (shape, isPixels, isWhole) = (.exact(.source), false, true)
        let format = request.output.format
        request.output.format = format ?? file.flatMap { ImageFormat(fileName: $0) }
        self.request = request.normalized
        try members.checkEnd(["request", "file", "overwrite"])
        if request.output.writesRegions,
            let other = request.last.crop.rectangle != nil ? "crop" : request.last.steps.isEmpty ? nil : "effects"
        {
            throw members.wrong("regions are not written with “\(other)”: nothing is detected, or faces may move", in: "request")
        }
        do { try check(format: format) } catch let error as BoundedCropError { throw members.wrong(error) }
    }

    /// The width and height, or another shape; nil for none of them.
    private static func shape(_ members: inout JSONMembers, _ context: WorkerContext) throws -> AskedShape? {
        let (width, height): (Int?, Int?) = try (members.take("width", side), members.take("height", side))
        let presets: String? = try members.take("presets")
        let others = try [
            members.take("aspect") { (text: String) in AskedShape.pixels(.exact(.aspect(try WantedShape.aspect(text)))) },
            members.take("size") { (text: String) in try AskedShape.size(text) },
            members.take("preset") { (name: String) in
                try context.presets(in: presets).sizes([name]).first.map { AskedShape.pixels(.exact(.size($0))) }
            } ?? nil,
        ].compactMap(\.self)
        switch (width, height, others.count) {
        case (let width?, let height?, 0): return .pixels(.exact(.size(PixelSize(width: width, height: height))))
        case (nil, nil, ...1): return others.first
        default:
            throw members.wrong("an output has “width” and “height”, or “aspect”, “size” or “preset”, or none of them")
        }
    }

    private static func side(_ pixels: Int) throws -> Int {
        guard WantedShape.sides.contains(pixels) else {
            throw BoundedCropError(.invalidArgument, "a side has 1 to 65535 pixels, not \(pixels)")
        }
        return pixels
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

    /// Whether a correction says that nothing is made of the picture in this shape.
    var isLeftOut: Bool { request.corrected.isLeftOut }

    /// The shape as records name it.
    func aspect(in size: PixelSize) -> AspectRatio { shape.aspect(in: size) }

    /// The same crop, corrected; where it is if the request says that, but with what its redactions hide.
    ///
    /// - Parameter isPlaced: Whether the request gives places.
    func corrected(by found: (AspectRatio) -> [Corrections.Correction], in size: PixelSize, isPlaced: Bool) -> WantedCrop {
        var crop = self
        guard !isWhole else {
            Corrections.correct(&crop.request, in: size, by: found)
            return crop
        }
        guard request.last.crop.searches, !isPlaced else {
            Corrections.correctRedactions(&crop.request, with: found(aspect(in: size)), in: size)
            return crop
        }
        Corrections.apply(found(aspect(in: size)), to: &crop.request, in: size)
        return crop
    }

    /// The file of a crop.
    func file(of planned: RenderJob.Planned) -> String? {
        guard let face = planned.face else { return file }
        return file?.replacing(Self.facePlaceholder, with: face.paddedNumber)
    }

    private static let facePlaceholder = "{face}"

    /// - Parameter format: The format that is asked for by name.
    private func check(format: ImageFormat?) throws {
        guard let file else { return }
        if ObjectStorage.isLocation(file) {
            try ObjectStorage.check(file)
            if ObjectStorage.isFolder(file) { throw BoundedCropError(.invalidArgument, "\(file) names no object") }
        }
        if file.isEmpty { throw BoundedCropError(.invalidArgument, "“file” is empty") }
        if isPixels { throw BoundedCropError(.invalidArgument, "“rgba” is not a file format") }
        if eachFace, !file.contains(Self.facePlaceholder) {
            throw BoundedCropError(.invalidArgument, "with “eachFace”, “file” needs {face}: \(file) would hold all faces")
        }
        if OutputOptions.isUnwritten(file) {
            throw BoundedCropError(.invalidArgument, "\(file) names a format that is not written")
        }
        if let asked = format, let named = ImageFormat(fileName: file), named != asked {
            throw BoundedCropError(.invalidArgument, "\(file) contradicts the format \(asked.rawValue)")
        }
    }
}
