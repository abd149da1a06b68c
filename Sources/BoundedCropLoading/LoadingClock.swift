public import FoundationEssentials

/// Tells the time and waits: the system's clock, or one that a test turns.
public protocol LoadingClock: Sendable {
    /// The time of day, by which entries of caches grow old.
    var now: Date { get }
    /// Returns after so long, or throws `CancellationError` when the task is cancelled.
    func sleep(for duration: Duration) async throws
}

/// The system's clock.
public struct SystemLoadingClock: LoadingClock {
    /// The system's clock.
    public init() {}
    /// The system's time.
    public var now: Date { Date() }
    /// Waits by the clock that goes on while the system sleeps.
    public func sleep(for duration: Duration) async throws { try await Task.sleep(for: duration, clock: .continuous) }
}
