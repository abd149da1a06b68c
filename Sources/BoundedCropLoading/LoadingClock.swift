public import FoundationEssentials

/// Provides the time and waits. Tests can replace the system's clock with one that they control.
public protocol LoadingClock: Sendable {
    /// The current time, by which cache entries expire.
    var now: Date { get }
    /// Waits for a duration.
    /// - Throws: `CancellationError` if the task is cancelled.
    func sleep(for duration: Duration) async throws
}

/// The system's clock.
public struct SystemLoadingClock: LoadingClock {
    /// Creates the system's clock.
    public init() {}
    /// The system's time.
    public var now: Date { Date() }
    /// Waits on the continuous clock, which keeps running while the system is asleep.
    public func sleep(for duration: Duration) async throws { try await Task.sleep(for: duration, clock: .continuous) }
}
