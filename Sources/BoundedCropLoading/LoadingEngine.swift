internal import BoundedCrop
internal import FoundationEssentials
internal import Synchronization
internal import Tracing

/// The parts of a loader that follow from its configuration. A loader that is configured again gets another engine; loads under way finish
/// with the one that they started with.
final class LoadingEngine: Sendable {
    /// The parts of a loader that all its engines share.
    final class Base: Sendable {
        let queue: LoadQueue
        let clients: PinnedClients
        /// Reaches the object storage.
        let objects: OwnedClient
        let resolver: AddressResolver
        let accounting: LoadAccounting
        let events = Broadcast<LoadEvent>()
        private let lastNumber = Mutex<UInt64>(0)

        init(_ configuration: ImageLoader.Configuration, _ transport: Transport) {
            queue = LoadQueue(limit: max(1, configuration.concurrentLoads), limitPerHost: configuration.loadsPerHost)
            clients = PinnedClients(transport.client)
            objects = S3Connection.client(transport.client)
            resolver = transport.resolver
            accounting = LoadAccounting(metrics: configuration.metrics)
        }

        func makeNumber() -> UInt64 {
            lastNumber.withLock { number in
                number += 1
                return number
            }
        }
    }

    private struct Flight: Hashable {
        let key: ImageCacheKey
        let policy: ImageRequest.CachePolicy
    }

    let configuration: ImageLoader.Configuration
    let base: Base
    let originals: OriginalLoader
    let storing: StoringQueue?
    private let number: UInt64
    private let tracer: StageTracer
    private let pipeline: ProcessingPipeline
    private let flights = Coalescer<Flight, PixelBuffer>()

    init(_ configuration: ImageLoader.Configuration, _ base: Base) {
        self.configuration = configuration
        self.base = base
        number = base.makeNumber()
        let tracer = StageTracer(configuration.tracer)
        self.tracer = tracer
        storing = configuration.storage.map { storage in
            StoringQueue(
                storage,
                byteLimit: configuration.storingByteLimit,
                // Encoding for storage shares the workers with loads that callers wait for.
                concurrency: max(1, configuration.workers.threadCount / 2),
                logger: configuration.logger,
                accounting: base.accounting,
                tracer: tracer
            )
        }
        let fetcher = HTTPFetcher(
            options: configuration.http,
            policy: configuration.policy,
            limits: configuration.decoding.limits,
            clock: configuration.clock,
            resolver: base.resolver,
            clients: base.clients,
            tracer: tracer,
            credentialsEndpoints: CredentialsEndpoints([ProcessInfo.processInfo.environment, configuration.s3?.environment ?? [:]])
        )
        let s3 = configuration.s3.map { s3 in
            S3Source(S3Client(s3, logger: configuration.logger, client: base.objects), configuration)
        }
        originals = OriginalLoader(
            configuration,
            fetcher: fetcher,
            s3: s3,
            queue: base.queue,
            storing: storing,
            accounting: base.accounting,
            events: base.events,
            tracer: tracer
        )
        pipeline = ProcessingPipeline(configuration, originals: originals, storing: storing, tracer: tracer)
    }

    var inFlight: Int { flights.inFlight + originals.inFlight }

    /// Calls the program's `modifyRequest` for a request to a server, and takes a look at a file.
    func prepared(_ request: ImageRequest) -> PreparedRequest { PreparedRequest(request, configuration.http, engine: number) }

    /// The same, but nil for a file, which is looked at away from the caller's actor.
    func preparedAhead(_ request: ImageRequest) -> PreparedRequest? { request.url.isFileURL ? nil : prepared(request) }

    /// The key under which a request waits in the queue.
    func place(of request: ImageRequest, _ load: PreparedRequest?) -> String {
        load?.place ?? PreparedRequest.place(of: request, request.url.absoluteString, number)
    }

    /// Returns a picture from the memory cache, or else loads it. The caller has registered its interest with the queue.
    /// - Parameter load: The request as it was prepared ahead.
    func image(for request: ImageRequest, _ load: PreparedRequest?) async throws -> PixelBuffer {
        let load = load ?? prepared(request)
        return if let picture = cached(load) { picture } else { try await bring(load) }
    }

    /// Nil also for what the policy refuses, though it may be in memory from an earlier configuration or another loader.
    func cached(_ load: PreparedRequest) -> PixelBuffer? {
        guard load.policy != .reload, isAllowed(load.url), let cache = configuration.memoryCache,
            let picture = cache.image(for: load.key, at: load.policy == .onlyCached ? nil : configuration.clock.now)
        else { return nil }
        return toldOfMemory(load.url, picture)
    }

    func original(_ load: PreparedRequest) async throws -> OriginalImage {
        try await observed(load.url) {
            let original = try await originals.original(load)
            return (original, original.origin)
        }
    }

    /// Loads a picture that is not in the memory cache.
    func bring(_ load: PreparedRequest) async throws -> PixelBuffer {
        try await flights.value(for: Flight(key: load.key, policy: load.policy)) {
            // An equal request may have finished since the caller's check.
            if load.policy == .standard, self.isAllowed(load.url), let cache = self.configuration.memoryCache,
                let known = cache.intermediate(for: load.key, at: self.configuration.clock.now)
            {
                return self.toldOfMemory(load.url, known.picture)
            }
            return try await self.observed(load.url) { try await self.pipeline.picture(load) }
        }
    }

    func isAllowed(_ url: URL) -> Bool { (try? configuration.policy.check(url)) != nil }

    private func toldOfMemory(_ url: URL, _ picture: PixelBuffer) -> PixelBuffer {
        base.accounting.count(.memory)
        base.events.send(.finished(url, .memory))
        return picture
    }

    private func observed<Result>(_ url: URL, _ load: () async throws -> (Result, LoadEvent.Origin)) async throws -> Result {
        base.events.send(.started(url))
        do {
            let (result, origin) = try await tracer.run("boundedcrop.load", ["url.full": .string(url.traced)]) { span in
                try configuration.policy.check(url)
                let (result, origin) = try await load()
                span?.attributes["boundedcrop.origin"] = origin.rawValue
                return (result, origin)
            }
            base.accounting.count(origin)
            base.events.send(.finished(url, origin))
            return result
        } catch {
            base.accounting.count(error)
            if error is CancellationError {
                base.events.send(.cancelled(url))
            } else {
                base.events.send(.failed(url, error))
                configuration.onError(url, error)
            }
            throw error
        }
    }
}
