internal import BoundedCrop
internal import FoundationEssentials
internal import Logging

/// Loads encoded pictures from a `data` URL, a file, the storage or a server. Each is loaded once for all callers that wait for it.
final class OriginalLoader: Sendable {
    private struct Flight: Hashable {
        let key: String
        let policy: ImageRequest.CachePolicy
    }

    private let configuration: ImageLoader.Configuration
    private let fetcher: HTTPFetcher
    /// Nil if there is no object storage.
    let s3: S3Source?
    private let queue: LoadQueue
    private let storing: StoringQueue?
    private let accounting: LoadAccounting
    private let events: Broadcast<LoadEvent>
    private let tracer: StageTracer
    private let flights = Coalescer<Flight, OriginalImage>()
    private let failures: FailureMemory

    init(
        _ configuration: ImageLoader.Configuration,
        fetcher: HTTPFetcher,
        s3: S3Source?,
        queue: LoadQueue,
        storing: StoringQueue?,
        accounting: LoadAccounting,
        events: Broadcast<LoadEvent>,
        tracer: StageTracer
    ) {
        self.configuration = configuration
        self.fetcher = fetcher
        self.s3 = s3
        self.queue = queue
        self.storing = storing
        self.accounting = accounting
        self.events = events
        self.tracer = tracer
        failures = FailureMemory(lifetime: configuration.http.failureLifetime)
    }

    var inFlight: Int { flights.inFlight }

    func original(_ load: PreparedRequest) async throws -> OriginalImage {
        let url = load.url
        return try await flights.value(for: Flight(key: load.originalKey, policy: load.policy)) {
            switch url.scheme?.lowercased() {
            case "file":
                try await self.queue.run(load.place) {
                    try await self.local { try Self.source(ofFile: url.path, $0) }
                }
            case "data": try await self.local { try ImageSource(bytes: DataURL.bytes(of: url, limits: $0.limits), options: $0) }
            case "s3" where self.s3 == nil:
                throw BoundedCropError(.sourceNotAllowed, "s3: is not configured; set the object storage of the loader")
            default: try await self.remote(load)
            }
        }
    }

    private func local(_ read: @escaping @Sendable (DecodingOptions) throws -> ImageSource) async throws -> OriginalImage {
        let options = configuration.decoding
        let source = try await tracer.run("boundedcrop.read", on: configuration.workers) { _ in try read(options) }
        return OriginalImage(source: source, expires: nil, entityTag: nil, lastModified: nil, origin: .local)
    }

    /// Refuses pipes and devices: one that nobody writes to would hold a place in the queue and a worker forever.
    private static func source(ofFile path: String, _ options: DecodingOptions) throws -> ImageSource {
        do {
            let bytes = try FileReader.bytes(ofFile: path, limits: options.limits, waits: false)
            return try ImageSource(bytes: bytes, options: options)
        } catch let error as BoundedCropError {
            throw error.about(path)
        }
    }

    private func remote(_ load: PreparedRequest) async throws -> OriginalImage {
        let (key, policy) = (load.originalKey, load.policy)
        let stored = policy == .reload ? nil : await storing?.image(for: key)
        if let stored, policy == .onlyCached || configuration.clock.now < stored.expires {
            return try await original(from: stored, .storage)
        }
        guard policy != .onlyCached else {
            throw BoundedCropError(.notCached, "\(load.url.absoluteString.prefix(200)) is not cached")
        }
        if policy != .reload, let error = failures.error(for: key, at: configuration.clock.now) { throw error }
        do {
            let original = try await fetch(load, stored)
            failures.forget(key)
            return original
        } catch {
            // Whatever else it seems to be, what a cancelled load ends with says nothing about the source.
            try Task.checkCancellation()
            if let stored, Self.mayPass(error), configuration.clock.now < stored.usableUntil {
                configuration.logger.warning("using a stale picture because its source failed", metadata: ["error": "\(error)"])
                return try await original(from: stored, .storage)
            }
            failures.remember(error, of: key, at: configuration.clock.now)
            throw error
        }
    }

    private func fetch(_ load: PreparedRequest, _ stored: StoredImage?) async throws -> OriginalImage {
        let url = load.url
        let known = stored.map(HTTPValidators.init)
        let answer = try await limited(to: configuration.http.timeout, url) { start in
            try await self.attempts(load, known?.isEmpty == true ? nil : known, start)
        }
        switch answer {
        case .notModified(let headers):
            guard var fresh = stored else {
                throw BoundedCropError(.invalidResponse, "the server answered 304 to an unconditional request")
            }
            accounting.countRevalidation()
            fresh.expire(by: headers, configuration)
            storing?.store(fresh, for: load.originalKey, from: url)
            return try await original(from: fresh, .network)
        case .content(let bytes, let headers):
            configuration.onDownload(url, bytes.count)
            let validators = HTTPValidators(headers)
            var fresh = StoredImage(
                bytes: bytes,
                expires: configuration.clock.now,
                entityTag: validators.entityTag,
                lastModified: validators.lastModified
            )
            fresh.expire(by: headers, configuration)
            let original = try await original(from: fresh, .network)
            if CacheDirectives(headers).mayStore || !configuration.http.respectsCacheHeaders {
                storing?.store(fresh, for: load.originalKey, from: url)
            }
            return original
        }
    }

    /// Limits the time that a load takes from the moment in which it calls `start`.
    private func limited(
        to duration: Duration,
        _ url: URL,
        _ load: @escaping @Sendable (_ start: @escaping @Sendable () -> Void) async throws -> HTTPAnswer
    ) async throws -> HTTPAnswer {
        let (started, start) = AsyncStream<Void>.makeStream()
        let answer = try await TimeLimit.run {
            try await load { start.finish() }
        } until: { [clock = configuration.clock] in
            for await _ in started {}
            try await clock.sleep(for: duration)
        }
        guard let answer else {
            throw BoundedCropError(.timeout, "\(url.host ?? "the server") sent no complete picture within \(duration.seconds) s")
        }
        return answer
    }

    /// An attempt holds a place in the queue; the delay before the next attempt does not.
    /// - Parameter start: Called when the first attempt starts, and again for each further one.
    private func attempts(_ load: PreparedRequest, _ known: HTTPValidators?, _ start: () -> Void) async throws -> HTTPAnswer {
        let (url, options) = (load.url, configuration.http)
        let most = load.sent.isIdempotent ? options.attempts : 1
        let tracing = ExchangeTracing(tracer, isTold: options.sendsTraceContext)
        for attempt in 1... {
            do {
                return try await queue.run(load.place, host: url.server) {
                    start()
                    let progress: HTTPFetcher.Progress = { [accounting, events] added, received, expected in
                        accounting.count(downloaded: added, from: url)
                        events.send(.progress(url, received: received, expected: expected))
                    }
                    guard let s3, url.scheme?.lowercased() == "s3" else {
                        return try await fetcher.attempt(load, known: known, tracing, progress: progress)
                    }
                    return try await s3.attempt(load, known: known, tracing, progress: progress)
                }
            } catch  where attempt < most && Self.mayPass(error) && !fetcher.isShutDown {
                let asked = ((error as? BoundedCropError)?.underlying as? HTTPStatusError)?.retryAfter
                if let asked, asked > options.maximumBackoff { throw error }
                let doubled = min(options.backoff, options.maximumBackoff, .seconds(86_400)) * (1 << min(attempt - 1, 16))
                let wait = asked ?? min(doubled * Double.random(in: 0.5...1), options.maximumBackoff)
                configuration.logger.debug("retrying", metadata: ["url": "\(url.logged)", "error": "\(error)", "wait": "\(wait)"])
                try await configuration.clock.sleep(for: wait)
            }
        }
        throw CancellationError()
    }

    private func original(from stored: StoredImage, _ origin: LoadEvent.Origin) async throws -> OriginalImage {
        let options = configuration.decoding
        let source = try await tracer.run("boundedcrop.header", on: configuration.workers) { _ in
            try ImageSource(bytes: stored.bytes, options: options)
        }
        return OriginalImage(
            source: source,
            expires: stored.expires,
            entityTag: stored.entityTag,
            lastModified: stored.lastModified,
            origin: origin
        )
    }

    private static func mayPass(_ error: any Error) -> Bool { (error as? BoundedCropError)?.mayPass ?? false }
}
