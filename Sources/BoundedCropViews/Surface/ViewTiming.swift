/// The clock of a view, and when it acts on changes: to be replaced in tests.
public struct ViewTiming: Sendable {
    /// Since when does not matter: only differences count.
    let now: @Sendable () -> Duration
    let sleep: @Sendable (Duration) async throws -> Void
    let atEndOfTurn: @MainActor @Sendable (@escaping @MainActor () -> Void) -> Void

    /// - Parameters:
    ///   - clock: measures transitions, intervals and animations.
    ///   - atEndOfTurn: calls a closure once, when the main actor is done with what it does now, so that several changes made together
    ///     are acted on together; by default a task of its own on the main actor.
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
