/// The clock of a view, and the scheduling of its updates. Tests can replace it.
public struct ViewTiming: Sendable {
    /// The time since an arbitrary start; only differences matter.
    let now: @Sendable () -> Duration
    let sleep: @Sendable (Duration) async throws -> Void
    let atEndOfTurn: @MainActor @Sendable (@escaping @MainActor () -> Void) -> Void

    /// Creates a timing.
    /// - Parameters:
    ///   - clock: Measures transitions, intervals and animations.
    ///   - atEndOfTurn: Calls a closure once, after the main actor's current work, so that changes made together are handled together; by
    ///     default a separate task on the main actor.
    public init<C: Clock<Duration>>(
        clock: C = ContinuousClock(),
        atEndOfTurn: @escaping @MainActor @Sendable (@escaping @MainActor () -> Void) -> Void = { work in
            Task { @MainActor in work() }
        }
    ) {
        let start = clock.now
        now = { start.duration(to: clock.now) }
        sleep = { try await clock.sleep(until: clock.now.advanced(by: $0), tolerance: nil) }
        self.atEndOfTurn = atEndOfTurn
    }
}
