public import BoundedCrop

/// Effects for the frames of an animation: redactions look at all frames before one is written.
package struct FrameEffects {
    package let effects: [any ImageEffect]
    package let detectors: [FrameDetector]

    package init(_ effects: [any ImageEffect]) {
        var detectors: [FrameDetector] = []
        self.effects = effects.map { effect in
            guard var redaction = effect as? Redact else { return effect }
            let detector = FrameDetector(redaction.detector)
            detectors.append(detector)
            redaction.detector = detector
            return redaction
        }
        self.detectors = detectors
    }
}

extension ImageSource {
    /// Applies effects to every frame of an animation, and writes it with its delays and its number of repetitions.
    ///
    /// A redaction looks at every frame. What it finds in one it also hides in the frames up to half a second before and after, in case the
    /// detector misses it there.
    ///
    /// - Parameters:
    ///   - effects: The effects. The results of all frames must have one size.
    ///   - scale: The number of pixels of each point; see `PixelBuffer.applying(_:scale:)`.
    ///   - encoding: How the animation is written; see `AnimationWriter.supports`.
    ///   - keeping: What to write of this file's metadata; the rights by default. After a redaction, nothing that names people.
    /// - Throws: What the effects and `changingFrames` throw.
    public func applying(
        _ effects: [any ImageEffect],
        scale: Double = 1,
        toFramesAs encoding: ImageEncoding,
        keeping: MetadataSelection = .rights
    ) throws -> AnimationFile {
        let frames = FrameEffects(effects)
        return try changingFrames(
            as: encoding,
            changesAlpha: !effects.isEmpty,
            keeping: keeping.after(effects),
            showing: nil,
            detecting: frames.detectors
        ) {
            try $0.applying(frames.effects, scale: scale)
        }
    }
}

extension BlockingCropper {
    /// Crops every frame of an animation to the window of a plan and applies effects to it. See `render(_:ofAnimation:…)` without effects,
    /// and `ImageSource.applying(_:toFramesAs:)` for redactions, after which no metadata that name people are kept.
    ///
    /// - Throws: What both throw.
    public func render(
        _ plan: CropPlan,
        ofAnimation source: ImageSource,
        scaledTo size: PixelSize? = nil,
        as encoding: ImageEncoding,
        keeping: MetadataSelection = .rights,
        applying effects: [any ImageEffect]
    ) throws -> AnimationFile {
        let frames = FrameEffects(effects)
        return try render(
            plan,
            ofAnimation: source,
            scaledTo: size,
            as: encoding,
            changesAlpha: !effects.isEmpty,
            keeping: keeping.after(effects),
            detecting: frames.detectors
        ) {
            try $0.applying(frames.effects)
        }
    }
}
