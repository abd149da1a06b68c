import Synchronization

/// What happened on any thread, in its order.
final class Record<Element: Sendable>: Sendable {
    private let state = Mutex<[Element]>([])

    var all: [Element] { state.withLock { $0 } }
    var count: Int { state.withLock { $0.count } }

    func append(_ element: Element) {
        state.withLock { $0.append(element) }
    }
}
