package import BoundedCrop
internal import BoundedCropEffects

/// Renders what is asked of a picture: first sizes and positions, then pixels, effects and the file.
///
/// Everything runs on the caller's thread and may take long, so run it on a `WorkerPool`.
package struct ImageRenderer: Sendable {
    /// Returns the detector for a name, as in `detector(NAME)`. Throws `invalidArgument` for an unknown name.
    package typealias DetectorProvider = @Sendable (_ name: String) throws -> any FeatureDetector

    /// Finds what must stay visible, unless the request names another detector.
    package let detector: any FeatureDetector
    /// Finds what `redact` hides, unless the request names another detector.
    let redactionDetector: any FeatureDetector
    /// The settings for all pictures.
    package let settings: RenderSettings
    /// What is known of the picture to render.
    var looking = Looking()
    private let namedDetector: DetectorProvider

    /// Creates a renderer.
    ///
    /// - Parameters:
    ///   - detector: The detector for requests that do not name one. It must be safe to call from several threads at once.
    ///   - redactionDetector: Finds what `redact` hides for requests that do not name a detector; nil for the same detector.
    ///   - settings: The settings for all pictures.
    ///   - namedDetector: Called for each picture, so it should cache its results. By default it returns the built-in detectors, and no
    ///     programs.
    package init(
        detector: any FeatureDetector = YuNetDetector(),
        redactionDetector: (any FeatureDetector)? = nil,
        settings: RenderSettings = RenderSettings(),
        namedDetector: @escaping DetectorProvider = BuiltInDetectors.named
    ) {
        self.detector = detector
        self.redactionDetector = redactionDetector ?? detector
        self.settings = settings
        self.namedDetector = namedDetector
    }

    /// The same renderer for one picture of which something may be known.
    package func knowing(_ looking: Looking) -> ImageRenderer {
        var renderer = self
        renderer.looking = looking
        return renderer
    }

    /// Makes the picture of a request, or the whole picture with the detected features drawn on it.
    ///
    /// - Parameters:
    ///   - source: The picture.
    ///   - request: What is asked.
    ///   - format: The format that the client prefers; the request's takes precedence. Nil for the source's format.
    ///   - pictures: The pictures that the steps need, by `RenderRequest.pictureNames`.
    ///   - stages: Runs the stages.
    /// - Throws: `limitExceeded` for outputs beyond the settings' limit, `invalidURL` where the request does not fit the picture,
    ///   `invalidFilter` where a step does not, `noFeatureFound` where one is required, `malformedImage` for a damaged file, what
    ///   detectors throw, and `CancellationError`.
    package func render(
        _ source: ImageSource,
        _ request: RenderRequest,
        format: ImageFormat? = nil,
        pictures: [String: ImageSource] = [:],
        stages: StageRunner = StageRunner()
    ) throws -> RenderedImage {
        let output = request.output
        let source = try output.convertsToSRGB ? source.convertingToSRGB() : source
        if animates(source, request, format) { return try animation(source, request, format, pictures, stages) }
        let chain = try afterEarlier(picture(source, request), request, pictures, stages)
        let plan = try chain.renderer.plan(chain.seen, request.last, isOverlay: request.answer == .overlay, stages)
        let pixels = try pixels(chain, plan, request, pictures, stages)
        try request.checkCovered(chain.count)
        let options = options(output, format ?? source.header.outputFormat)
        let metadata = settings.metadata(request)
        // Steps and earlier stages may move the content.
        let isPlain = request.last.steps.isEmpty && !plan.turnsContent && request.answer == .picture && request.earlier.isEmpty
        let shown = isPlain ? plan.crop : nil
        let (file, placeholder) = try stages.run(.encode) {
            let file = try SizeLimitedEncoding.encode(options, maximumBytes: output.maximumBytes) { options in
                try stages.cancellation.check()
                return try pixels.blocking.encoded(as: options, from: source, keeping: metadata, showing: shown)
            }
            return (file, try output.hasPlaceholder ? Placeholder(of: pixels) : nil)
        }
        return RenderedImage(
            bytes: file.bytes,
            format: options.format,
            size: pixels.size,
            quality: file.quality,
            placeholder: placeholder,
            plan: plan,
            covered: request.redacts ? chain.count.covered : nil
        )
    }

    /// The pixels of the last stage, or of the overlay.
    func pixels(
        _ chain: ChainedPicture,
        _ plan: RenderPlan,
        _ request: RenderRequest,
        _ pictures: [String: ImageSource],
        _ stages: StageRunner
    ) throws -> PixelBuffer {
        if request.answer == .overlay { return try overlay(chain, plan, stages) }
        return try finish(chain.shown, plan, request.last.steps, pictures, stages, hiding: chain.places)
    }

    /// Returns the detector that a stage names, or the standard one.
    ///
    /// - Throws: What the provider of named detectors throws.
    package func detector(for crop: RenderRequest.Crop) throws -> any FeatureDetector {
        let found = try searching(for: crop) ?? detector
        return crop.usesEmbeddedRegions ? ChainedFeatureDetector([EmbeddedRegionDetector(), found]) : found
    }

    /// The detector that a stage names, with the limits that it gives; nil if it gives neither.
    private func searching(for crop: RenderRequest.Crop) throws -> (any FeatureDetector)? {
        do {
            let named = try crop.detector.map(namedDetector)
            guard crop.limits != DetectionLimits() else { return named }
            guard let name = crop.detector ?? (DetectorExpression.names.contains(detector.name) ? detector.name : nil) else {
                throw BoundedCropError(.invalidArgument, "min-confidence, min-face and max-faces need a detector here")
            }
            return try DetectorExpression(name).makeDetector(limits: crop.limits)
        } catch let error as BoundedCropError {
            let name = crop.detector ?? detector.name
            throw BoundedCropError(.invalidFilter, "the detector \(name) cannot be used: \(error.message)", underlying: error)
        }
    }

    /// The redactions of all stages, each with its own detector. Throws as `detector(for:)`.
    func redactions(_ request: RenderRequest) throws -> [any ImageEffect] {
        try request.stages.filter(\.redacts).flatMap { stage in
            let effects = stage.steps.compactMap { step in if case .effect(let effect as Redact) = step { effect } else { nil } }
            return try (effects as [any ImageEffect]).detecting(with: redactionDetector(for: stage.crop))
        }
    }

    /// Returns the detector for what `redact` hides. Throws as `detector(for:)`.
    func redactionDetector(for crop: RenderRequest.Crop) throws -> any FeatureDetector {
        try searching(for: crop) ?? redactionDetector
    }

    /// How the file is written.
    /// - Parameter format: where the request names none.
    func options(_ output: RenderRequest.Output, _ format: ImageFormat) -> ImageEncoding {
        ImageEncoding(output.format ?? format, quality: output.quality ?? settings.quality)
    }

    /// - Parameters:
    ///   - places: What redactions hide in the picture; none in one that was made by an earlier stage, where they are covered already.
    ///   - frame: The number of the frame that the picture is, from 0; nil if it is one picture.
    ///   - prepared: What was made of other pictures for earlier frames.
    func finish(
        _ picture: any Picture,
        _ plan: RenderPlan,
        _ steps: [RenderStep],
        _ pictures: [String: ImageSource],
        _ stages: StageRunner,
        hiding places: HiddenPlaces,
        frame: Int? = nil,
        prepared: PreparedEffects? = nil
    ) throws -> PixelBuffer {
        let cut = PictureCut(plan.crop, scaledTo: plan.turn.turned(plan.size))
        let aligned = plan.cropPlan.flatMap { $0.aligned == nil ? nil : $0 }
        var pixels = try stages.run(.decode) {
            // Only the part that is sampled for an alignment has its own pixels.
            try aligned.map { aligned in
                try BlockingCropper(detector: detector).render([aligned], of: picture, sizes: [plan.size]) { part, cut, _ in
                    try places.cover(&part, showing: cut, frame: frame)
                }[0].pixels
            } ?? picture.pixels(of: [cut])[0]
        }
        try stages.run(.effects) {
            if aligned == nil {
                try places.cover(&pixels, showing: cut, frame: frame)
                try pixels.orient(plan.turn.orientation)
            }
            if plan.flipsHorizontally { try Flip(.horizontal).apply(to: &pixels) }
            if plan.flipsVertically { try Flip(.vertical).apply(to: &pixels) }
            let performer = StepPerformer(
                box: plan.box,
                pictures: pictures,
                maximumPixels: settings.maximumOutputPixels,
                prepared: prepared
            )
            for step in steps where !step.detects {
                try stages.cancellation.check()
                try performer.apply(step, to: &pixels)
            }
        }
        return pixels
    }

    private func overlay(_ chain: ChainedPicture, _ plan: RenderPlan, _ stages: StageRunner) throws -> PixelBuffer {
        let cut = PictureCut(plan.region, scaledTo: plan.region.size.shrunk(toArea: settings.maximumOutputPixels))
        var pixels = try stages.run(.decode) { try chain.shown.pixels(of: [cut])[0] }
        try stages.run(.effects) {
            try chain.places.cover(&pixels, showing: cut)
            try DebugOverlay(plan: plan).draw(on: &pixels)
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

extension PixelSize {
    /// This size, shrunk to the pixel limit; its aspect is kept as far as whole pixels allow.
    func shrunk(toArea limit: Int) -> PixelSize {
        guard area > limit else { return self }
        let scale = (Double(limit) / Double(area)).squareRoot()
        func scaled(_ side: Int) -> Int { Int(Double(side) * scale, within: 1...max(1, side), rounded: .down) }
        return PixelSize(width: scaled(width), height: scaled(height))
    }
}

extension PixelRect {
    /// This rectangle, shrunk to the pixel limit; its corner stays.
    func shrunk(toArea limit: Int) -> PixelRect {
        let size = size.shrunk(toArea: limit)
        return PixelRect(x: x, y: y, width: size.width, height: size.height)
    }
}

extension ImageRenderer {
    /// Whether the answer has every frame of the source: it is an animation, the format has animations, and nobody asked for one frame.
    package func animates(_ source: ImageSource, _ request: RenderRequest, _ format: ImageFormat?) -> Bool {
        request.output.frame == nil && request.answer != .overlay && request.earlier.isEmpty
            && source.animates(as: options(request.output, format ?? source.header.outputFormat))
    }

    /// The animation with its features followed; nil if nothing looks for any.
    func followed(_ source: ImageSource, _ crop: RenderRequest.Crop, _ stages: StageRunner) throws -> FollowedAnimation? {
        guard crop.detects, !crop.hasPlaces else { return nil }
        let cropper = BlockingCropper(detector: try detector(for: crop))
        return try looking.followed {
            try stages.run(.plan) { try stages.run(.detect) { try cropper.follow(source, accuracy: crop.accuracy) } }
        }
    }

    /// Renders every frame by one plan, which holds the features through time. A limit of bytes does not apply to animations.
    func animation(
        _ source: ImageSource,
        _ request: RenderRequest,
        _ format: ImageFormat?,
        _ pictures: [String: ImageSource],
        _ stages: StageRunner
    ) throws -> RenderedImage {
        let options = options(request.output, format ?? source.header.outputFormat)
        let steps = request.last.steps
        let plan = try plan(source, request.last, stages, followed: followed(source, request.last.crop, stages))
        let metadata = settings.metadata(request)
        let isPlain = steps.isEmpty && !plan.turnsContent
        let prepared = PreparedEffects()
        let count = RedactionCount()
        let frames = FrameEffects(try redactions(request).counting(in: count))
        var placeholder: Placeholder?
        let file = try stages.runFrames { stages in
            try source.changingFrames(
                as: options,
                changesAlpha: !steps.isEmpty,
                keeping: metadata,
                showing: isPlain ? plan.crop : nil,
                detecting: frames.detectors,
                looking: { _ = try frames.places(in: $0) }
            ) { frame, number in
                let places = try frames.places(in: frame)
                let pixels = try finish(frame, plan, steps, pictures, stages, hiding: places, frame: number, prepared: prepared)
                if request.output.hasPlaceholder, placeholder == nil { placeholder = try Placeholder(of: pixels) }
                return pixels
            }
        }
        try request.checkCovered(count)
        return RenderedImage(
            bytes: file.bytes,
            format: options.format,
            size: file.size,
            quality: options.quality,
            placeholder: placeholder,
            plan: plan,
            covered: request.redacts ? count.covered : nil
        )
    }
}

/// What the last stage is applied to. Without earlier ones, that is the source.
struct ChainedPicture {
    /// The picture in which features are found, with nothing covered.
    var seen: any Picture
    /// The picture that is shown.
    var shown: any Picture
    /// What is still to be covered in `shown`: none after earlier stages, which have done it.
    var places: HiddenPlaces
    /// Counts what is covered.
    let count: RedactionCount
    /// What is known of the source is not known of what is made of it.
    var renderer: ImageRenderer
}

extension ImageRenderer {
    /// The frame that is used alone, or the whole source, which shows the first one.
    func picture(_ source: ImageSource, _ request: RenderRequest) throws -> any Picture {
        guard let frame = request.output.frame, frame > 1, source.header.isAnimated else { return source }
        return try source.frame(frame)
    }

    /// The picture after the earlier stages, which shows one frame of an animation. What any stage hides is
    /// found in the source, and covered before anything else is done.
    ///
    /// - Parameter isShown: Whether the picture will be shown; if not, nothing needs to be covered.
    func afterEarlier(
        _ source: any Picture,
        _ request: RenderRequest,
        _ pictures: [String: ImageSource],
        _ stages: StageRunner,
        isShown: Bool = true
    ) throws -> ChainedPicture {
        let hides = isShown && request.redacts
        let count = RedactionCount()
        var chain = ChainedPicture(seen: source, shown: source, places: .none, count: count, renderer: self)
        if hides {
            chain.places = try stages.run(.detect) { try HiddenPlaces(of: redactions(request).counting(in: count), in: source) }
        }
        for stage in request.earlier {
            let plan = try chain.renderer.plan(chain.seen, stage, stages)
            let shown = try chain.renderer.finish(chain.shown, plan, stage.steps, pictures, stages, hiding: chain.places)
            chain.seen = try hides ? chain.renderer.finish(chain.seen, plan, stage.steps, pictures, stages, hiding: .none) : shown
            (chain.shown, chain.places, chain.renderer) = (shown, .none, chain.renderer.knowing(Looking()))
        }
        return chain
    }
}

extension RenderRequest {
    /// Throws `noFeatureFound` if a face is required, and redactions covered nothing.
    fileprivate func checkCovered(_ count: RedactionCount) throws {
        guard redacts, stages.contains(where: \.crop.requiresFeature) else { return }
        try count.check()
    }
}
