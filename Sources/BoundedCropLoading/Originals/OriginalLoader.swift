internal import BoundedCrop
internal import FoundationEssentials
internal import Logging

/// Loads encoded pictures from a `data` URL, a file, the storage or a server. Each is loaded once for all callers that wait for it.
final class OriginalLoader: Sendable {
    private struct Flight: Hashable {
        let url: String
        let policy: ImageRequest.CachePolicy
    }

    private let configuration: ImageLoader.Configuration
    private let fetcher: HTTPFetcher
    private let queue: LoadQueue
    private let storing: StoringQueue?
    private let accounting: LoadAccounting
    private let events: Broadcast<LoadEvent>
    private let flights = Coalescer<Flight, OriginalImage>()
    private let failures: FailureMemory

    init(
        _ configuration: ImageLoader.Configuration,
        fetcher: HTTPFetcher,
        queue: LoadQueue,
        storing: StoringQueue?,
        accounting: LoadAccounting,
        events: Broadcast<LoadEvent>
    ) {
        self.configuration = configuration
        self.fetcher = fetcher
        self.queue = queue
        self.storing = storing
        self.accounting = accounting
        self.events = events
        failures = FailureMemory(lifetime: configuration.http.failureLifetime)
    }

    var inFlight: Int { flights.inFlight }

    func original(_ url: URL, _ policy: ImageRequest.CachePolicy) async throws -> OriginalImage {
        try await flights.value(for: Flight(url: url.absoluteString, policy: policy)) {
            switch url.scheme?.lowercased() {
            case "file": try await self.local { try ImageSource(contentsOfFile: url.path, options: $0) }
            case "data": try await self.local { try ImageSource(bytes: DataURL.bytes(of: url, limits: $0.limits), options: $0) }
            default: try await self.remote(url, policy)
            }
        }
    }

    private func local(_ read: @escaping @Sendable (DecodingOptions) throws -> ImageSource) async throws -> OriginalImage {
        let options = configuration.decoding
        let source = try await configuration.workers.run { _ in try read(options) }
        return OriginalImage(source: source, expires: nil, entityTag: nil, lastModified: nil, origin: .local)
    }

    private func remote(_ url: URL, _ policy: ImageRequest.CachePolicy) async throws -> OriginalImage {
        let stored = policy == .reload ? nil : await storing?.image(for: url.absoluteString)
        if let stored, policy == .onlyCached || configuration.clock.now < stored.expires {
            return try await original(from: stored, .storage)
        }
        guard policy != .onlyCached else {
            throw BoundedCropError(.notCached, "\(url.absoluteString.prefix(200)) is not cached")
        }
        if policy != .reload, let error = failures.error(for: url, at: configuration.clock.now) { throw error }
        do {
            let original = try await fetch(url, stored)
            failures.forget(url)
            return original
        } catch {
            if let stored, Self.mayPass(error), configuration.clock.now < stored.usableUntil {
                configuration.logger.warning("using a stale picture because its source failed", metadata: ["error": "\(error)"])
                return try await original(from: stored, .storage)
            }
            failures.remember(error, of: url, at: configuration.clock.now)
            throw error
        }
    }

    private func fetch(_ url: URL, _ stored: StoredImage?) async throws -> OriginalImage {
        let known = stored.map(HTTPValidators.init)
        let answer = try await attempts(url, known?.isEmpty == true ? nil : known)
        switch answer {
        case .notModified(let headers):
            guard var fresh = stored else {
                throw BoundedCropError(.invalidResponse, "the server answered 304 to an unconditional request")
            }
            accounting.countRevalidation()
            fresh.expire(by: headers, configuration)
            storing?.store(fresh, for: url.absoluteString, from: url)
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
                storing?.store(fresh, for: url.absoluteString, from: url)
            }
            return original
        }
    }

    /// An attempt holds a place in the queue; the delay before the next attempt does not.
    private func attempts(_ url: URL, _ known: HTTPValidators?) async throws -> HTTPAnswer {
        let options = configuration.http
        for attempt in 1... {
            do {
                return try await queue.run(url.absoluteString, host: url.server) {
                    try await fetcher.attempt(url, known: known) { [accounting, events] added, received, expected in
                        accounting.count(downloaded: added, from: url)
                        events.send(.progress(url, received: received, expected: expected))
                    }
                }
            } catch  where attempt < options.attempts && Self.mayPass(error) && !fetcher.isShutDown {
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
        let source = try await configuration.workers.run { _ in try ImageSource(bytes: stored.bytes, options: options) }
        return OriginalImage(
            source: source,
            expires: stored.expires,
            entityTag: stored.entityTag,
            lastModified: stored.lastModified,
            origin: origin
        )
    }

    private static func mayPass(_ error: any Error) -> Bool {
        guard let error = error as? BoundedCropError else { return false }
        if let status = (error.underlying as? HTTPStatusError)?.status { return [408, 429, 500, 502, 503, 504].contains(status) }
        return [.connectionFailed, .timeout, .invalidContentLength].contains(error.code)
    }
}
