public import BoundedCrop
internal import BoundedCropEffects

/// Makes the picture that a URL asks for: sizes and places first, then pixels, effects and the file.
///
/// All is done on the thread of the caller, and takes as long as a picture takes: run it on a `WorkerPool`.
public struct ImageRenderer: Sendable {
    /// Gives the detector of a name, as `detector(NAME)` says it. Throws `invalidArgument` for a name that there is none of.
    public typealias DetectorProvider = @Sendable (_ name: String) throws -> any FeatureDetector
    /// Is told how long a stage took, on the thread of the work.
    public typealias StageObserver = (RenderStage, Duration) -> Void

    /// Finds what has to stay visible, where the URL names no other detector.
    public let detector: any FeatureDetector
    /// What holds for all pictures.
    public let settings: RenderSettings
    private let namedDetector: DetectorProvider

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

    /// The picture that a URL asks for; with `debug`, the whole picture with what was found drawn on it.
    ///
    /// Throws `limitExceeded` for outputs beyond the settings' limit, `invalidURL` where the URL does not suit the picture,
    /// `invalidFilter` where a filter does not, `noFeatureFound` where one is required, `malformedImage` for a damaged file, what detectors
    /// throw, and `CancellationError`.
    /// - Parameters:
    ///   - source: the picture that the URL names.
    ///   - filters: of the URL's own calls.
    ///   - format: what the client would have; the filters' format goes before it. Nil is the source's.
    ///   - pictures: those that the filters need, by `ImageFilters.pictureNames`.
    ///   - cancellation: asked between the stages and within them.
    ///   - onStage: told how long each stage took.
    public func render(
        _ source: ImageSource,
        _ url: ImageURL,
        filters: ImageFilters,
        format: ImageFormat? = nil,
        pictures: [String: ImageSource] = [:],
        cancellation: Cancellation = Cancellation(),
        onStage: StageObserver = { _, _ in }
    ) throws -> RenderedImage {
        try withoutActuallyEscaping(onStage) { onStage in
            let stages = StageRunner(cancellation: cancellation, onStage: onStage)
            let source = try filters.output.stripsICC ? source.convertingToSRGB() : source
            let plan = try plan(source, url, filters.crop, stages)
            let pixels = try url.isDebug ? debug(source, plan, stages) : finish(source, plan, filters, pictures, stages)
            let options = options(filters, format ?? source.header.format)
            let keepsMetadata = settings.keepsMetadata && !filters.output.stripsEXIF
            let file = try stages.run(.encode) {
                try SizeLimitedEncoding.encode(options, maximumBytes: filters.output.maximumBytes) { options in
                    try cancellation.check()
                    return try pixels.blocking.encoded(as: options, from: source, keepingMetadata: keepsMetadata)
                }
            }
            return RenderedImage(bytes: file.bytes, format: options.format, size: pixels.size, quality: file.quality, plan: plan)
        }
    }

    /// The detector that a URL asks for.
    ///
    /// Throws what the provider of named ones throws.
    public func detector(for filters: CropFilters) throws -> any FeatureDetector {
        guard let name = filters.detector else { return detector }
        do {
            return try namedDetector(name)
        } catch let error as BoundedCropError {
            throw BoundedCropError(.invalidFilter, "the filter detector(\(name)) cannot be applied: \(error.message)", underlying: error)
        }
    }

    /// How the file is written.
    /// - Parameter format: where the filters name none.
    func options(_ filters: ImageFilters, _ format: ImageFormat) -> ImageEncoding {
        ImageEncoding(filters.output.format ?? format, quality: filters.output.quality ?? settings.quality)
    }

    private func finish(
        _ picture: any Picture,
        _ plan: RenderPlan,
        _ filters: ImageFilters,
        _ pictures: [String: ImageSource],
        _ stages: StageRunner
    ) throws -> PixelBuffer {
        var pixels = try stages.run(.decode) { try picture.pixels(of: plan.crop, scaledTo: plan.size) }
        try stages.run(.effects) {
            if plan.flipsHorizontally { try Flip(.horizontal).apply(to: &pixels) }
            if plan.flipsVertically { try Flip(.vertical).apply(to: &pixels) }
            let performer = StepPerformer(
                box: plan.box,
                detector: try detector(for: filters.crop),
                pictures: pictures,
                maximumPixels: settings.maximumOutputPixels
            )
            for step in filters.steps {
                try stages.cancellation.check()
                try performer.apply(step, to: &pixels)
            }
        }
        return pixels
    }

    private func debug(_ picture: any Picture, _ plan: RenderPlan, _ stages: StageRunner) throws -> PixelBuffer {
        let size = plan.region.size.shrunk(toArea: settings.maximumOutputPixels)
        var pixels = try stages.run(.decode) { try picture.pixels(of: plan.region, scaledTo: size) }
        try stages.run(.effects) { try DebugOverlay(plan: plan).draw(on: &pixels) }
        return pixels
    }
}

extension ImageSource {
    /// The same picture, its colours as sRGB where they were to stay in their profile.
    fileprivate func convertingToSRGB() throws -> ImageSource {
        guard options.colorProfile == .keep else { return self }
        var options = options
        options.colorProfile = .convertToSRGB
        return try ImageSource(bytes: bytes, options: options)
    }
}

extension PixelSize {
    /// This size, shrunk where it has more pixels than that; its shape is kept as far as whole pixels allow.
    func shrunk(toArea limit: Int) -> PixelSize {
        guard area > limit else { return self }
        let scale = (Double(limit) / Double(area)).squareRoot()
        func scaled(_ side: Int) -> Int { Int(Double(side) * scale, within: 1...max(1, side), rounded: .down) }
        return PixelSize(width: scaled(width), height: scaled(height))
    }
}

extension PixelRect {
    /// This rectangle, shrunk where it has more pixels than that; its corner stays.
    func shrunk(toArea limit: Int) -> PixelRect {
        let size = size.shrunk(toArea: limit)
        return PixelRect(x: x, y: y, width: size.width, height: size.height)
    }
}
