public import BoundedCrop
internal import FoundationEssentials
internal import Synchronization

/// Loads pictures from URLs: fetches, decodes, processes and caches them, and does equal work only once.
///
///     let picture = try await ImageLoader.shared.image(for: ImageRequest(url, processors: [.downsampled(longSide: 600)]))
///
/// Safe to call from any number of tasks. Loads from servers and files wait in a queue ordered by priority, then newest first; cache hits
/// do not wait. A load is cancelled when nobody waits for it anymore.
public final class ImageLoader: Sendable {
    /// The loader shared by the whole process. Its ``configuration`` can be set at any time, usually once when the program starts.
    public static let shared = ImageLoader()

    /// How the loader works. Loads under way finish with the configuration that they started with; limits of concurrent loads also apply to
    /// those that are waiting.
    ///
    /// Targets, events, statistics and open connections go on. Interrupted downloads and remembered failures are forgotten. The clock of
    /// the first configuration is that by which the loader looks for released targets. To change one part while other threads may change
    /// another, use ``configure(_:)``.
    public var configuration: Configuration {
        get { engine.configuration }
        set { configure { $0 = newValue } }
    }
    /// The cache of pictures in memory, or nil if there is none.
    package var memoryCache: ImageMemoryCache? { configuration.memoryCache }
    /// The storage that persists between runs, or nil if there is none.
    package var storage: (any ImageStorage)? { configuration.storage }
    let targets: TargetRegistry
    private let base: LoadingEngine.Base
    private let state: Mutex<State>
    /// Held while the configuration is changed, so that each change sees the one before and its parts take effect together.
    private let change = Mutex(())

    private struct State {
        var engine: LoadingEngine
        /// What earlier configurations are still storing.
        var storing: [Storing] = []
    }

    private struct Storing {
        weak var queue: StoringQueue?
    }

    /// Creates a loader.
    public convenience init(configuration: Configuration = Configuration()) {
        self.init(configuration: configuration, transport: .system)
    }

    package init(configuration: Configuration, transport: Transport) {
        base = LoadingEngine.Base(configuration, transport)
        targets = TargetRegistry(clock: configuration.clock)
        state = Mutex(State(engine: LoadingEngine(configuration, base)))
    }

    /// The events of all loads from now on, no matter which caller started them.
    public var events: AsyncStream<LoadEvent> { base.events.stream(capacity: 10_000) }

    /// The statistics since the loader was created.
    public var statistics: LoadStatistics { base.accounting.statistics }

    /// The number of pictures being loaded with the current configuration, plus the number of original files being loaded for them.
    package var inFlight: Int { engine.inFlight }

    /// Loads and processes a picture.
    ///
    /// - Throws: `invalidURL`, `sourceNotAllowed`, `connectionFailed`, `timeout`, `invalidRedirect`, `invalidResponse`,
    ///   `invalidStatusCode`, `invalidContentLength`, `notCached`, what reading a file throws (`unsupportedFormat`, `malformedImage` and
    ///   others), what the processors throw, and `CancellationError` as soon as the calling task is cancelled.
    public func image(for request: ImageRequest) async throws -> PixelBuffer {
        try await preparedImage(request).picture
    }

    /// Returns the picture immediately if it is in the memory cache and fresh. A hit counts as a load.
    ///
    /// Nil for a URL that the policy does not allow, and for a `file` URL: whether it is fresh takes a look at the file, which
    /// ``image(for:)`` does away from the caller's actor.
    public func cachedImage(for request: ImageRequest) -> PixelBuffer? {
        guard !request.url.isFileURL else { return nil }
        let engine = engine
        return engine.cached(engine.prepared(request))
    }

    /// The key of a request's result in this loader's memory cache. It differs from ``ImageRequest/cacheKey`` if there is a
    /// ``HTTPOptions/cacheScope``, or if ``HTTPOptions/modifyRequest`` sets a method or a body.
    package func cacheKey(for request: ImageRequest) -> ImageCacheKey { engine.prepared(request).key }

    /// Loads the encoded picture from its source or from the storage. Processors are ignored.
    ///
    /// - Throws: What ``image(for:)`` throws, except the errors of decoding and processing.
    package func original(for request: ImageRequest) async throws -> OriginalImage {
        try await preparedOriginal(request).original
    }

    /// Waits until everything that was loaded is stored. Pictures are delivered before they are stored. Call this before the program exits,
    /// so that the next run finds them.
    public func finishStoring() async {
        let queues = state.withLock { $0.storing.compactMap(\.queue) + [$0.engine.storing].compactMap { $0 } }
        for queue in queues { await queue.finish() }
    }

    /// Cancels all requests in progress and closes all connections. Later loads from servers fail.
    public func shutDown() async {
        await base.clients.shutDown()
        await base.objects.shutDown()
    }

    var engine: LoadingEngine { state.withLock { $0.engine } }

    var queue: LoadQueue { base.queue }

    /// Changes the configuration at once for everyone: no other change comes between reading and writing it.
    /// - Parameter change: May read the loader's configuration but not change it in other ways, since it would wait for itself.
    public func configure(_ change: (inout Configuration) -> Void) {
        // The old engine is released outside the lock.
        let old = self.change.withLock { _ in
            var configuration = engine.configuration
            change(&configuration)
            return use(configuration)
        }
        withExtendedLifetime(old) {}
    }

    /// Returns the engine that was used before.
    private func use(_ configuration: Configuration) -> LoadingEngine {
        let engine = LoadingEngine(configuration, base)
        base.accounting.report(to: configuration.metrics)
        base.queue.setLimits(max(1, configuration.concurrentLoads), perHost: configuration.loadsPerHost)
        return state.withLock { state in
            let old = state.engine
            state.storing = state.storing.filter { $0.queue != nil } + [Storing(queue: old.storing)]
            state.engine = engine
            return old
        }
    }
}
