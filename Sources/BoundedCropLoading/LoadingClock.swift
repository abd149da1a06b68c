package import FoundationEssentials

/// Provides the time and waits. Tests can replace the system's clock with one that they control.
package protocol LoadingClock: Sendable {
    /// The current time, by which cache entries expire.
    var now: Date { get }
    /// Waits for a duration.
    /// - Throws: `CancellationError` if the task is cancelled.
    func sleep(for duration: Duration) async throws
}

extension LoadingClock {
    /// Waits for a duration in a loop that nothing else slows down. If this clock does not wait, the other one does, so that the loop
    /// neither spins nor outlives its task.
    func wait(atLeast duration: Duration, otherwise other: any LoadingClock) async throws {
        let start = other.now
        try await sleep(for: duration)
        try Task.checkCancellation()
        if abs(other.now.timeIntervalSince(start)) < 0.001 { try await other.sleep(for: duration) }
    }
}

/// The system's clock.
package struct SystemLoadingClock: LoadingClock {
    /// Creates the system's clock.
    package init() {}
    /// The system's time.
    package var now: Date { Date() }
    /// Waits on the continuous clock, which keeps running while the system is asleep.
    package func sleep(for duration: Duration) async throws { try await Task.sleep(for: duration, clock: .continuous) }
}
