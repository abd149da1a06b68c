internal import Synchronization

/// Sends the same elements to several listeners. All streams end when the broadcast is released.
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

    /// The number of listeners.
    var listenerCount: Int { state.withLock { $0.listeners.count } }

    /// A stream of everything that is sent from now on. A listener that falls behind loses the oldest elements beyond `capacity`.
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
        // Outside the lock, because a listener that has ended removes itself from the list.
        for listener in state.withLock({ $0.listeners.values }) { listener.yield(element) }
    }
}
