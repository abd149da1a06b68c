public import BoundedCrop
internal import FoundationEssentials
internal import Synchronization

/// Loads pictures from URLs: fetches, decodes, processes and caches them, and does equal work only once.
///
///     let picture = try await ImageLoader.shared.image(for: ImageRequest(url, processors: [.downsampled(longSide: 600)]))
///
/// Safe to call from any number of tasks. Downloads wait in a queue ordered by priority, then newest first; cache hits do not wait. A load
/// is cancelled when nobody waits for it anymore.
public final class ImageLoader: Sendable {
    /// The loader shared by the whole process, with the default configuration.
    public static let shared = ImageLoader()

    /// The cache of pictures in memory, or nil if there is none.
    public var memoryCache: ImageMemoryCache? { configuration.memoryCache }
    /// The storage that persists between runs, or nil if there is none.
    public var storage: (any ImageStorage)? { configuration.storage }
    let configuration: Configuration
    let queue: LoadQueue
    let originals: OriginalLoader
    let targets = TargetRegistry()
    private let storing: StoringQueue?
    private let fetcher: HTTPFetcher
    private let accounting: LoadAccounting
    private let hub = Broadcast<LoadEvent>()
    private let pipeline: ProcessingPipeline
    private let flights = Coalescer<Flight, PixelBuffer>()

    private struct Flight: Hashable {
        let key: ImageCacheKey
        let policy: ImageRequest.CachePolicy
    }

    /// Creates a loader.
    public convenience init(configuration: Configuration = Configuration()) {
        self.init(configuration: configuration, transport: .system)
    }

    package init(configuration: Configuration, transport: Transport) {
        self.configuration = configuration
        accounting = LoadAccounting(metrics: configuration.metrics)
        queue = LoadQueue(limit: max(1, configuration.concurrentLoads), limitPerHost: configuration.loadsPerHost)
        storing = configuration.storage.map { [accounting] storage in
            StoringQueue(
                storage,
                byteLimit: configuration.storingByteLimit,
                // Encoding for storage shares the workers with loads that callers wait for.
                concurrency: max(1, configuration.workers.threadCount / 2),
                logger: configuration.logger,
                accounting: accounting
            )
        }
        fetcher = HTTPFetcher(
            options: configuration.http,
            policy: configuration.policy,
            limits: configuration.decoding.limits,
            clock: configuration.clock,
            transport: transport
        )
        originals = OriginalLoader(
            configuration,
            fetcher: fetcher,
            queue: queue,
            storing: storing,
            accounting: accounting,
            events: hub
        )
        pipeline = ProcessingPipeline(configuration, originals: originals, storing: storing)
    }

    deinit {
        // Closes the connections kept open for reuse.
        Task { [fetcher] in await fetcher.shutDown() }
    }

    /// The events of all loads from now on, no matter which caller started them.
    public var events: AsyncStream<LoadEvent> { hub.stream(capacity: 10_000) }

    /// The statistics since the loader was created.
    public var statistics: LoadStatistics { accounting.statistics }

    /// The number of pictures being loaded, plus the number of original files being loaded for them.
    public var inFlight: Int { flights.inFlight + originals.inFlight }

    /// Loads and processes a picture.
    ///
    /// - Throws: `invalidURL`, `sourceNotAllowed`, `connectionFailed`, `timeout`, `invalidRedirect`, `invalidResponse`,
    ///   `invalidStatusCode`, `invalidContentLength`, `notCached`, what reading a file throws (`unsupportedFormat`, `malformedImage` and
    ///   others), what the processors throw, and `CancellationError` as soon as the calling task is cancelled.
    public func image(for request: ImageRequest) async throws -> PixelBuffer {
        let key = request.cacheKey
        if let picture = cached(request, key) { return picture }
        let interest = queue.register(request.url.absoluteString, request.priority)
        defer { queue.unregister(interest, for: request.url.absoluteString) }
        return try await bring(request, key)
    }

    /// Returns the picture immediately if it is in the memory cache and fresh. A hit counts as a load.
    ///
    /// Nil for a `file` URL: whether it is fresh takes a look at the file, which ``image(for:)`` does away from the caller's actor.
    public func cachedImage(for request: ImageRequest) -> PixelBuffer? {
        request.url.isFileURL ? nil : cached(request, request.cacheKey)
    }

    /// Loads the encoded picture from its source or from the storage. Processors are ignored.
    ///
    /// - Throws: What ``image(for:)`` throws, except the errors of decoding and processing.
    public func original(for request: ImageRequest) async throws -> OriginalImage {
        let interest = queue.register(request.url.absoluteString, request.priority)
        defer { queue.unregister(interest, for: request.url.absoluteString) }
        return try await observed(request.url) {
            let original = try await originals.original(request.url, request.cachePolicy)
            return (original, original.origin)
        }
    }

    /// Waits until everything that was loaded is stored. Pictures are delivered before they are stored. Call this before the program exits,
    /// so that the next run finds them.
    public func finishStoring() async {
        await storing?.finish()
    }

    /// Cancels all requests in progress and closes all connections. Later loads from servers fail.
    public func shutDown() async {
        await fetcher.shutDown()
    }

    func bring(_ request: ImageRequest, _ key: ImageCacheKey) async throws -> PixelBuffer {
        try await flights.value(for: Flight(key: key, policy: request.cachePolicy)) {
            // An equal request may have finished since the check in `image(for:)`.
            if request.cachePolicy == .standard, let cache = self.configuration.memoryCache,
                let known = cache.intermediate(for: key, at: self.configuration.clock.now)
            {
                return self.toldOfMemory(request.url, known.picture)
            }
            return try await self.observed(request.url) { try await self.pipeline.picture(request, key) }
        }
    }

    func cached(_ request: ImageRequest, _ key: ImageCacheKey) -> PixelBuffer? {
        guard request.cachePolicy != .reload, let cache = configuration.memoryCache,
            let picture = cache.image(for: key, at: request.cachePolicy == .onlyCached ? nil : configuration.clock.now)
        else { return nil }
        return toldOfMemory(request.url, picture)
    }

    private func toldOfMemory(_ url: URL, _ picture: PixelBuffer) -> PixelBuffer {
        accounting.count(.memory)
        hub.send(.finished(url, .memory))
        return picture
    }

    private func observed<Result>(_ url: URL, _ load: () async throws -> (Result, LoadEvent.Origin)) async throws -> Result {
        hub.send(.started(url))
        do {
            try configuration.policy.check(url)
            let (result, origin) = try await load()
            accounting.count(origin)
            hub.send(.finished(url, origin))
            return result
        } catch {
            accounting.count(error)
            hub.send(.failed(url, error))
            if !(error is CancellationError) { configuration.onError(url, error) }
            throw error
        }
    }
}
