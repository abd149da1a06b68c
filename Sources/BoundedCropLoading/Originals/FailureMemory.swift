internal import BoundedCrop
internal import FoundationEssentials
internal import Synchronization

/// Remembers URLs that failed recently, so that repeated requests fail immediately.
final class FailureMemory: Sendable {
    private struct Failure {
        let error: BoundedCropError
        let until: Date
    }

    private let failures = Mutex(LeastRecentlyUsed<String, Failure>(countLimit: 1000, costLimit: 1000))
    private let lifetime: Duration

    init(lifetime: Duration) {
        self.lifetime = lifetime
    }

    func error(for url: URL, at now: Date) -> BoundedCropError? {
        failures.withLock { $0.use(url.absoluteString) }.flatMap { now < $0.until ? $0.error : nil }
    }

    func remember(_ error: any Error, of url: URL, at now: Date) {
        // A full queue says nothing about the URL.
        guard lifetime > .zero, let error = error as? BoundedCropError, error.code != .queueFull else { return }
        failures.withLock { $0.insert(Failure(error: error, until: now.addingTimeInterval(lifetime.seconds)), for: url.absoluteString) }
    }

    func forget(_ url: URL) {
        failures.withLock { _ = $0.remove(url.absoluteString) }
    }
}
