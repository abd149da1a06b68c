internal import Synchronization

/// Tells several listeners the same. All streams end when it goes.
package final class Broadcast<Element: Sendable>: Sendable {
    private struct State {
        var listeners: [UInt64: AsyncStream<Element>.Continuation] = [:]
        var lastID: UInt64 = 0
    }

    private let state = Mutex(State())

    package init() {}

    deinit {
        for listener in state.withLock({ $0.listeners.values }) { listener.finish() }
    }

    /// How many listen.
    var listenerCount: Int { state.withLock { $0.listeners.count } }

    /// Everything that is sent from now on, to one who listens. One who does not keep up loses the oldest beyond `capacity`.
    package func stream(capacity: Int) -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream<Element>.makeStream(bufferingPolicy: .bufferingNewest(capacity))
        let id = state.withLock { state in
            state.lastID += 1
            state.listeners[state.lastID] = continuation
            return state.lastID
        }
        continuation.onTermination = { [weak self] _ in self?.state.withLock { _ = $0.listeners.removeValue(forKey: id) } }
        return stream
    }

    package func send(_ element: Element) {
        // Outside the lock: a listener that has ended takes itself off the list.
        for listener in state.withLock({ $0.listeners.values }) { listener.yield(element) }
    }
}
