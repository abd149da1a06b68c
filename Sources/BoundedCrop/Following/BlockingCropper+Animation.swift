extension BlockingCropper {
    /// Crops every frame of an animation to the window of a plan. Delays, the number of repetitions and transparency are kept; frames are
    /// decoded, cropped and written one at a time.
    ///
    /// - Parameters:
    ///   - plan: A plan for frames of this size.
    ///   - source: The animation.
    ///   - size: The size of the crop; nil for as many pixels as the window has.
    ///   - encoding: How the animation is written; see `AnimationWriter.supports`.
    ///   - changesAlpha: Whether the closure may make opaque frames transparent.
    ///   - keeping: What to write of the file's metadata; the rights by default. If frames hide somebody, set `namesPeople` to false.
    ///   - change: Applied to each frame of the crop, such as effects. All results must have one size.
    /// - Returns: The bytes of the file.
    /// - Throws: What `ImageSource.changingFrames` and the closure throw, `invalidArgument` when the plan does not fit, `CancellationError`
    ///   if the work on this thread is cancelled.
    public func render(
        _ plan: CropPlan,
        ofAnimation source: ImageSource,
        scaledTo size: PixelSize? = nil,
        as encoding: ImageEncoding,
        changesAlpha: Bool = false,
        keeping: MetadataSelection = .rights,
        changingFrames change: (PixelBuffer) throws -> PixelBuffer = { $0 }
    ) throws -> [UInt8] {
        try render(
            plan,
            ofAnimation: source,
            scaledTo: size,
            as: encoding,
            changesAlpha: changesAlpha,
            keeping: keeping,
            detecting: [],
            changingFrames: change
        ).bytes
    }

    /// - Parameters:
    ///   - detectors: Those that `looking` and `changingCuts` use.
    ///   - looking: Called with every frame before the first is written, if there are detectors.
    ///   - changingCuts: Called with each whole frame. Returns what changes the part that is cut from it, which gets the number of the frame.
    ///   - change: Applied to each frame of the crop.
    package func render(
        _ plan: CropPlan,
        ofAnimation source: ImageSource,
        scaledTo size: PixelSize?,
        as encoding: ImageEncoding,
        changesAlpha: Bool,
        keeping: MetadataSelection,
        detecting detectors: [FrameDetector],
        looking: (PixelBuffer) throws -> Void = { _ in },
        changingCuts: (PixelBuffer) throws -> CutChange = { _ in { _, _, _ in } },
        changingFrames change: (PixelBuffer) throws -> PixelBuffer
    ) throws -> AnimationFile {
        let size = size ?? plan.naturalSize
        let plan = try plan.checked(for: source.size, scaledTo: size)
        let rendering = CropRendering(plan, scaledTo: size)
        // A closure that may change alpha may also move the content.
        let shown = changesAlpha ? nil : plan.uprightCrop
        return try source.changingFrames(
            as: encoding,
            changesAlpha: changesAlpha,
            keeping: keeping,
            showing: shown,
            detecting: detectors,
            looking: looking
        ) { frame, number in
            let changeCut = try changingCuts(frame)
            return try change(CropRendering.pixels([rendering], of: frame) { part, cut, _ in try changeCut(&part, cut, number) }[0])
        }
    }
}
