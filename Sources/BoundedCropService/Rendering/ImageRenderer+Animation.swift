internal import BoundedCrop
internal import BoundedCropEffects

extension ImageRenderer {
    /// Whether the answer has every frame of the source: it is an animation, the format has animations, and nobody asked for one frame.
    func animates(_ source: ImageSource, _ url: ImageURL, _ filters: ImageFilters, _ format: ImageFormat?) -> Bool {
        !filters.output.isStill && !url.isDebug && url.earlier.isEmpty
            && source.animates(as: options(filters, format ?? source.header.outputFormat))
    }

    /// The animation with its features followed; nil if nothing looks for any.
    func followed(_ source: ImageSource, _ url: ImageURL, _ filters: CropFilters, _ stages: StageRunner) throws -> FollowedAnimation? {
        guard url.isSmart, filters.focalRegions.isEmpty else { return nil }
        let cropper = BlockingCropper(detector: try detector(for: filters))
        return try looking.followed {
            try stages.run(.plan) { try stages.run(.detect) { try cropper.follow(source, accuracy: filters.accuracy) } }
        }
    }

    /// Renders every frame by one plan, which holds the features through time. A limit of bytes does not apply to animations.
    func animation(
        _ source: ImageSource,
        _ url: ImageURL,
        _ filters: ImageFilters,
        _ format: ImageFormat?,
        _ pictures: [String: ImageSource],
        _ stages: StageRunner
    ) throws -> RenderedImage {
        let options = options(filters, format ?? source.header.outputFormat)
        let followed = try followed(source, url, filters.crop, stages)
        let plan = try plan(source, url, filters.crop, stages, followed: followed)
        let metadata = settings.metadata(filters)
        let isPlain = filters.steps.isEmpty && !plan.turnsContent
        let prepared = PreparedEffects()
        let count = RedactionCount()
        let frames = FrameEffects(try redactions(filters).counting(in: count))
        var placeholder: Placeholder?
        let file = try stages.runFrames { stages in
            try source.changingFrames(
                as: options,
                changesAlpha: !filters.steps.isEmpty,
                keeping: metadata,
                showing: isPlain ? plan.crop : nil,
                detecting: frames.detectors,
                looking: { _ = try frames.places(in: $0) }
            ) { frame, number in
                let places = try frames.places(in: frame)
                let pixels = try finish(frame, plan, filters, pictures, stages, hiding: places, frame: number, prepared: prepared)
                if filters.output.hasPlaceholder, placeholder == nil { placeholder = try Placeholder(of: pixels) }
                return pixels
            }
        }
        try filters.checkCovered(count)
        return RenderedImage(
            bytes: file.bytes,
            format: options.format,
            size: file.size,
            quality: options.quality,
            placeholder: placeholder,
            plan: plan,
            covered: filters.redacts ? count.covered : nil
        )
    }
}
