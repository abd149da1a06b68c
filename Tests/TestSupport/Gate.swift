import Dispatch

/// Holds threads until it is opened; then lets all of them through. For threads that may block, such as those of a pool.
package final class Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    package init() {}

    package func open() {
        semaphore.signal()
    }

    package func pass() {
        semaphore.wait()
        semaphore.signal()
    }
}
