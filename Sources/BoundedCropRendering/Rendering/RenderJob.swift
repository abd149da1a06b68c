package import BoundedCrop
internal import BoundedCropEffects

/// The making of pictures from one picture: requests are planned, rendered and written.
///
/// This is what the command, the worker, uploads and image URLs run. It works on the caller's thread and may take long, so run it on a
/// `WorkerPool`.
package struct RenderJob {
    let renderer: ImageRenderer
    let source: ImageSource
    let pictures: [String: ImageSource]
    var looking: Looking
    /// Plans that are carried out instead of planning crops of their aspect. They are checked as they are used.
    package var givenPlans: [CropPlan] = []
    let stages: StageRunner
    /// The frames that requests use alone.
    private let frames = DecodedFrames()

    /// - Parameters:
    ///   - renderer: The detectors and settings.
    ///   - source: The picture.
    ///   - pictures: The pictures that the steps need, by `RenderRequest.pictureNames`.
    ///   - looking: What is known of the picture.
    ///   - stages: Runs the stages.
    package init(
        _ renderer: ImageRenderer,
        _ source: ImageSource,
        pictures: [String: ImageSource] = [:],
        looking: Looking = Looking(),
        stages: StageRunner = StageRunner()
    ) {
        (self.renderer, self.source, self.pictures, self.looking, self.stages) = (renderer, source, pictures, looking, stages)
    }

    /// A request with its sizes and positions.
    package struct Planned {
        /// What is asked. How the output is written may be changed until it is.
        package var request: RenderRequest
        /// Where the picture is cropped, and the size of that in the output.
        package internal(set) var plan: RenderPlan
        /// The face that it is for, if each has one.
        package var face: NumberedFace?
        /// Counts what redactions cover in this output.
        fileprivate var count: RedactionCount
        /// How many places redactions covered; nil as long as none was applied.
        package var covered: Int? { count.covered }
        /// The places.
        package var covers: [CoverRecord]? { count.covers }
        /// Whether features were looked for, and none was found.
        package var lacksFeatures: Bool { request.last.crop.searches && plan.cropPlan?.features.isEmpty != false }
        /// The picture's file, in the colors that the request asks for.
        fileprivate let source: ImageSource
        /// The format for requests that name none.
        fileprivate let format: ImageFormat
        fileprivate let chain: ChainedPicture

        /// The same crop in another size of its shape.
        package func scaled(to size: PixelSize) -> Planned {
            var planned = self
            planned.plan.size = size
            // What earlier stages covered is covered in every size.
            if !chain.isCovered { planned.count = RedactionCount() }
            return planned
        }

        /// What is said of the output; nil if no detection ran.
        ///
        /// - Parameters:
        ///   - image: The picture's name.
        ///   - output: Nil for one that is only planned, or not a file.
        package func record(image: String, output: OutputRecord?) -> CropRecord? {
            var record = plan.record(image: image, header: source.header, output: output, covered: covered, covers: covers)
            record?.face = face?.number
            record?.name = face?.name
            return record
        }
    }

    /// Makes the picture of a request, or the whole picture with the detected features drawn on it.
    ///
    /// - Parameters:
    ///   - request: What is asked.
    ///   - format: The format that the client prefers; the request's takes precedence. Nil for the source's format.
    /// - Throws: `limitExceeded` for outputs beyond the settings' limit, `invalidURL` where the request does not fit the picture,
    ///   `invalidFilter` where a step does not, `noFeatureFound` where one is required, `unsuitablePortrait` for a strict request, `malformedImage` for a damaged file, what
    ///   detectors throw, and `CancellationError`.
    package func render(_ request: RenderRequest, format: ImageFormat? = nil) throws -> RenderedImage {
        try render(plan(request, format: format))
    }

    /// Makes what was planned.
    package func render(_ planned: Planned) throws -> RenderedImage {
        try animates(planned) ? animation(of: planned) : file(of: pixels(of: [planned])[0], planned)
    }

    /// The placeholder of a finished picture, or of an animation's first frame; nil unless the request asks for it. The picture is made for it.
    ///
    /// - Throws: What `render` throws.
    package func placeholder(of planned: Planned) throws -> Placeholder? {
        guard planned.request.output.hasPlaceholder else { return nil }
        let pixels = try pixels(of: [planned])[0]
        return try stages.run(.encode) { try Placeholder(of: pixels) }
    }

    /// Decides the sizes and positions of requests. What several of them look for in the same way is detected once. Only what detection and
    /// trimming need is decoded. After earlier stages, which are rendered, the sizes and positions are those in their result.
    ///
    /// - Throws: What `render` throws for the first request that cannot be planned.
    package func plans(for requests: [RenderRequest]) throws -> [Planned] {
        guard requests.count > 1 else { return try requests.map { try plan($0) } }
        let found = SharedFinds()
        return try requests.map { try sharing(found, for: $0).plan($0) }
    }

    /// Decides the sizes and positions of one request. See `render` for the parameters and errors.
    package func plan(_ request: RenderRequest, format: ImageFormat? = nil) throws -> Planned {
        guard request.last.crop.eachFace == nil else {
            throw BoundedCropError(.invalidArgument, "a picture for each face is not one picture: ask for one face by its rank instead")
        }
        let request = request.applied(to: source.header.format)
        let source = try request.output.convertsToSRGB && request.answer != .plan ? source.convertingToSRGB() : source
        let animates = renderer.animates(source, request, format)
        let followed = try animates ? followed(source, request.last.crop) : nil
        let count = RedactionCount()
        let chain = try animates ? ChainedPicture(of: source) : afterEarlier(source, request, count)
        let job = request.earlier.isEmpty ? self : knowingNothing
        var plan = try job.plan(
            chain.seen,
            request.last,
            isTrimmed: request.trims,
            isOverlay: request.answer == .overlay,
            followed: followed
        )
        (plan.corrected, plan.warnings) = (request.corrected.words, request.corrected.notes + plan.warnings)
        try plan.checkPortrait(request.last.crop)
        return Planned(
            request: request,
            plan: plan,
            count: count,
            source: source,
            format: format ?? source.header.outputFormat,
            chain: chain
        )
    }

    /// The finished pixels of pictures; of animations, their first frames. All that are cut from the source are decoded at once.
    ///
    /// - Throws: What `render` throws.
    package func pixels(of planned: [Planned]) throws -> [PixelBuffer] {
        guard let first = planned.first else { return [] }
        let isDecodedOnce = planned.dropFirst().allSatisfy { $0.isCut(likewise: first) }
        guard isDecodedOnce else { return try planned.flatMap { try pixels(of: [$0]) } }
        var found = HiddenPlaces.Found()
        let places = try planned.map { try $0.chain.isCovered ? .none : hidden(by: $0.request, in: $0.chain.seen, $0.count, found: &found) }
        if first.request.answer == .overlay { return [try overlay(first, hiding: places[0])] }
        return try parts(of: first.chain.shown, planned.map(\.plan), hiding: places).enumerated().map { index, part in
            try finished(part, planned[index].plan, planned[index].request.last.steps)
        }
    }

    /// Whether every frame is made, by `animation(of:)`.
    package func animates(_ planned: Planned) -> Bool { renderer.animates(planned.source, planned.request, planned.format) }

    /// The file of finished pixels.
    ///
    /// - Throws: What encoding throws, and `noFeatureFound` if a face is required and redactions covered nothing.
    package func file(of pixels: PixelBuffer, _ planned: Planned) throws -> RenderedImage {
        let output = planned.request.output
        try planned.checkCovered()
        let encoding = renderer.encoding(output, planned.format)
        let metadata = renderer.settings.metadata(planned.request, planned.plan)
        let (file, placeholder) = try stages.run(.encode) {
            let file = try SizeLimitedEncoding.encode(encoding, maximumBytes: output.maximumBytes) { encoding in
                try stages.cancellation.check()
                return try pixels.blocking.encoded(as: encoding, from: planned.source, keeping: metadata, showing: planned.shownCrop)
            }
            return (file, try output.hasPlaceholder ? Placeholder(of: pixels) : nil)
        }
        return RenderedImage(
            bytes: file.bytes,
            format: encoding.format,
            size: pixels.size,
            quality: file.quality,
            placeholder: placeholder,
            plan: planned.plan,
            covered: planned.request.redacts ? planned.count.covered : nil
        )
    }

    /// The file of an animation: every frame by one plan, which holds the features through time. A limit of bytes does not apply.
    ///
    /// - Throws: What `render` throws.
    package func animation(of planned: Planned) throws -> RenderedImage {
        let (request, plan, source) = (planned.request, planned.plan, planned.source)
        let encoding = renderer.encoding(request.output, planned.format)
        let steps = request.last.steps
        let prepared = PreparedEffects()
        let frames = FrameEffects(try renderer.redactions(request).counting(in: planned.count))
        var placeholder: Placeholder?
        let file = try stages.runFrames { stages in
            let job = RenderJob(renderer, source, pictures: pictures, stages: stages)
            return try source.changingFrames(
                as: encoding,
                changesAlpha: !steps.isEmpty,
                keeping: renderer.settings.metadata(request, plan),
                showing: planned.shownCrop,
                detecting: frames.detectors,
                looking: { _ = try frames.places(in: $0) }
            ) { frame, number in
                let part = try job.parts(of: frame, [plan], hiding: [frames.places(in: frame)], frame: number)[0]
                let pixels = try job.finished(part, plan, steps, prepared)
                if request.output.hasPlaceholder, placeholder == nil { placeholder = try Placeholder(of: pixels) }
                return pixels
            }
        }
        try planned.checkCovered()
        return RenderedImage(
            bytes: file.bytes,
            format: encoding.format,
            size: file.size,
            quality: encoding.quality,
            placeholder: placeholder,
            plan: plan,
            covered: request.redacts ? planned.count.covered : nil
        )
    }
}

/// A finished picture as a file.
package struct RenderedImage: Sendable {
    /// The file's bytes.
    package let bytes: [UInt8]
    /// The file's format.
    package let format: ImageFormat
    /// The size of the picture after all effects.
    package let size: PixelSize
    /// The quality that it was written with, 1...100; nil for a PNG.
    package let quality: Int?
    /// The placeholder of the picture, or of the first frame of an animation; nil unless the filters ask for it.
    package let placeholder: Placeholder?
    /// Where it comes from, and why.
    package let plan: RenderPlan
    /// How many places redactions covered; nil without redactions.
    package let covered: Int?

    /// What is said of it in an answer, where it has no name; nil if no detection ran.
    ///
    /// - Parameter image: The name of the picture that it is made of.
    package func record(image: String, header: ImageHeader) -> CropRecord? {
        let output = OutputRecord(file: "", size: size, format: format, bytes: bytes.count)
        return plan.record(image: image, header: header, output: output, covered: covered)
    }
}

extension RenderJob.Planned {
    /// Whether another one is cut from the same picture, which is the source or a frame of it.
    fileprivate func isCut(likewise other: Self) -> Bool {
        let (output, otherOutput) = (request.output, other.request.output)
        return [request, other.request].allSatisfy { $0.answer == .picture && $0.earlier.isEmpty }
            && (output.frame ?? 1) == (otherOutput.frame ?? 1) && output.convertsToSRGB == otherOutput.convertsToSRGB
    }

    /// The part of the source that the output shows as it is; nil after anything that may move the content.
    fileprivate var shownCrop: PixelRect? {
        request.last.steps.isEmpty && !plan.turnsContent && request.answer == .picture && request.earlier.isEmpty ? plan.crop : nil
    }

    /// What redactions covered, with the margin around it and in pixels of the output. Nothing after steps that may move the content.
    ///
    /// - Parameter frame: The number of a frame, from 0; nil if the output is one picture.
    package func coveredPlaces(inFrame frame: Int?) -> [Rect] {
        guard let covers, keepsPlaces else { return [] }
        let margin = request.last.steps.compactMap { ($0.effect as? Redact)?.margin }.max() ?? 0
        let (across, down) = scale
        return covers.filter { cover in frame.flatMap { cover.frames?.contains($0) } ?? true }.map {
            Rect(x: $0.x, y: $0.y, width: $0.width, height: $0.height).dilated(by: margin)
                .moved(x: -Double(plan.crop.x), y: -Double(plan.crop.y)).scaled(x: across, y: down)
        }
    }

    /// Whether somebody has looked at what redactions cover in the picture.
    package var isReviewed: Bool { request.corrected.redaction != nil }

    /// Whether a place in the output, in its pixels, is a face that somebody shows. Nothing is after steps that may move the content.
    package func shows(_ place: Rect) -> Bool {
        guard let correction = request.corrected.redaction, keepsPlaces else { return false }
        let (across, down) = scale
        return correction.shows(place.scaled(x: 1 / across, y: 1 / down).moved(x: Double(plan.crop.x), y: Double(plan.crop.y)))
    }

    /// Whether what is in the output is where the crop shows it.
    private var keepsPlaces: Bool { request.last.steps.allSatisfy(\.detects) && !plan.turnsContent && request.earlier.isEmpty }

    /// Pixels of the output for each pixel of the crop.
    private var scale: (across: Double, down: Double) {
        (Double(plan.size.width) / Double(plan.crop.width), Double(plan.size.height) / Double(plan.crop.height))
    }

    /// Throws `noFeatureFound` if a face is required, and redactions covered nothing.
    package func checkCovered() throws {
        guard request.redacts, request.stages.contains(where: \.crop.requiresFeature) else { return }
        try count.check()
    }
}

/// The frames of one picture that were decoded to be used alone, for one thread.
private final class DecodedFrames {
    struct Key: Hashable {
        let number: Int
        /// Whether the colors are in sRGB where they would be kept otherwise.
        let isConverted: Bool
    }

    var pictures: [Key: PixelBuffer] = [:]
}

/// What the last stage is applied to. Without earlier ones, that is the source.
private struct ChainedPicture {
    /// The picture in which features are found, with nothing covered.
    var seen: any Picture
    /// The picture that is shown.
    var shown: any Picture
    /// Whether what is hidden is covered in `shown`, as after earlier stages.
    var isCovered = false

    init(of source: any Picture) { (seen, shown) = (source, source) }
}

extension RenderJob {
    /// The same job for what was made of the picture, of which nothing is known.
    private var knowingNothing: RenderJob {
        var job = self
        job.looking = Looking()
        return job
    }

    /// The frame that is used alone, or the whole source, which shows the first one.
    private func picture(_ source: ImageSource, _ request: RenderRequest) throws -> any Picture {
        guard let frame = request.output.frame, frame > 1, source.header.isAnimated else { return source }
        let key = DecodedFrames.Key(number: frame, isConverted: request.output.convertsToSRGB)
        if let decoded = frames.pictures[key] { return decoded }
        let decoded = try source.frame(frame)
        frames.pictures[key] = decoded
        return decoded
    }

    /// The picture after the earlier stages, which shows one frame of an animation. What any stage hides is found in the source, and covered
    /// before anything else is done.
    private func afterEarlier(_ source: ImageSource, _ request: RenderRequest, _ count: RedactionCount) throws -> ChainedPicture {
        var chain = ChainedPicture(of: try picture(source, request))
        guard !request.earlier.isEmpty else { return chain }
        // A plan alone shows nothing.
        let hides = request.redacts && (request.answer != .plan || request.output.hasPlaceholder)
        var found = HiddenPlaces.Found()
        var places = try hides ? hidden(by: request, in: chain.seen, count, found: &found) : .none
        var job = self
        for stage in request.earlier {
            let plan = try job.plan(chain.seen, stage, isTrimmed: request.trims)
            func made(_ picture: any Picture, hiding places: HiddenPlaces) throws -> PixelBuffer {
                try job.finished(job.parts(of: picture, [plan], hiding: [places])[0], plan, stage.steps)
            }
            let shown = try made(chain.shown, hiding: places)
            chain.seen = try hides ? made(chain.seen, hiding: .none) : shown
            chain.shown = shown
            (places, job) = (.none, knowingNothing)
        }
        chain.isCovered = true
        return chain
    }

    /// What the redactions of a request hide in a picture.
    private func hidden(
        by request: RenderRequest,
        in picture: any Picture,
        _ count: RedactionCount,
        found: inout HiddenPlaces.Found
    ) throws -> HiddenPlaces {
        guard request.redacts else { return .none }
        return try stages.run(.detect) {
            try HiddenPlaces(of: renderer.redactions(request).counting(in: count), in: picture, found: &found)
        }
    }

    /// The parts of a picture that plans show, decoded at once, with what is hidden covered.
    ///
    /// - Parameters:
    ///   - places: What is hidden in each.
    ///   - frame: The number of the frame that the picture is, from 0; nil if it is one picture.
    private func parts(
        of picture: any Picture,
        _ plans: [RenderPlan],
        hiding places: [HiddenPlaces],
        frame: Int? = nil
    ) throws -> [PixelBuffer] {
        let renderings = try plans.map { plan in
            guard let aligned = plan.cropPlan, aligned.aligned != nil else {
                return CropRendering(plan.crop, turn: plan.turn, scaledTo: plan.size)
            }
            return CropRendering(try aligned.checked(for: picture.size, scaledTo: plan.size), scaledTo: plan.size)
        }
        return try stages.run(.decode) {
            try CropRendering.pixels(renderings, of: picture) { try places[$2].cover(&$0, showing: $1, frame: frame) }
        }
    }

    /// A part after it was flipped, and the steps were performed.
    ///
    /// - Parameter prepared: What was made of other pictures for earlier frames.
    private func finished(
        _ part: PixelBuffer,
        _ plan: RenderPlan,
        _ steps: [RenderStep],
        _ prepared: PreparedEffects? = nil
    ) throws -> PixelBuffer {
        var pixels = part
        try stages.run(.effects) {
            if plan.flipsHorizontally { try Flip(.horizontal).apply(to: &pixels) }
            if plan.flipsVertically { try Flip(.vertical).apply(to: &pixels) }
            let performer = StepPerformer(
                box: plan.box,
                pictures: pictures,
                maximumPixels: renderer.settings.maximumOutputPixels,
                prepared: prepared
            )
            for step in steps where !step.detects {
                try stages.cancellation.check()
                try performer.apply(step, to: &pixels)
            }
        }
        return pixels
    }

    /// The whole picture, as large as the limit allows, with the detected features and the crop drawn on it.
    private func overlay(_ planned: Planned, hiding places: HiddenPlaces) throws -> PixelBuffer {
        let region = planned.plan.region
        let cut = PictureCut(region, scaledTo: region.size.shrunk(toArea: renderer.settings.maximumOutputPixels))
        var pixels = try stages.run(.decode) { try planned.chain.shown.pixels(of: [cut])[0] }
        try stages.run(.effects) {
            try places.cover(&pixels, showing: cut)
            try DebugOverlay(plan: planned.plan).draw(on: &pixels)
        }
        return pixels
    }
}

extension ImageSource {
    /// The same picture with its colors in sRGB instead of an embedded profile that would be kept.
    fileprivate func convertingToSRGB() throws -> ImageSource {
        guard options.colorProfile == .keep else { return self }
        var options = options
        options.colorProfile = .convertToSRGB
        return try ImageSource(bytes: bytes, options: options)
    }
}
