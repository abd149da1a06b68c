internal import Synchronization

/// Holds answers back until a test opens it; then lets all of them through.
package final class ServerGate: Sendable {
    private struct State {
        var isOpen = false
        var arrivals = 0
        var held: [CheckedContinuation<Void, Never>] = []
        var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    package init() {}

    /// The number of arrivals so far.
    package var arrivals: Int { state.withLock { $0.arrivals } }

    /// Waits until this many have arrived.
    package func arrivals(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isReached = state.withLock { state in
                if state.arrivals >= count { return true }
                state.watchers.append((count, continuation))
                return false
            }
            if isReached { continuation.resume() }
        }
    }

    package func open() {
        let held = state.withLock { state in
            state.isOpen = true
            defer { state.held = [] }
            return state.held
        }
        for continuation in held { continuation.resume() }
    }

    package func pass() async {
        await withCheckedContinuation { continuation in
            let released: [CheckedContinuation<Void, Never>] = state.withLock { state in
                state.arrivals += 1
                let reached = state.watchers.filter { $0.count <= state.arrivals }.map(\.continuation)
                state.watchers.removeAll { $0.count <= state.arrivals }
                if state.isOpen { return reached + [continuation] }
                state.held.append(continuation)
                return reached
            }
            for continuation in released { continuation.resume() }
        }
    }
}
