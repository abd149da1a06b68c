import Synchronization

/// Counts across threads.
package final class Counter: Sendable {
    private let state = Mutex((now: 0, most: 0, total: 0))

    package init() {}

    /// The number of calls of `enter`.
    package var total: Int { state.withLock { $0.total } }
    /// The maximum number that were inside at once.
    package var most: Int { state.withLock { $0.most } }

    package func enter() {
        state.withLock { state in
            state.total += 1
            state.now += 1
            state.most = max(state.most, state.now)
        }
    }

    package func leave() {
        state.withLock { $0.now -= 1 }
    }
}
