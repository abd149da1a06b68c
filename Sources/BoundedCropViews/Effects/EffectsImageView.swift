public import BoundedCrop
public import BoundedCropEffects
public import BoundedCropLoading
public import FoundationEssentials
public import Observation

/// Shows pictures with effects: cropped and scaled to its bounds, then custom effects, round corners, a shadow, a reflection.
///
///     let view = EffectsImageView(surface: surface)
///     view.cornerRadius = 12
///     view.shadowBlur = 8
///     view.setImage(contentsOf: url)
///
/// Lengths and bounds are points of the picture: of one named `@2x`, which has two pixels a point, the result has twice the pixels. Changes
/// made in one turn of the main actor lead to one rendering; a newer one takes the place of one that waits.
@MainActor @Observable public final class EffectsImageView: ImageView {
    /// Renders for all views that were given no queue of their own: four at once, the newest first. Views made later take a new one.
    public static var processingQueue = WorkerPool(threadCount: 4, order: .lastInFirstOut)
    /// Finished pictures of all views that were given no cache of their own. Views made later take a new one.
    public static var processedImageCache = EffectCache()

    /// How the picture comes to the size of the bounds; `aspectFill` by default.
    public var contentMode = ContentMode.aspectFill { didSet { if contentMode != oldValue { setNeedsUpdate() } } }
    /// How much of the picture is mirrored below it, 0...1; 0, the default, is nothing.
    public var reflectionScale = 0.0 { didSet { if reflectionScale != oldValue { setNeedsUpdate() } } }
    /// The points between picture and reflection; 0 by default.
    public var reflectionGap = 0.0 { didSet { if reflectionGap != oldValue { setNeedsUpdate() } } }
    /// How opaque the reflection begins, 0...1; 0 by default, so that there is nothing to see of it.
    public var reflectionAlpha = 0.0 { didSet { if reflectionAlpha != oldValue { setNeedsUpdate() } } }
    /// The shadow's colour; black by default.
    public var shadowColor = Color.black { didSet { if shadowColor != oldValue { setNeedsUpdate() } } }
    /// Where the shadow falls, in points; nowhere by default.
    public var shadowOffset = Offset.zero { didSet { if shadowOffset != oldValue { setNeedsUpdate() } } }
    /// How soft the shadow is, in points; without offset and blur there is none.
    public var shadowBlur = 0.0 { didSet { if shadowBlur != oldValue { setNeedsUpdate() } } }
    /// In points; 0, the default, rounds nothing.
    public var cornerRadius = 0.0 { didSet { if cornerRadius != oldValue { setNeedsUpdate() } } }
    /// Applied after cropping and scaling, before the other effects; called on the queue. Each closure that is set is another one to the
    /// cache.
    public var customEffects: (@Sendable (PixelBuffer) throws -> PixelBuffer)? {
        didSet {
            customIdentifier = SerialNumber.next()
            setNeedsUpdate()
        }
    }
    /// Off, the default: a picture in memory is rendered on the main actor, which waits for it, and shown without transition. On: on the
    /// queue, and fades in. What has to be loaded or decoded never holds the main actor up.
    public var asynchronous = false
    /// How long a picture from the queue takes to fade in; 0.25 seconds by default, zero for no fade.
    public var crossfadeDuration = Duration.milliseconds(250)
    /// Which of `name.png`, `name@2x.png` and `name@3x.png` to take where there are several: the pixels a point of the surface; 1 by default.
    public var preferredPixelsPerPoint = 1
    /// The folder that names of files are relative to; the working folder by default.
    public var resourceFolder = "."
    /// The original: as it was set, or as it was loaded; nil until then. Setting it is `setImage(_:)`.
    public var image: PixelBuffer? {
        get { original?.pixels }
        set { setImage(newValue) }
    }
    /// Why there is no result for the picture that was set last; nil when there is one, or none yet. What was seen before stays.
    public private(set) var failure: (any Error)?
    /// Whether a result is waited for.
    public private(set) var isWorking = false

    /// A picture as it came, and how many of its pixels make a point.
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

    /// A view without a picture.
    /// - Parameters:
    ///   - queue: renders; `processingQueue` by default.
    ///   - cache: keeps results; `processedImageCache` by default.
    ///   - loader: fetches what is set by its address.
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

    /// What is shown: the result, or what was set here to be seen until there is one. Setting it stops nothing.
    public var processedImage: PixelBuffer? {
        get { content.pixels }
        set { show(newValue.map { .placeholder($0) } ?? .nothing, .none) }
    }

    /// What the result is kept under: made of the source, the size and all settings, unless one is set. One that is set has to change when
    /// any of these does. Setting nil returns to the default.
    public var cacheKey: String? {
        get { customKey ?? source.map { "\($0.name)|\(bounds)|\(pipeline.cacheKey)" } }
        set { customKey = newValue }
    }

    /// Shows a picture in memory with the effects; nil shows nothing.
    /// - Parameters:
    ///   - name: for the cache: has to change when the picture does. Without one, results are not shared with other views.
    ///   - pixelsPerPoint: how many of its pixels make a point; above 0.
    public func setImage(_ picture: PixelBuffer?, named name: String? = nil, pixelsPerPoint: Double = 1) {
        let name = name.map { "named \($0)" } ?? "picture \(SerialNumber.next())"
        take(picture.map { _ in .memory(name: "\(name) at \(pixelsPerPoint)") })
        original = picture.map { Original(pixels: $0, pixelsPerPoint: pixelsPerPoint) }
    }

    /// Shows the picture of a file with the effects. Its path is its name for the cache: clear that when the file changes.
    /// - Parameter path: relative to `resourceFolder`. Without an extension, `png` is meant; where there is no such file, or a better one,
    ///   that with `@2x` or `@3x` before the extension is taken.
    public func setImage(contentsOfFile path: String) {
        take(.file(ResourceFile(path, in: resourceFolder, pixelsPerPoint: preferredPixelsPerPoint)))
    }

    /// Shows a picture by its address with the effects. Of an address of a file, what `setImage(contentsOfFile:)` does with its path.
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
        // Bounds without area: nothing can be seen until they have one.
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
    /// The finished picture; asked between the effects whether it is still wanted.
    fileprivate func render(_ original: EffectsImageView.Original, _ cancellation: Cancellation) throws -> PixelBuffer {
        try effects.reduce(original.pixels) { picture, effect in
            try cancellation.check()
            return try picture.applying([effect], scale: original.pixelsPerPoint)
        }
    }
}
