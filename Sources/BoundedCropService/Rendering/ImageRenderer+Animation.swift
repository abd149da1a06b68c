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
        let redacting = try filters.redacts ? FrameDetector(redactionDetector(for: filters.crop)) : nil
        var placeholder: Placeholder?
        let file = try stages.runFrames { stages in
            try source.changingFrames(
                as: options,
                changesAlpha: !filters.steps.isEmpty,
                keeping: metadata,
                showing: isPlain ? plan.crop : nil,
                detecting: redacting.map { [$0] } ?? []
            ) {
                let pixels = try finish($0, plan, filters, pictures, stages, redacting: redacting, prepared: prepared)
                if filters.output.hasPlaceholder, placeholder == nil { placeholder = try Placeholder(of: pixels) }
                return pixels
            }
        }
        return RenderedImage(
            bytes: file.bytes,
            format: options.format,
            size: file.size,
            quality: options.quality,
            placeholder: placeholder,
            plan: plan
        )
    }
}
