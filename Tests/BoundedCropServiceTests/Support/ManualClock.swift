import NIOCore
import Synchronization
import TestSupport

@testable import BoundedCropService

/// A clock of connections and requests that advances only when a test advances it.
final class ManualClock: ConnectionClock {
    private struct Timer {
        let end: NIODeadline
        let run: @Sendable () -> Void
    }

    private struct Watcher {
        let end: NIODeadline
        let count: Int
        let isReached: AsyncStream<Never>.Continuation
    }

    private struct State {
        var now = NIODeadline.uptimeNanoseconds(1 << 40)
        var skippedTime = TimeAmount.zero
        var timers: [Int: Timer] = [:]
        var lastID = 0
        var watchers: [Watcher] = []

        func count(_ end: NIODeadline) -> Int { timers.values.count { $0.end == end } }
    }

    private let state = Mutex(State())

    var now: NIODeadline { state.withLock { $0.now } }

    func schedule(at time: NIODeadline, on eventLoop: any EventLoop, _ work: @escaping @Sendable () -> Void) -> Scheduled<Void> {
        let promise = eventLoop.makePromise(of: Void.self)
        let id = state.withLock { state in
            state.lastID += 1
            let id = state.lastID
            state.timers[id] = Timer(end: time) { [self] in
                eventLoop.execute {
                    // Unless it has been cancelled.
                    guard self.remove(id) else { return }
                    work()
                    promise.succeed()
                }
            }
            let watchers = state.watchers
            state.watchers = watchers.filter { state.count($0.end) < $0.count }
            for watcher in watchers where state.count(watcher.end) >= watcher.count { watcher.isReached.finish() }
            return id
        }
        runTimers()
        return Scheduled(promise: promise) { [weak self] in _ = self?.remove(id) }
    }

    private func remove(_ id: Int) -> Bool { state.withLock { $0.timers.removeValue(forKey: id) != nil } }

    private func runTimers() {
        let due = state.withLock { state in state.timers.filter { $0.value.end <= state.now + state.skippedTime } }
        for timer in due.sorted(by: { ($0.value.end, $0.key) < ($1.value.end, $1.key) }) { timer.value.run() }
    }

    // MARK: For tests

    func advance(by time: Duration) {
        state.withLock { $0.now = $0.now + TimeAmount(time) }
        runTimers()
    }

    /// Whether a timer ends after exactly this time from now.
    func isDue(in time: Duration) -> Bool { state.withLock { $0.count($0.now + TimeAmount(time)) > 0 } }

    /// Waits until so many timers end after exactly this time from now. As each time limit has another length, they are known by it.
    func due(in time: Duration, count: Int = 1) async {
        let (reached, isReached) = AsyncStream.makeStream(of: Never.self)
        state.withLock { state in
            let end = state.now + TimeAmount(time)
            if state.count(end) >= count { return isReached.finish() }
            state.watchers.append(Watcher(end: end, count: count, isReached: isReached))
        }
        for await _ in reached {}
    }

    /// Advances step by step, each time after a timer has been set for the next step, until something has happened. Returns the number of
    /// steps.
    @discardableResult func advance(by step: Duration, until hasHappened: () -> Bool) async -> Int {
        var count = 0
        await until {
            if isDue(in: step) {
                advance(by: step)
                count += 1
            }
            return hasHappened()
        }
        return count
    }

    /// From now on, timers of at most two seconds end at once: those that let the clients of a service that ends, or of a last answer, take
    /// their leave.
    func skipFarewells() {
        state.withLock { $0.skippedTime = .seconds(2) }
        runTimers()
    }
}
