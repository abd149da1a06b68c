internal import Synchronization

/// Lets a limited number of loads run at once. Of those that wait, the one that matters most is next, the newest among equals.
package final class LoadQueue: Sendable {
    private struct Waiter {
        let id: UInt64
        let key: String
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var running = 0
        /// In the order of their coming.
        var waiting: [Waiter] = []
        /// How much whoever waits for a key's load wants it.
        var interests: [String: [UInt64: LoadPriority]] = [:]
        var lastID: UInt64 = 0

        func priority(of key: String) -> LoadPriority { interests[key]?.values.max() ?? .low }

        mutating func next() -> Waiter? {
            let best = waiting.indices.max { left, right in
                let (a, b) = (priority(of: waiting[left].key), priority(of: waiting[right].key))
                return a == b ? left < right : a < b
            }
            return best.map { waiting.remove(at: $0) }
        }
    }

    package let limit: Int
    private let state = Mutex(State())

    /// - Precondition: at least one load may run.
    package init(limit: Int) {
        precondition(limit > 0, "at least one load has to run at once")
        self.limit = limit
    }

    package var runningCount: Int { state.withLock { $0.running } }
    package var waitingCount: Int { state.withLock { $0.waiting.count } }
    var interestCount: Int { state.withLock { $0.interests.count } }

    /// Says how much somebody wants the load of a key, as long as they do; several may want the same.
    func register(_ key: String, _ priority: LoadPriority) -> UInt64 {
        state.withLock { state in
            state.lastID += 1
            state.interests[key, default: [:]][state.lastID] = priority
            return state.lastID
        }
    }

    func setPriority(_ priority: LoadPriority, of id: UInt64, for key: String) {
        state.withLock { state in
            if state.interests[key]?[id] != nil { state.interests[key]?[id] = priority }
        }
    }

    func unregister(_ id: UInt64, for key: String) {
        state.withLock { state in
            state.interests[key]?[id] = nil
            if state.interests[key]?.isEmpty == true { state.interests[key] = nil }
        }
    }

    /// Runs a load when its turn has come. Throws what it throws, and `CancellationError` when cancelled while it waits.
    package func run<Result: Sendable>(_ key: String, _ load: () async throws -> Result) async throws -> Result {
        try await enter(key)
        defer { leave() }
        return try await load()
    }

    private func enter(_ key: String) async throws {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let answer: Result<Void, any Error>? = state.withLock { state in
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if state.running < limit {
                        state.running += 1
                        return .success(())
                    }
                    state.waiting.append(Waiter(id: id, key: key, continuation: continuation))
                    return nil
                }
                if let answer { continuation.resume(with: answer) }
            }
        } onCancel: {
            let waiter = state.withLock { state in
                state.waiting.firstIndex { $0.id == id }.map { state.waiting.remove(at: $0) }
            }
            waiter?.continuation.resume(throwing: CancellationError())
        }
    }

    private func leave() {
        let next = state.withLock { state in
            let next = state.next()
            if next == nil { state.running -= 1 }
            return next
        }
        next?.continuation.resume()
    }
}
