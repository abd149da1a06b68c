internal import Synchronization

/// What happened on any thread, in order.
package final class Record<Element: Sendable>: Sendable {
    private let state = Mutex<[Element]>([])

    package var all: [Element] { state.withLock { $0 } }
    package var count: Int { state.withLock { $0.count } }

    package init() {}

    package func append(_ element: Element) {
        state.withLock { $0.append(element) }
    }
}
