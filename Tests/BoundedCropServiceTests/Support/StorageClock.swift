import BoundedCropLoading
import Foundation
import Synchronization

/// A clock that advances only when a test advances it.
final class StorageClock: LoadingClock {
    private struct State {
        var now = Date(timeIntervalSince1970: 1_800_000_000)
        var sleepers: [UUID: (end: Date, continuation: CheckedContinuation<Void, any Error>)] = [:]
    }

    private let state = Mutex(State())

    var now: Date { state.withLock { $0.now } }

    /// Whether someone sleeps for at most so many more seconds.
    func hasSleeper(until seconds: Double) -> Bool {
        state.withLock { state in state.sleepers.values.contains { $0.end.timeIntervalSince(state.now) <= seconds } }
    }

    func sleep(for duration: Duration) async throws {
        let id = UUID()
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                let isCancelled = state.withLock { state in
                    if Task.isCancelled { return true }
                    state.sleepers[id] = (state.now + duration.seconds, continuation)
                    return false
                }
                if isCancelled { continuation.resume(throwing: CancellationError()) }
            }
        } onCancel: {
            state.withLock { $0.sleepers.removeValue(forKey: id) }?.continuation.resume(throwing: CancellationError())
        }
    }

    func advance(by seconds: Double) {
        let awake = state.withLock { state in
            state.now += seconds
            let now = state.now
            let awake = state.sleepers.filter { $0.value.end <= now }
            for id in awake.keys { state.sleepers[id] = nil }
            return awake.values.map(\.continuation)
        }
        for continuation in awake { continuation.resume() }
    }
}
