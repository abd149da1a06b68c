internal import BoundedCrop
internal import BoundedCropEffects
internal import BoundedCropRendering

/// Crops an uploaded picture, or every frame of an animation, as the parameters of its request say.
struct UploadedCrop {
    private let source: ImageSource
    private let parameters: CropParameters
    private let cropper: BlockingCropper
    /// The effects, of which redactions have their detector and count what they cover.
    private let effects: [any ImageEffect]
    private let count = RedactionCount()
    private let rendering: RenderSettings
    private let encoding: ImageEncoding
    private let stages: StageRunner
    private var animation: FollowedAnimation?
    private let picture: any Picture

    /// A finished file.
    private struct File {
        let bytes: [UInt8]
        let size: PixelSize
        let placeholder: Placeholder?
    }

    init(
        _ source: ImageSource,
        _ parameters: CropParameters,
        _ cropper: BlockingCropper,
        _ redactionDetector: any FeatureDetector,
        _ rendering: RenderSettings,
        _ stages: StageRunner
    ) throws {
        (self.source, self.parameters, self.rendering, self.stages) = (source, parameters, rendering, stages)
        self.cropper = cropper
        effects = parameters.effects.detecting(with: redactionDetector).counting(in: count)
        encoding = parameters.options(for: source, rendering)
        let request = parameters.request
        if parameters.animates(source, rendering) {
            animation = try stages.run(.detect) {
                try cropper.follow(source, accuracy: request.accuracy, detectsFeatures: request.detectsFeatures)
            }
        }
        let still = source.header.isAnimated ? parameters.still : nil
        picture = try still.map { try source.frame($0) } ?? source
    }

    /// Where the picture is cropped for each of the requests.
    func plans() throws -> [CropRecord] {
        let requests = parameters.requests
        let plans = try stages.run(.plan) {
            try animation.map { try cropper.plans($0, for: requests) }
                ?? cropper.plans(picture, for: requests) { try stages.run(.detect, $0) }
        }
        return zip(plans, requests).map { record($0, $1, output: nil) }
    }

    /// The crop for the first request, with its plan and its placeholder in headers.
    func answer(_ plan: CropPlan) throws -> Answer {
        let request = parameters.requests[0]
        let size = request.outputSize(for: plan)
        try rendering.checkOutput(size)
        let file = try animation == nil ? picture(plan, request) : stages.runFrames { _ in try animation(plan, size) }
        if request.requiresFeature { try count.check() }
        var answer = Answer(type: encoding.format.mediaType, bytes: file.bytes)
        let output = OutputRecord(file: "", size: file.size, format: encoding.format, bytes: file.bytes.count)
        answer.addPlan(try record(plan, request, output: output).headerText())
        answer.addCovered(count.covered)
        try answer.add(file.placeholder)
        return answer
    }

    /// The placeholder of the crop for the first request; of an animation, that of its first frame.
    func placeholder(_ plan: CropPlan) throws -> Placeholder {
        let request = parameters.requests[0]
        try rendering.checkOutput(request.outputSize(for: plan))
        let pixels = try pixels(plan, request)
        return try stages.run(.encode) { try Placeholder(of: pixels) }
    }

    private func pixels(_ plan: CropPlan, _ request: CropRequest) throws -> PixelBuffer {
        let places = try effects.detectWhatTheyHide ? stages.run(.detect) { try HiddenPlaces(of: effects, in: picture) } : .none
        let crop = try stages.run(.decode) {
            try cropper.render([plan], of: picture, sizes: [request.outputSize(for: plan)]) { part, cut, _ in
                try places.cover(&part, showing: cut)
            }[0]
        }
        return try stages.run(.effects) { try changed(crop.pixels) }
    }

    private func picture(_ plan: CropPlan, _ request: CropRequest) throws -> File {
        let pixels = try pixels(plan, request)
        // Effects may move the content.
        let shown = parameters.effects.isEmpty ? plan.uprightCrop : nil
        return try stages.run(.encode) {
            let bytes = try pixels.blocking.encoded(as: encoding, from: source, keeping: metadata, showing: shown)
            return File(bytes: bytes, size: pixels.size, placeholder: try parameters.hasPlaceholder ? Placeholder(of: pixels) : nil)
        }
    }

    private func animation(_ plan: CropPlan, _ size: PixelSize) throws -> File {
        var placeholder: Placeholder?
        let file = try cropper.render(
            plan,
            ofAnimation: source,
            scaledTo: size,
            as: encoding,
            keeping: metadata,
            hiding: effects,
            changesAlpha: !effects.isEmpty
        ) {
            let pixels = try changed($0)
            if parameters.hasPlaceholder, placeholder == nil { placeholder = try Placeholder(of: pixels) }
            return pixels
        }
        return File(bytes: file.bytes, size: file.size, placeholder: placeholder)
    }

    private var metadata: MetadataSelection { rendering.metadata.after(parameters.effects) }

    /// The crop with the effects other than redactions, which were covered before.
    private func changed(_ crop: PixelBuffer) throws -> PixelBuffer {
        var pixels = crop
        let performer = StepPerformer(
            box: pixels.size,
            pictures: [:],
            maximumPixels: rendering.maximumOutputPixels
        )
        for effect in effects.withoutDetectedRedactions {
            try Cancellation.checkCurrent()
            try performer.apply(.effect(effect), to: &pixels)
        }
        return pixels
    }

    private func record(_ plan: CropPlan, _ request: CropRequest, output: OutputRecord?) -> CropRecord {
        CropRecord(
            file: "",
            orientation: source.header.orientation,
            detector: cropper.detector.name,
            accuracy: request.accuracy,
            plan: plan,
            animation: animation.map(AnimationRecord.init),
            output: output,
            covered: count.covered
        )
    }
}

/// A crop that is only planned, and its placeholder if the request asks for it.
struct PlannedCrop: Encodable {
    let record: CropRecord
    let placeholder: Placeholder?

    private enum CodingKeys: String, CodingKey {
        case placeholder
    }

    /// Encodes the record, with `placeholder` among its members.
    func encode(to encoder: any Encoder) throws {
        try record.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(placeholder, forKey: .placeholder)
    }
}
