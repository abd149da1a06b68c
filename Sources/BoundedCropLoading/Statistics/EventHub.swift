internal import Synchronization

/// Sends events to all listeners. A listener that falls far behind loses the oldest events.
final class EventHub: Sendable {
    private struct State {
        var listeners: [UInt64: AsyncStream<LoadEvent>.Continuation] = [:]
        var lastID: UInt64 = 0
    }

    private let state = Mutex(State())

    func stream() -> AsyncStream<LoadEvent> {
        let (stream, continuation) = AsyncStream.makeStream(of: LoadEvent.self, bufferingPolicy: .bufferingNewest(10_000))
        let id = state.withLock { state in
            state.lastID += 1
            state.listeners[state.lastID] = continuation
            return state.lastID
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.listeners.removeValue(forKey: id) }
        }
        return stream
    }

    func send(_ event: LoadEvent) {
        let listeners = state.withLock { Array($0.listeners.values) }
        for listener in listeners { listener.yield(event) }
    }

    deinit {
        for listener in state.withLock({ Array($0.listeners.values) }) { listener.finish() }
    }
}
