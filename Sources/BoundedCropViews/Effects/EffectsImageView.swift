public import BoundedCrop
public import BoundedCropEffects
public import BoundedCropLoading
public import FoundationEssentials
public import Observation

/// Shows pictures with effects. They are cropped and scaled to the bounds; then custom effects, rounded corners, a shadow and a reflection
/// are applied.
///
///     let view = EffectsImageView(surface: surface)
///     view.cornerRadius = 12
///     view.shadowBlur = 8
///     view.setImage(contentsOf: url)
///
/// Lengths and bounds are in points of the picture. A picture named `@2x` has two pixels per point, so its result has twice the pixels.
/// Changes made in one turn of the main actor cause one rendering; a newer rendering replaces a waiting one.
@MainActor @Observable public final class EffectsImageView: ImageView {
    /// The queue of views created without one: four renderings at once, the newest first. A new value applies to views created later.
    public static var processingQueue = WorkerPool(threadCount: 4, order: .lastInFirstOut)
    /// The cache of finished pictures of views created without one. A new value applies to views created later.
    public static var processedImageCache = EffectCache()

    /// How the picture is fitted to the bounds; `aspectFill` by default.
    public var contentMode = ContentMode.aspectFill { didSet { if contentMode != oldValue { setNeedsUpdate() } } }
    /// The share of the picture's height that is reflected below it, 0...1; 0, the default, for none.
    public var reflectionScale = 0.0 { didSet { if reflectionScale != oldValue { setNeedsUpdate() } } }
    /// The gap between picture and reflection in points; 0 by default.
    public var reflectionGap = 0.0 { didSet { if reflectionGap != oldValue { setNeedsUpdate() } } }
    /// The initial opacity of the reflection, 0...1; 0 by default, which makes it invisible.
    public var reflectionAlpha = 0.0 { didSet { if reflectionAlpha != oldValue { setNeedsUpdate() } } }
    /// The color of the shadow; black by default.
    public var shadowColor = Color.black { didSet { if shadowColor != oldValue { setNeedsUpdate() } } }
    /// The offset of the shadow in points; zero by default.
    public var shadowOffset = Offset.zero { didSet { if shadowOffset != oldValue { setNeedsUpdate() } } }
    /// The blur of the shadow in points. Without offset and blur there is no shadow.
    public var shadowBlur = 0.0 { didSet { if shadowBlur != oldValue { setNeedsUpdate() } } }
    /// The corner radius in points; 0, the default, for square corners.
    public var cornerRadius = 0.0 { didSet { if cornerRadius != oldValue { setNeedsUpdate() } } }
    /// Custom effects, applied on the queue or, for a picture in memory and unless ``asynchronous`` is set, on the main actor. They run
    /// after cropping and scaling, before the other effects. Each closure that is set has its own cache keys.
    public var customEffects: (@Sendable (PixelBuffer) throws -> PixelBuffer)? {
        didSet {
            customIdentifier = SerialNumber.next()
            setNeedsUpdate()
        }
    }
    /// If false, the default, a picture in memory is rendered on the main actor, blocking it, and shown without a transition. If true, it
    /// is rendered on the queue and fades in. Loading and decoding never block the main actor.
    public var asynchronous = false
    /// The duration of the fade-in of a picture from the queue; 0.25 seconds by default, zero for none.
    public var crossfadeDuration = Duration.milliseconds(250)
    /// The surface's pixels per point, which selects among `name.png`, `name@2x.png` and `name@3x.png`; 1 by default.
    public var preferredPixelsPerPoint = 1
    /// The folder for relative file names; the working directory by default.
    public var resourceFolder = "."
    /// The original picture as set or loaded; nil before there is one. Setting it calls ``setImage(_:named:pixelsPerPoint:)``.
    public var image: PixelBuffer? {
        get { original?.pixels }
        set { setImage(newValue) }
    }
    /// The error that prevented a result for the current picture; nil if there is none. The previous content stays.
    public private(set) var failure: (any Error)?
    /// Whether a result is being made.
    public private(set) var isWorking = false

    /// A picture as set or loaded, with its pixels per point.
    struct Original: Sendable {
        let pixels: PixelBuffer
        let pixelsPerPoint: Double
    }

    private var original: Original?
    private var customKey: String? { didSet { if customKey != oldValue { setNeedsUpdate() } } }
    private var customIdentifier: UInt64 = 0
    private var source: EffectsSource?
    @ObservationIgnored private var begun: EffectCacheKey?
    @ObservationIgnored private var work: OwnedTask?
    private let queue: WorkerPool
    private let cache: EffectCache
    private let loader: ImageLoader

    /// Creates a view without a picture.
    /// - Parameters:
    ///   - surface: Where the view shows its pictures.
    ///   - queue: Renders the pictures; ``processingQueue`` by default.
    ///   - cache: Caches the results; ``processedImageCache`` by default.
    ///   - loader: Loads pictures set by URL or file name.
    ///   - timing: The clock of the view.
    public init(
        surface: any ImageSurface,
        queue: WorkerPool? = nil,
        cache: EffectCache? = nil,
        loader: ImageLoader = .shared,
        timing: ViewTiming = ViewTiming()
    ) {
        self.queue = queue ?? Self.processingQueue
        self.cache = cache ?? Self.processedImageCache
        self.loader = loader
        super.init(surface: surface, timing: timing)
    }

    /// The picture shown: the result, or a picture set here to show until the result is ready. Setting it cancels nothing.
    public var processedImage: PixelBuffer? {
        get { content.pixels }
        set { show(newValue.map { .placeholder($0) } ?? .nothing, .none) }
    }

    /// The cache key of the result. By default it is made of the source, the size and all settings. A custom key must change whenever any
    /// of these does; nil restores the default.
    public var cacheKey: String? {
        get { customKey ?? source.map { "\($0.name)|\(bounds)|\(pipeline.cacheKey)" } }
        set { customKey = newValue }
    }

    /// Shows a picture in memory with the effects; nil shows nothing.
    /// - Parameters:
    ///   - picture: The picture.
    ///   - name: The cache name, which must change when the picture does. Without a name, results are not shared with other views.
    ///   - pixelsPerPoint: The number of its pixels per point; above 0.
    public func setImage(_ picture: PixelBuffer?, named name: String? = nil, pixelsPerPoint: Double = 1) {
        let name = name.map { "named \($0)" } ?? "picture \(SerialNumber.next())"
        take(picture.map { _ in .memory(name: "\(name) at \(pixelsPerPoint)") })
        original = picture.map { Original(pixels: $0, pixelsPerPoint: pixelsPerPoint) }
    }

    /// Shows the picture of a file with the effects. Its path is the cache name: clear the cache when the file changes.
    /// - Parameter path: Relative to ``resourceFolder``. The default extension is `png`. If the file does not exist or there is a better
    ///   one for ``preferredPixelsPerPoint``, the file with `@2x` or `@3x` before the extension is used.
    public func setImage(contentsOfFile path: String) {
        take(.file(ResourceFile(path, in: resourceFolder, pixelsPerPoint: preferredPixelsPerPoint)))
    }

    /// Shows a picture from a URL with the effects. For a file URL, this calls ``setImage(contentsOfFile:)`` with its path.
    public func setImage(contentsOf url: URL) {
        if url.isFileURL { setImage(contentsOfFile: url.path) } else { take(.remote(url)) }
    }

    private func take(_ source: EffectsSource?) {
        work = nil
        begun = nil
        failure = nil
        original = nil
        self.source = source
        setNeedsUpdate()
    }

    override func boundsDidChange(from old: PixelSize) { setNeedsUpdate() }

    override func update() {
        guard let source else {
            isWorking = false
            if content != .nothing { show(.nothing, .none) }
            return
        }
        // With empty bounds nothing is visible.
        guard !bounds.bounds.isEmpty else { return }
        let pipeline = pipeline
        let key = EffectCacheKey(named: cacheKey ?? "", applying: [])
        guard key != begun else { return }
        work = nil
        begun = key
        if let finished = cache.picture(for: key) { return finish(finished, .none) }
        if let original, !asynchronous {
            do {
                let finished = try pipeline.render(original, Cancellation())
                cache.insert(finished, for: key)
                finish(finished, .none)
            } catch { fail(error) }
            return
        }
        isWorking = true
        work = OwnedTask { [weak self, original, loader, queue, cache] in
            do {
                let loaded = try await source.original(original, loader, queue)
                guard !Task.isCancelled else { return }
                self?.original = loaded
                let finished = try await queue.run { try pipeline.render(loaded, $0) }
                guard !Task.isCancelled else { return }
                cache.insert(finished, for: key)
                self?.finishFading(finished)
            } catch {
                if !Task.isCancelled { self?.fail(error) }
            }
        }
    }

    private var pipeline: EffectsPipeline {
        var pipeline = EffectsPipeline()
        pipeline.size = bounds
        pipeline.contentMode = contentMode
        pipeline.custom = customEffects.map { [.custom("closure \(customIdentifier)", $0)] } ?? []
        pipeline.cornerRadius = cornerRadius
        pipeline.shadowColor = shadowColor
        pipeline.shadowOffset = shadowOffset
        pipeline.shadowBlur = shadowBlur
        pipeline.reflectionScale = reflectionScale
        pipeline.reflectionGap = reflectionGap
        pipeline.reflectionAlpha = reflectionAlpha
        return pipeline
    }

    private func finishFading(_ picture: PixelBuffer) {
        finish(picture, crossfadeDuration > .zero ? .crossfade(crossfadeDuration) : .none)
    }

    private func finish(_ picture: PixelBuffer, _ transition: Transition) {
        isWorking = false
        failure = nil
        show(.picture(picture), transition)
    }

    private func fail(_ error: any Error) {
        isWorking = false
        failure = error
    }
}

extension EffectsPipeline {
    /// Renders the finished picture and checks for cancellation between effects.
    fileprivate func render(_ original: EffectsImageView.Original, _ cancellation: Cancellation) throws -> PixelBuffer {
        try effects.reduce(original.pixels) { picture, effect in
            try cancellation.check()
            return try picture.applying([effect], scale: original.pixelsPerPoint)
        }
    }
}
