internal import Synchronization

/// Lets a limited number of loads run at once, and of those fewer for one host. Of those that wait, the one that matters most is next, the
/// newest among equals; what waits for a host that has all its places is passed by.
package final class LoadQueue: Sendable {
    private struct Waiter {
        let id: UInt64
        let key: String
        let host: String?
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var running = 0
        var runningByHost: [String: Int] = [:]
        /// In the order of their coming.
        var waiting: [Waiter] = []
        /// How much whoever waits for a key's load wants it.
        var interests: [String: [UInt64: LoadPriority]] = [:]
        var lastID: UInt64 = 0

        func priority(of key: String) -> LoadPriority { interests[key]?.values.max() ?? .low }

        mutating func enter(_ host: String?) {
            running += 1
            if let host { runningByHost[host, default: 0] += 1 }
        }

        mutating func leave(_ host: String?) {
            running -= 1
            guard let host, let count = runningByHost[host] else { return }
            runningByHost[host] = count > 1 ? count - 1 : nil
        }
    }

    package let limit: Int
    /// How many may run at once for one host.
    package let limitPerHost: Int
    private let state = Mutex(State())

    /// - Parameter limitPerHost: `limit` by default.
    /// - Precondition: at least one load may run.
    package init(limit: Int, limitPerHost: Int? = nil) {
        precondition(limit > 0 && limitPerHost ?? limit > 0, "at least one load has to run at once")
        self.limit = limit
        self.limitPerHost = limitPerHost ?? limit
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
    /// - Parameter host: whose places it takes, beside one of all; nil for none.
    package func run<Result: Sendable>(_ key: String, host: String? = nil, _ load: () async throws -> Result) async throws -> Result {
        try await enter(key, host)
        defer { leave(host) }
        return try await load()
    }

    private func enter(_ key: String, _ host: String?) async throws {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let answer: Result<Void, any Error>? = state.withLock { state in
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if mayEnter(host, state) {
                        state.enter(host)
                        return .success(())
                    }
                    state.waiting.append(Waiter(id: id, key: key, host: host, continuation: continuation))
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

    private func leave(_ host: String?) {
        let next: Waiter? = state.withLock { state in
            state.leave(host)
            guard let index = indexOfNext(state) else { return nil }
            let waiter = state.waiting.remove(at: index)
            state.enter(waiter.host)
            return waiter
        }
        next?.continuation.resume()
    }

    private func mayEnter(_ host: String?, _ state: borrowing State) -> Bool {
        state.running < limit && host.map { state.runningByHost[$0, default: 0] < limitPerHost } ?? true
    }

    private func indexOfNext(_ state: borrowing State) -> Int? {
        var best: (index: Int, priority: LoadPriority)?
        for index in state.waiting.indices.reversed() where mayEnter(state.waiting[index].host, state) {
            let priority = state.priority(of: state.waiting[index].key)
            if best.map({ $0.priority < priority }) ?? true { best = (index, priority) }
            if priority == .high { break }
        }
        return best?.index
    }
}
