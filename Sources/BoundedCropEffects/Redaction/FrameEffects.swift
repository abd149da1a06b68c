package import BoundedCrop

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

    /// What redactions hide in a frame. Looks at it unless all frames have been looked at.
    package func places(in frame: PixelBuffer) throws -> HiddenPlaces { try HiddenPlaces(of: effects, in: frame) }
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
    package func applying(
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
            detecting: frames.detectors,
            looking: { _ = try frames.places(in: $0) }
        ) {
            try $0.applying(frames.effects, scale: scale, frame: $1)
        }
    }
}

extension BlockingCropper {
    /// Crops every frame of an animation to the window of a plan and applies effects to it. See `render(_:ofAnimation:…)` without effects,
    /// and `ImageSource.applying(_:toFramesAs:)` for redactions, which search and cover the whole frames, and after which no metadata that
    /// name people are kept.
    ///
    /// - Throws: What both throw.
    package func render(
        _ plan: CropPlan,
        ofAnimation source: ImageSource,
        scaledTo size: PixelSize? = nil,
        as encoding: ImageEncoding,
        keeping: MetadataSelection = .rights,
        applying effects: [any ImageEffect]
    ) throws -> AnimationFile {
        let (frames, rest) = (FrameEffects(effects), effects.withoutDetectedRedactions)
        return try render(
            plan,
            ofAnimation: source,
            scaledTo: size,
            as: encoding,
            changesAlpha: !effects.isEmpty,
            keeping: keeping.after(effects),
            detecting: frames.detectors,
            looking: { _ = try frames.places(in: $0) },
            changingCuts: { frame in
                let places = try frames.places(in: frame)
                return { try places.cover(&$0, showing: $1, frame: $2) }
            }
        ) {
            try $0.applying(rest)
        }
    }

    /// Renders the crop that a plan describes and applies effects to it. See `render(_:of:scaledTo:)` without effects. Redactions that
    /// detect search the whole picture, not only the crop.
    ///
    /// - Throws: What that, detection and the effects throw.
    package func render(
        _ plan: CropPlan,
        of picture: any Picture,
        scaledTo size: PixelSize? = nil,
        applying effects: [any ImageEffect]
    ) throws -> CroppedPicture {
        try render([plan], of: picture, sizes: [size ?? plan.naturalSize], applying: [effects])[0]
    }

    /// Renders crops with one decode and one detection of what is hidden, each with its own effects.
    package func render(
        _ plans: [CropPlan],
        of picture: any Picture,
        sizes: [PixelSize],
        applying effects: [[any ImageEffect]]
    ) throws -> [CroppedPicture] {
        var found = HiddenPlaces.Found()
        let places = try effects.map { try HiddenPlaces(of: $0, in: picture, found: &found) }
        let crops = try render(plans, of: picture, sizes: sizes) { try places[$2].cover(&$0, showing: $1) }
        return try crops.enumerated().map { index, crop in
            var crop = crop
            crop.pixels = try crop.pixels.applying(effects[index].withoutDetectedRedactions)
            return crop
        }
    }
}
