import BoundedCropViews
import Synchronization

/// A clock that advances only when a test advances it, and by a step with each reading if a test wants that.
final class ManualClock: Clock, Sendable {
    struct Instant: InstantProtocol {
        let offset: Duration

        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private struct State {
        var now = Instant(offset: .zero)
        var lastID = 0
        var sleepers: [Int: (deadline: Instant, continuation: CheckedContinuation<Void, any Error>)] = [:]
    }

    private let state = Mutex(State())
    private let step: Duration

    init(step: Duration = .zero) {
        self.step = step
    }

    var now: Instant {
        state.withLock { state in
            defer { state.now = state.now.advanced(by: step) }
            return state.now
        }
    }
    var minimumResolution: Duration { .nanoseconds(1) }
    /// The number of sleepers.
    var sleeperCount: Int { state.withLock { $0.sleepers.count } }
    /// The time until the first sleeper wakes; nil if there are none.
    var timeToNext: Duration? { state.withLock { state in state.sleepers.values.map { state.now.duration(to: $0.deadline) }.min() } }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                let result: Result<Void, any Error>? = state.withLock { state in
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if state.now >= deadline { return .success(()) }
                    state.sleepers[id] = (deadline, continuation)
                    return nil
                }
                if let result { continuation.resume(with: result) }
            }
        } onCancel: {
            state.withLock { $0.sleepers.removeValue(forKey: id)?.continuation }?.resume(throwing: CancellationError())
        }
    }

    func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let due = state.sleepers.filter { $0.value.deadline <= state.now }
            for id in due.keys { state.sleepers[id] = nil }
            return due.values.map(\.continuation)
        }
        for continuation in due { continuation.resume() }
    }

    var timing: ViewTiming { ViewTiming(clock: self) }
}

/// Turns of the main actor that end when a test ends them.
@MainActor final class ManualTurns {
    private(set) var waiting: [@MainActor () -> Void] = []

    var timing: ViewTiming { ViewTiming { [weak self] work in self?.waiting.append(work) } }

    func end() {
        let work = waiting
        waiting = []
        for work in work { work() }
    }
}
