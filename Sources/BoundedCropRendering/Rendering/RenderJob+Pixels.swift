internal import BoundedCrop
internal import BoundedCropEffects

/// The frames of one picture that were decoded to be used alone, for one thread.
final class DecodedFrames {
    struct Key: Hashable {
        let number: Int
        /// Whether the colors are in sRGB where they would be kept otherwise.
        let isConverted: Bool
    }

    var pictures: [Key: PixelBuffer] = [:]
}

/// What the last stage is applied to. Without earlier ones, that is the source.
struct ChainedPicture {
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
    var knowingNothing: RenderJob {
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
    func afterEarlier(_ source: ImageSource, _ request: RenderRequest, _ count: RedactionCount) throws -> ChainedPicture {
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
    func hidden(
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
    func parts(
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
    func finished(
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
                try performer.apply(step.multiplied(by: plan.density), to: &pixels)
            }
        }
        return pixels
    }

    /// The whole picture, as large as the limit allows, with the detected features and the crop drawn on it.
    func overlay(_ planned: Planned, hiding places: HiddenPlaces) throws -> PixelBuffer {
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
    func convertingToSRGB() throws -> ImageSource {
        guard options.colorProfile == .keep else { return self }
        var options = options
        options.colorProfile = .convertToSRGB
        return try ImageSource(bytes: bytes, options: options)
    }
}
