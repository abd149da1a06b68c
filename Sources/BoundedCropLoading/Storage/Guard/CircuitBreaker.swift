internal import FoundationEssentials

/// Keeps calls from something that does not work: after several failures in a row, it lets none through for a pause; then one as a trial. If
/// that fails too, the next pause is longer.
struct CircuitBreaker {
    enum State: Int {
        case closed, open, halfOpen
    }

    /// What became of a call.
    enum Outcome {
        case success, failure
        /// Nobody waited for the end.
        case abandoned
    }

    /// A call that was let through. What became of it counts only as long as the breaker has not changed.
    struct Ticket: Equatable {
        fileprivate let period: Int
    }

    private let failureLimit: Int
    private let shortestPause: Double
    private let longestPause: Double
    private(set) var state = State.closed
    private var failures = 0
    private var pause: Double
    private var opened = Date.distantPast
    private var retries = Date.distantPast
    private var period = 0

    init(failureLimit: Int, shortestPause: Duration, longestPause: Duration) {
        (self.failureLimit, self.shortestPause, self.longestPause) = (failureLimit, shortestPause.seconds, longestPause.seconds)
        pause = shortestPause.seconds
    }

    /// Nil if the call is not to be made.
    mutating func begin(at now: Date) -> Ticket? {
        switch state {
        case .closed: return Ticket(period: period)
        case .halfOpen: return nil
        case .open:
            // A clock that was set back does not make the pause longer.
            guard now >= retries || now < opened else { return nil }
            become(.halfOpen)
            return Ticket(period: period)
        }
    }

    /// - Parameter jitter: The part of the pause that is taken, 0...1, so that services do not all try again at once.
    /// - Returns: Whether the breaker opened or closed.
    mutating func end(_ ticket: Ticket, _ outcome: Outcome, at now: Date, jitter: Double) -> Bool {
        guard ticket.period == period else { return false }
        switch (state, outcome) {
        case (.closed, .success): failures = 0
        case (.closed, .failure):
            failures += 1
            guard failures >= failureLimit else { return false }
            open(at: now, jitter)
            return true
        case (.halfOpen, .success):
            (failures, pause) = (0, shortestPause)
            become(.closed)
            return true
        case (.halfOpen, .failure):
            pause = min(2 * pause, longestPause)
            open(at: now, jitter)
        case (.halfOpen, .abandoned):
            // The next call is the trial.
            become(.open)
        case (.closed, .abandoned), (.open, _): break
        }
        return false
    }

    private mutating func open(at now: Date, _ jitter: Double) {
        (opened, retries) = (now, now.addingTimeInterval(pause * jitter))
        become(.open)
    }

    private mutating func become(_ state: State) {
        self.state = state
        period += 1
    }
}
