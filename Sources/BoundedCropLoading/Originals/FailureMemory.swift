internal import BoundedCrop
internal import FoundationEssentials
internal import Synchronization

/// Remembers what failed recently, so that repeated requests fail immediately.
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

    func error(for key: String, at now: Date) -> BoundedCropError? {
        failures.withLock { $0.use(key) }.flatMap { now < $0.until ? $0.error : nil }
    }

    func remember(_ error: any Error, of key: String, at now: Date) {
        // A full queue says nothing about the source.
        guard lifetime > .zero, let error = error as? BoundedCropError, error.code != .queueFull else { return }
        failures.withLock { $0.insert(Failure(error: error, until: now.addingTimeInterval(lifetime.seconds)), for: key) }
    }

    func forget(_ key: String) {
        failures.withLock { _ = $0.remove(key) }
    }
}
