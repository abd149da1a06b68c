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
    let frames = DecodedFrames()

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
        let isIcon = (request.output.format ?? format ?? source.header.outputFormat) == .ico
        guard isIcon || request.output.iconSizes.isEmpty else { throw BoundedCropError.severalSizes }
        // Icons have no profiles.
        let convertsColors = (request.output.convertsToSRGB || isIcon) && request.answer != .plan
        let source = try convertsColors ? source.convertingToSRGB() : source
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
        let read = source.header.rendition(of: planned.map(\.plan.cut), source.options.raw)
        for planned in planned where read != nil { planned.read.rendition = read }
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

extension BoundedCropError {
    fileprivate static let severalSizes = BoundedCropError(
        .invalidArgument,
        "several sizes in one file, such as 16,32,48, are for icons: ask for the format ico, or for each size alone"
    )
}
