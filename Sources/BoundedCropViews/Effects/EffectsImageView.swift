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
///
/// The result keeps its own size and is shown in the middle of the bounds, neither enlarged nor reduced. What extends beyond them, such as
/// a shadow around a picture that fills them, is not visible, but it is in ``processedImage``.
///
/// Changes made in one turn of the main actor cause one rendering; a newer rendering replaces a waiting one.
@MainActor @Observable public final class EffectsImageView: ImageView {
    /// The queue of views created without one: four renderings at once, the newest first. Its `threadCount` can be changed while it works.
    /// A new queue applies to views created later.
    public static var processingQueue = WorkerPool(threadCount: 4, order: .lastInFirstOut)
    /// The cache of finished pictures of views created without one. Its `countLimit` can be changed at any time. A new cache applies to
    /// views created later.
    public static var processedImageCache = EffectCache()
    /// The folder for relative file names in views without a ``resourceFolder`` of their own; the working directory by default. Set it
    /// once for the process.
    public static var resourceFolder = "."

    /// How the picture is fitted to the bounds; `aspectFill` by default.
    public var contentMode = ContentMode.aspectFill { didSet { if contentMode != oldValue { setNeedsUpdate() } } }
    /// Whether the picture is padded with transparent pixels to the bounds where it is smaller, after the custom effects and before all
    /// others; off by default, so that corners, shadow and reflection are those of the picture.
    public var padToFit = false { didSet { if padToFit != oldValue { setNeedsUpdate() } } }
    /// The share of the picture's height that is reflected below it, 0...1; 0, the default, for none.
    public var reflectionScale = 0.0 { didSet { if reflectionScale != oldValue { setNeedsUpdate() } } }
    /// The gap between picture and reflection in points; 0 by default.
    public var reflectionGap = 0.0 { didSet { if reflectionGap != oldValue { setNeedsUpdate() } } }
    /// The initial opacity of the reflection, 0...1. At 0, the default, there is no reflection and no space for one.
    public var reflectionAlpha = 0.0 { didSet { if reflectionAlpha != oldValue { setNeedsUpdate() } } }
    /// The color of the shadow; black by default.
    public var shadowColor = Color.black { didSet { if shadowColor != oldValue { setNeedsUpdate() } } }
    /// The offset of the shadow in points; zero by default.
    public var shadowOffset = Point.zero { didSet { if shadowOffset != oldValue { setNeedsUpdate() } } }
    /// The blur of the shadow in points. Without offset and blur there is no shadow.
    public var shadowBlur = 0.0 { didSet { if shadowBlur != oldValue { setNeedsUpdate() } } }
    /// The corner radius in points; 0, the default, for square corners.
    public var cornerRadius = 0.0 { didSet { if cornerRadius != oldValue { setNeedsUpdate() } } }
    /// Custom effects, applied after cropping and scaling and before the other effects: on the queue if ``asynchronous`` is set, otherwise
    /// on the main actor, except for pictures from the web. They get the picture without padding. Each closure that is set has its own
    /// cache keys.
    public var customEffects: (@Sendable (PixelBuffer) throws -> PixelBuffer)? {
        didSet {
            customIdentifier = SerialNumber.next()
            setNeedsUpdate()
        }
    }
    /// If false, the default, pictures in memory and files are decoded and rendered on the main actor, blocking it, and shown without a
    /// transition: at the end of the turn, or as soon as ``processedImage`` is asked for. If true, they are rendered on the queue and fade
    /// in, as pictures from the web always do.
    public var asynchronous = false { didSet { if oldValue, !asynchronous { stopWaiting() } } }
    /// The duration of the fade-in of a picture from the queue; 0.25 seconds by default, zero for none.
    public var crossfadeDuration = Duration.milliseconds(250)
    /// The surface's pixels per point, which selects among `name.png`, `name@2x.png` and `name@3x.png`; 1 by default.
    public var preferredPixelsPerPoint = 1
    /// The folder for relative file names; nil, the default, for that of the process,
    /// ``EffectsImageView/resourceFolder-swift.type.property``.
    public var resourceFolder: String?
    /// Whether a result is being made.
    package internal(set) var isWorking = false

    var original: EffectsOriginal?
    var customKey: String? { didSet { if customKey != oldValue { setNeedsUpdate() } } }
    var customIdentifier: UInt64 = 0
    private(set) var source: EffectsSource?
    /// What the shown result depends on, or the one under way; nil if there is none of the current picture.
    @ObservationIgnored var begun: String?
    /// The settings with which a result was set that is to stay; nil if there is none.
    @ObservationIgnored private var stored: String?
    @ObservationIgnored var work: OwnedTask?
    /// The load of an original that no result needs.
    @ObservationIgnored private var originalWork: OwnedTask?
    @ObservationIgnored private var originalIsWanted = false
    /// The shown result's pixels per point.
    @ObservationIgnored private var shownPixelsPerPoint = 1.0
    let queue: WorkerPool
    let cache: EffectCache
    let loader: ImageLoader

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

    /// The original picture as set or loaded; nil before there is one. Unless the view is ``asynchronous``, a file is decoded when it is
    /// asked for, without its effects. If a cached or stored result needed no original, it is loaded when it is asked for. Setting it calls
    /// ``setImage(_:named:pixelsPerPoint:)``.
    public var image: PixelBuffer? {
        get {
            if original == nil, let source {
                // What prevents it is reported by the rendering.
                if !asynchronous, let read = try? source.read() { original = read }
                originalIsWanted = true
                loadOriginalIfWanted()
            }
            return original?.pixels
        }
        set { setImage(newValue) }
    }

    /// The result, in its own size. Unless the view is ``asynchronous``, it takes all changes into account when it is read; it is nil while
    /// the view has no area for the picture.
    ///
    /// It can be set, for example to a result stored by an earlier run. That ends the rendering under way, and stays until the picture or a
    /// setting changes. The bounds are not a setting, and an equal picture is no change.
    public var processedImage: PixelBuffer? {
        get {
            if !asynchronous {
                updateIfNeeded()
                if begun == nil, source != nil { return nil }
            }
            return content.pixels
        }
        set {
            work = nil
            isWorking = false
            failure = nil
            begun = wish
            stored = look
            shownPixelsPerPoint = source?.pixelsPerPoint ?? 1
            show(newValue.map { .picture($0) } ?? .nothing, .none)
            loadOriginalIfWanted()
        }
    }

    /// The cache key of the result. By default it is made of the source, the size and all settings; a picture without a name is named by
    /// its content, which takes the time to read all its pixels once. A custom key must change whenever any of these does; nil restores
    /// the default.
    public var cacheKey: String? {
        get {
            guard let source else { return customKey }
            return rendering(of: source).key(for: original)
        }
        set { customKey = newValue }
    }

    /// Shows a picture in memory with the effects; nil shows nothing. A picture equal to the current one, of the same name and scale, changes
    /// nothing.
    /// - Parameters:
    ///   - picture: The picture.
    ///   - name: The cache name, which must change when the picture does. Without a name, equal pictures share their results; comparing
    ///     them takes the time to read all pixels once.
    ///   - pixelsPerPoint: The number of its pixels per point; above 0.
    public func setImage(_ picture: PixelBuffer?, named name: String? = nil, pixelsPerPoint: Double = 1) {
        take(picture.map { .memory(EffectsOriginal($0, pixelsPerPoint: pixelsPerPoint), name: name) })
    }

    /// Shows the picture of a file with the effects. Its path is the cache name: clear the cache when the file changes.
    /// - Parameter path: Relative to the view's ``resourceFolder-swift.property`` or that of the process. The default extension is `png`.
    ///   If the file does not exist or there is a better one for ``preferredPixelsPerPoint``, the file with `@2x` or `@3x` before the
    ///   extension is used. Which of them exists is looked up at once.
    public func setImage(contentsOfFile path: String) {
        let file = ResourceFile(path, in: resourceFolder ?? Self.resourceFolder, pixelsPerPoint: preferredPixelsPerPoint)
        take(.file(file.found))
    }

    /// Shows a picture from a URL with the effects. For a file URL, this calls ``setImage(contentsOfFile:)`` with its path.
    public func setImage(contentsOf url: URL) {
        if url.isFileURL { setImage(contentsOfFile: url.path) } else { take(.remote(url)) }
    }

    private func take(_ source: EffectsSource?) {
        // A file or a page may have changed. If its result was set, that is to stay.
        if let source, failure == nil, source.isInMemory || stored != nil, source == self.source { return }
        work = nil
        originalWork = nil
        originalIsWanted = false
        begun = nil
        stored = nil
        failure = nil
        isWorking = false
        original = source?.pictureInMemory
        self.source = source
        setNeedsUpdate()
    }

    override func boundsDidChange(from old: PixelSize) { setNeedsUpdate() }

    /// The result in the middle of a canvas of the view's size.
    override func arranged(_ content: ImageContent) -> ImageContent {
        let scale = shownPixelsPerPoint
        let canvas = Rect(x: 0, y: 0, width: Double(bounds.width) * scale, height: Double(bounds.height) * scale).pixels.size
        return content.mapPixels { picture in
            picture.size == canvas ? picture : try picture.croppedAndScaled(to: canvas, contentMode: .center, padToFit: true)
        }
    }

    override func update() {
        if stored == look { return }
        stored = nil
        let wish = wish
        guard wish != begun else { return loadOriginalIfWanted() }
        guard let source else {
            work = nil
            begun = wish
            isWorking = false
            if content != .nothing { show(.nothing, .none) }
            return
        }
        // With empty bounds nothing is visible.
        guard !bounds.bounds.isEmpty else { return loadOriginalIfWanted() }
        work = nil
        begun = wish
        let rendering = rendering(of: source)
        if source.isAllowed(by: loader), let finished = rendering.cachedPicture(for: original) {
            finish(finished, .none)
            loadOriginalIfWanted()
        } else if asynchronous || !renderNow(source, rendering) {
            renderLater(source, rendering)
        }
    }

    /// Renders on the main actor what waits for the queue.
    private func stopWaiting() {
        guard isWorking, let source, original != nil || !source.isRemote else { return }
        work = nil
        begun = nil
        isWorking = false
        setNeedsUpdate()
    }

    /// Loads the original if it was asked for, and no rendering does it.
    private func loadOriginalIfWanted() {
        guard originalIsWanted, original == nil, originalWork == nil, failure == nil, !isWorking else { return }
        guard let source, asynchronous || source.isRemote, stored != nil || !updateIsComing else { return }
        originalWork = OwnedTask { [weak self, loader] in
            if let loaded = try? await source.load(loader), !Task.isCancelled { self?.original = loaded }
        }
    }

    func show(_ result: PixelBuffer, _ transition: Transition) {
        shownPixelsPerPoint = source?.pixelsPerPoint ?? 1
        show(.picture(result), transition)
    }
}

extension EffectsImageView {
    /// Renders on the main actor. Returns false if the picture must come through a network.
    func renderNow(_ source: EffectsSource, _ rendering: EffectsRendering) -> Bool {
        do {
            guard let original = try original ?? source.read() else { return false }
            self.original = original
            take(try rendering.run(original, Cancellation()), fades: false)
        } catch { fail(error) }
        return true
    }

    /// Renders on the queue.
    func renderLater(_ source: EffectsSource, _ rendering: EffectsRendering) {
        isWorking = true
        work = OwnedTask { [weak self, original, loader, queue] in
            do {
                var rendering = rendering
                let loaded = if let original { original } else { try await source.load(loader) }
                guard !Task.isCancelled else { return }
                self?.original = loaded
                rendering.name = loaded.name ?? rendering.name
                let result = try await queue.run { [rendering] in try rendering.run(loaded, $0) }
                if !Task.isCancelled { self?.take(result, fades: true) }
            } catch {
                if !Task.isCancelled { self?.fail(error) }
            }
        }
    }

    /// Shows a finished result.
    func finish(_ picture: PixelBuffer, _ transition: Transition) {
        isWorking = false
        failure = nil
        show(picture, transition)
    }

    /// What the result depends on besides the picture.
    var wish: String {
        guard source != nil else { return "nothing" }
        return customKey.map { "custom \($0)" } ?? settings
    }

    /// What a result that was set depends on besides the picture: the same without the bounds.
    var look: String {
        guard source != nil else { return "nothing" }
        return customKey.map { "custom \($0)" } ?? pipeline(PixelSize(width: 1, height: 1)).cacheKey
    }

    func rendering(of source: EffectsSource) -> EffectsRendering {
        // The loader may have been given another scope since it loaded the picture.
        let name = original?.name ?? source.name(for: loader)
        return EffectsRendering(pipeline: pipeline(bounds), cache: cache, customKey: customKey, name: name, settings: settings)
    }

    private var settings: String { "\(bounds)|\(pipeline(bounds).cacheKey)" }

    private func pipeline(_ size: PixelSize) -> EffectsPipeline {
        var pipeline = EffectsPipeline()
        pipeline.size = size
        pipeline.contentMode = contentMode
        pipeline.padToFit = padToFit
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

    private func take(_ result: EffectsRendering.Result, fades: Bool) {
        if !result.isFromCache { cache.insert(result.picture, for: result.key) }
        finish(result.picture, fades && !result.isFromCache && crossfadeDuration > .zero ? .crossfade(crossfadeDuration) : .none)
    }

    private func fail(_ error: any Error) {
        isWorking = false
        failure = error
    }
}
