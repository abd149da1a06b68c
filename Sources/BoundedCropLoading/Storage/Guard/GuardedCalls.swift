internal import BoundedCrop
internal import Logging
internal import Metrics
internal import Synchronization

/// Calls of one kind to a storage: limited in time, behind a breaker of their own, counted.
final class GuardedCalls: Sendable {
    enum Kind: String {
        case read, write
    }

    /// Why a call has no result.
    enum Failure: String, Error {
        /// It was not made, since the breaker is open.
        case skipped
        case failed
        case timeout
        /// Its caller left.
        case cancelled
    }

    private let kind: Kind
    private let storage: String
    private let timeout: Duration
    private let clock: any LoadingClock
    private let logger: Logger
    private let gauge: Gauge
    private let breaker: Mutex<CircuitBreaker>

    init(
        _ kind: Kind,
        of storage: any SharedStorage,
        name: String,
        _ options: StorageOptions,
        metrics: any MetricsFactory,
        logger: Logger
    ) {
        self.kind = kind
        self.storage = storage.description
        timeout = kind == .read ? options.timeout : options.writeTimeout
        clock = options.clock
        self.logger = logger
        gauge = Gauge(
            label: "boundedcrop_storage_breaker",
            dimensions: [("storage", name), ("calls", kind.rawValue)],
            factory: metrics
        )
        gauge.record(CircuitBreaker.State.closed.rawValue)
        breaker = Mutex(
            CircuitBreaker(failureLimit: options.failureLimit, shortestPause: options.pause, longestPause: options.longestPause)
        )
    }

    /// Whether calls are made as usual.
    var isClosed: Bool { breaker.withLock { $0.state == .closed } }

    /// Makes a call. It never takes longer than the time limit, even if the call goes on.
    func run<Result: Sendable>(_ call: @escaping @Sendable () async throws -> Result) async throws(Failure) -> Result {
        guard let ticket = begin() else { throw .skipped }
        do {
            if let result = try await limited(call) {
                end(ticket, .success)
                return result
            }
            end(ticket, .failure, BoundedCropError(.timeout, "\(storage) did not answer within \(timeout.seconds) s"))
        } catch {
            guard !Task.isCancelled else {
                end(ticket, .abandoned)
                throw .cancelled
            }
            end(ticket, .failure, error)
            throw .failed
        }
        throw .timeout
    }

    /// Makes a call that does not count for the breaker. Nil if it takes longer than the time limit.
    func limited<Result: Sendable>(_ call: @escaping @Sendable () async throws -> Result) async throws -> Result? {
        try await TimeLimit.run {
            try await abandonable(call)
        } until: { [timeout, clock] in
            try await clock.sleep(for: timeout)
        }
    }

    private func begin() -> CircuitBreaker.Ticket? {
        breaker.withLock { breaker in
            defer { gauge.record(breaker.state.rawValue) }
            return breaker.begin(at: clock.now)
        }
    }

    private func end(_ ticket: CircuitBreaker.Ticket, _ outcome: CircuitBreaker.Outcome, _ error: (any Error)? = nil) {
        let (changed, state) = breaker.withLock { breaker in
            let changed = breaker.end(ticket, outcome, at: clock.now, jitter: .random(in: 0.5...1))
            gauge.record(breaker.state.rawValue)
            return (changed, breaker.state)
        }
        guard changed else { return }
        let metadata: Logger.Metadata = ["storage": "\(storage)", "calls": "\(kind.rawValue)s"]
        if state == .closed {
            logger.notice("a storage works again", metadata: metadata)
        } else {
            let message = (error as? BoundedCropError)?.message ?? error.map { "\($0)" } ?? ""
            logger.warning("a storage is not used until it works again", metadata: metadata.merging(["error": "\(message)"]) { $1 })
        }
    }
}
