internal import Synchronization

/// Coalesces equal computations: callers that ask for a key while its value is being computed wait for that value. A computation is
/// cancelled when its last waiter leaves.
package final class Coalescer<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Flight {
        let id: UInt64
        let task: Task<Void, Never>
        var waiters: [UInt64: CheckedContinuation<Value, any Error>]
    }

    private struct State {
        var flights: [Key: Flight] = [:]
        var lastID: UInt64 = 0

        mutating func makeID() -> UInt64 {
            lastID += 1
            return lastID
        }
    }

    private let state = Mutex(State())

    package init() {}

    /// The number of different keys being computed.
    package var inFlight: Int { state.withLock { $0.flights.count } }

    /// The total number of waiters.
    package var waiterCount: Int { state.withLock { $0.flights.values.reduce(0) { $0 + $1.waiters.count } } }

    /// Returns the value for a key, from a running computation or a new one.
    ///
    /// Throws what the computation throws, and `CancellationError` as soon as the calling task is cancelled; other waiters are not
    /// affected.
    package func value(for key: Key, _ compute: @escaping @Sendable () async throws -> Value) async throws -> Value {
        let waiter = state.withLock { $0.makeID() }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                join(key, waiter, continuation, compute)
            }
        } onCancel: {
            leave(key, waiter)
        }
    }

    private func join(
        _ key: Key,
        _ waiter: UInt64,
        _ continuation: CheckedContinuation<Value, any Error>,
        _ compute: @escaping @Sendable () async throws -> Value
    ) {
        let isCancelled = state.withLock { state in
            // Cancelled before it was added to the waiters: the cancellation handler would not find it.
            if Task.isCancelled { return true }
            if state.flights[key] == nil {
                let id = state.makeID()
                let task = Task { self.land(key, flight: id, await Result { try await compute() }) }
                state.flights[key] = Flight(id: id, task: task, waiters: [:])
            }
            state.flights[key]?.waiters[waiter] = continuation
            return false
        }
        if isCancelled { continuation.resume(throwing: CancellationError()) }
    }

    private func land(_ key: Key, flight id: UInt64, _ result: Result<Value, any Error>) {
        let landed = state.withLock { state in state.flights[key]?.id == id ? state.flights.removeValue(forKey: key) : nil }
        landed?.waiters.values.forEach { $0.resume(with: result) }
    }

    /// Removes a waiter. If it was the last one, the flight is removed at once, so that the next caller starts a new one.
    private func leave(_ key: Key, _ waiter: UInt64) {
        let (continuation, abandoned) = state.withLock { state in
            let continuation = state.flights[key]?.waiters.removeValue(forKey: waiter)
            let isAbandoned = continuation != nil && state.flights[key]?.waiters.isEmpty == true
            return (continuation, isAbandoned ? state.flights.removeValue(forKey: key)?.task : nil)
        }
        abandoned?.cancel()
        continuation?.resume(throwing: CancellationError())
    }
}

/// Runs work that can be abandoned: a cancelled caller does not wait for the work to notice the cancellation.
package func abandonable<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
    try await Coalescer<Bool, Value>().value(for: true, work)
}

extension Result where Failure == any Error {
    /// Captures what an asynchronous body returns or throws.
    package init(_ body: () async throws -> Success) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }
}
