import BoundedCropLoading
import Foundation
import Synchronization

/// A clock that advances only when a test advances it.
final class ManualClock: LoadingClock {
    private struct Sleeper {
        let duration: Duration
        let end: Duration
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var elapsed = Duration.zero
        var sleepers: [UInt64: Sleeper] = [:]
        var lastID: UInt64 = 0
        var watchers: [(isAwaited: (Duration) -> Bool, continuation: CheckedContinuation<Duration, Never>)] = []
    }

    /// The clock's initial time.
    static let start = Date(timeIntervalSince1970: 1_800_000_000)
    private let state = Mutex(State())

    var now: Date { Self.start.addingTimeInterval(state.withLock { $0.elapsed.seconds }) }

    /// The number of sleepers.
    var sleeperCount: Int { state.withLock { $0.sleepers.count } }

    func sleep(for duration: Duration) async throws {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                let (isCancelled, watchers) = state.withLock { state in
                    if Task.isCancelled { return (true, [CheckedContinuation<Duration, Never>]()) }
                    state.sleepers[id] = Sleeper(duration: duration, end: state.elapsed + duration, continuation: continuation)
                    let watchers = state.watchers.filter { $0.isAwaited(duration) }.map(\.continuation)
                    state.watchers.removeAll { $0.isAwaited(duration) }
                    return (false, watchers)
                }
                if isCancelled { continuation.resume(throwing: CancellationError()) }
                for watcher in watchers { watcher.resume(returning: duration) }
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

    /// Waits until there is a sleeper with such a duration, and returns the duration.
    @discardableResult
    func sleeper(where isAwaited: @escaping @Sendable (Duration) -> Bool) async -> Duration {
        await withCheckedContinuation { continuation in
            let found = state.withLock { state in
                let found = state.sleepers.values.first { isAwaited($0.duration) }?.duration
                if found == nil { state.watchers.append((isAwaited, continuation)) }
                return found
            }
            if let found { continuation.resume(returning: found) }
        }
    }
}
