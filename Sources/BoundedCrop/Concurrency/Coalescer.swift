internal import Synchronization

/// Computes equal things once: whoever asks while one is being computed waits for it, and the computing is cancelled when the last one
/// waiting has gone.
package final class Coalescer<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Flight {
        let id: UInt64
        let task: Task<Value, any Error>
        var waiters: Set<UInt64>
    }

    private struct State {
        var flights: [Key: Flight] = [:]
        var nextID: UInt64 = 0
    }

    private let state = Mutex(State())

    package init() {}

    /// How many different things are being computed.
    package var inFlight: Int { state.withLock { $0.flights.count } }

    /// The value for a key, from a computation under way or a new one.
    package func value(for key: Key, _ compute: @escaping @Sendable () async throws -> Value) async throws -> Value {
        let (waiter, task) = state.withLock { state in
            state.nextID += 1
            let waiter = state.nextID
            if state.flights[key] != nil {
                state.flights[key]?.waiters.insert(waiter)
            } else {
                let task = Task {
                    let result = await Result { try await compute() }
                    self.land(key, flight: waiter)
                    return try result.get()
                }
                state.flights[key] = Flight(id: waiter, task: task, waiters: [waiter])
            }
            return (waiter, state.flights[key]?.task)
        }
        guard let task else { throw CancellationError() }
        return try await withTaskCancellationHandler {
            let result = await task.result
            try Task.checkCancellation()
            return try result.get()
        } onCancel: {
            leave(key, waiter: waiter)
        }
    }

    private func land(_ key: Key, flight: UInt64) {
        state.withLock { state in
            if state.flights[key]?.id == flight { state.flights[key] = nil }
        }
    }

    /// One waits no longer. Without anyone left, the flight is taken off at once, so that whoever asks next starts a new one.
    private func leave(_ key: Key, waiter: UInt64) {
        let abandoned: Task<Value, any Error>? = state.withLock { state in
            guard state.flights[key]?.waiters.remove(waiter) != nil, state.flights[key]?.waiters.isEmpty == true else { return nil }
            return state.flights.removeValue(forKey: key)?.task
        }
        abandoned?.cancel()
    }
}

extension Result where Failure == any Error {
    /// What an asynchronous body returns or throws.
    fileprivate init(_ body: () async throws -> Success) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }
}
