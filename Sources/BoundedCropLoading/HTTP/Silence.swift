internal import BoundedCrop
internal import Synchronization

/// Measures how long a server has sent nothing.
final class Silence: Sendable {
    /// The number of parts into which the time is divided. Silence is noticed at most one part late.
    static let parts = 4
    private let clock: any LoadingClock
    private let interruptions = Mutex(0)

    init(_ clock: any LoadingClock) {
        self.clock = clock
    }

    func interrupt() {
        interruptions.withLock { $0 += 1 }
    }

    /// Returns once nothing has interrupted the silence for a duration, at most a quarter of it late. Counts instead of comparing times,
    /// since the system's time may be set meanwhile. Throws `CancellationError` if the task is cancelled.
    func lasts(_ duration: Duration) async throws {
        var silentParts = 0
        while silentParts < Self.parts {
            let before = interruptions.withLock { $0 }
            try await clock.sleep(for: duration / Self.parts)
            // A clock of the program's own may return instead of throwing.
            try Task.checkCancellation()
            silentParts = interruptions.withLock { $0 } == before ? silentParts + 1 : 0
        }
    }
}
