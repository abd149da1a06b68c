import Dispatch
import Synchronization

/// Limits how many requests are in flight, and the bytes of their lines. One thread enters; it blocks until there is room.
final class RequestWindow: Sendable {
    private struct State {
        var count = 0
        var bytes = 0
        var isAwaited = false
    }

    private let mostRequests: Int
    private let mostBytes: Int
    private let state = Mutex(State())
    private let left = DispatchSemaphore(value: 0)

    init(requests: Int, bytes: Int) {
        (mostRequests, mostBytes) = (requests, bytes)
    }

    /// A line that is longer than all may be enters alone.
    func enter(bytes: Int) {
        wait { state in
            guard state.count == 0 || state.count < mostRequests && state.bytes + bytes <= mostBytes else { return false }
            state.count += 1
            state.bytes += bytes
            return true
        }
    }

    func leave(bytes: Int) {
        let wakes = state.withLock { state in
            state.count -= 1
            state.bytes -= bytes
            defer { state.isAwaited = false }
            return state.isAwaited
        }
        if wakes { left.signal() }
    }

    func waitUntilEmpty() {
        wait { $0.count == 0 }
    }

    private func wait(until isReady: (inout State) -> Bool) {
        while true {
            let ready = state.withLock { state in
                let ready = isReady(&state)
                state.isAwaited = !ready
                return ready
            }
            if ready { return }
            left.wait()
        }
    }
}
