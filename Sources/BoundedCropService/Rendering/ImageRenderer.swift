public import BoundedCrop
internal import BoundedCropEffects

/// Makes the picture that a URL asks for: sizes and places first, then pixels, effects and the file.
///
/// All is done on the thread of the caller, which may take as long as a picture takes: run it on a `WorkerPool`.
public struct ImageRenderer: Sendable {
    /// Gives the detector of a name, as `detector(NAME)` says it. Throws `invalidArgument` for a name that there is none of.
    public typealias DetectorProvider = @Sendable (_ name: String) throws -> any FeatureDetector
    /// Is told how long a stage took, on the thread of the work.
    public typealias StageObserver = (RenderStage, Duration) -> Void

    /// Finds what has to stay visible, where the URL names no other detector.
    public let detector: any FeatureDetector
    /// What holds for all pictures.
    public let settings: RenderSettings
    let namedDetector: DetectorProvider

    /// A renderer.
    /// - Parameters:
    ///   - detector: asked where the URL names none; has to bear being called from several threads at once.
    ///   - namedDetector: called for each picture, so it should keep what it gives. By default the built-in detectors, and no programs.
    public init(
        detector: any FeatureDetector = YuNetDetector(),
        settings: RenderSettings = RenderSettings(),
        namedDetector: @escaping DetectorProvider = BuiltInDetectors.named
    ) {
        self.detector = detector
        self.settings = settings
        self.namedDetector = namedDetector
    }

    /// The picture that a URL asks for.
    ///
    /// Throws `limitExceeded` for outputs beyond the settings' limit, `invalidURL` where the URL does not suit the picture,
    /// `noFeatureFound` where one is required, `malformedImage` for a damaged file, what detectors throw, and `CancellationError`.
    /// - Parameters:
    ///   - source: the picture that the URL names.
    ///   - filters: of the URL's own calls.
    ///   - format: what the client would have; the filters' format goes before it. Nil is the source's.
    ///   - cancellation: asked between the stages.
    ///   - onStage: told how long each stage took.
    public func render(
        _ source: ImageSource,
        _ url: ImageURL,
        filters: ImageFilters,
        format: ImageFormat? = nil,
        cancellation: Cancellation = Cancellation(),
        onStage: StageObserver = { _, _ in }
    ) throws -> RenderedImage {
        try withoutActuallyEscaping(onStage) { onStage in
            let stages = StageRunner(cancellation: cancellation, onStage: onStage)
            let plan = try plan(source, url, filters.crop, stages)
            var pixels = try stages.run(.decode) { try source.pixels(of: plan.crop, scaledTo: plan.size) }
            try stages.run(.effects) {
                if plan.flipsHorizontally { Flip(.horizontal).apply(to: &pixels) }
                if plan.flipsVertically { Flip(.vertical).apply(to: &pixels) }
            }
            var options = EncodingOptions(format: filters.output.format ?? format ?? source.header.format)
            options.quality = filters.output.quality ?? settings.quality
            let bytes = try stages.run(.encode) {
                try pixels.encoded(options, from: source, keepingMetadata: settings.keepsMetadata && !filters.output.stripsEXIF)
            }
            return RenderedImage(bytes: bytes, format: options.format, size: pixels.size, quality: options.quality, plan: plan)
        }
    }
}
