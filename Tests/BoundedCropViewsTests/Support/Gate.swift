import Dispatch

/// Holds threads until it is opened; then lets everybody through. For threads that may block, such as a pool's own.
final class Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    func open() {
        semaphore.signal()
    }

    func pass() {
        semaphore.wait()
        semaphore.signal()
    }
}
