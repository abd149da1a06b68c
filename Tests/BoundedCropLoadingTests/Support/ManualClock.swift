import BoundedCropLoading
import Foundation
import Synchronization
import Testing

/// A clock that advances only when a test advances it.
final class ManualClock: LoadingClock {
    private struct Sleeper {
        let duration: Duration
        let end: Duration
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct Watcher {
        let isAwaited: @Sendable (Duration) -> Bool
        let continuation: CheckedContinuation<Duration?, Never>
    }

    private struct State {
        var elapsed = Duration.zero
        var sleepers: [UInt64: Sleeper] = [:]
        var lastID: UInt64 = 0
        var watchers: [UInt64: Watcher] = [:]
    }

    /// The clock's initial time.
    static let start = Date(timeIntervalSince1970: 1_800_000_000)
    private let state = Mutex(State())

    var now: Date { Self.start.addingTimeInterval(state.withLock { $0.elapsed.seconds }) }

    /// The number of sleepers.
    var sleeperCount: Int { state.withLock { $0.sleepers.count } }

    func sleep(for duration: Duration) async throws {
        let id = nextID()
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                let (isCancelled, watchers) = state.withLock { state in
                    if Task.isCancelled { return (true, [Watcher]()) }
                    state.sleepers[id] = Sleeper(duration: duration, end: state.elapsed + duration, continuation: continuation)
                    let watchers = state.watchers.filter { $0.value.isAwaited(duration) }
                    for id in watchers.keys { state.watchers[id] = nil }
                    return (false, Array(watchers.values))
                }
                if isCancelled { continuation.resume(throwing: CancellationError()) }
                for watcher in watchers { watcher.continuation.resume(returning: duration) }
            }
        } onCancel: {
            state.withLock { $0.sleepers.removeValue(forKey: id) }?.continuation.resume(throwing: CancellationError())
        }
    }

    /// Advances the clock and wakes the sleepers whose time has come.
    func advance(by duration: Duration) {
        let awake = state.withLock { state in
            state.elapsed += duration
            let awake = state.sleepers.filter { $0.value.end <= state.elapsed }
            for id in awake.keys { state.sleepers[id] = nil }
            return awake.values.map(\.continuation)
        }
        for continuation in awake { continuation.resume() }
    }

    /// Waits until there is a sleeper with such a duration, and returns the duration. If the test's time is over before, that is an issue.
    @discardableResult
    func sleeper(where isAwaited: @escaping @Sendable (Duration) -> Bool) async -> Duration {
        let id = nextID()
        let duration = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let (isDecided, found): (Bool, Duration?) = state.withLock { state in
                    let found = state.sleepers.values.first { isAwaited($0.duration) }?.duration
                    if found != nil || Task.isCancelled { return (true, found) }
                    state.watchers[id] = Watcher(isAwaited: isAwaited, continuation: continuation)
                    return (false, nil)
                }
                if isDecided { continuation.resume(returning: found) }
            }
        } onCancel: {
            state.withLock { $0.watchers.removeValue(forKey: id) }?.continuation.resume(returning: nil)
        }
        if duration == nil { Issue.record("nothing slept for such a duration") }
        return duration ?? .zero
    }

    private func nextID() -> UInt64 {
        state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
    }
}
