import BoundedCrop
import Dispatch
import Synchronization

/// A detector that blocks the calling threads until a test opens it. It finds nothing.
final class HeldDetector: FeatureDetector {
    private struct State {
        var calls = 0
        var isOpen = false
        var held: [DispatchSemaphore] = []
        var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    let name = "held"
    private let state = Mutex(State())

    deinit { open() }

    var calls: Int { state.withLock { $0.calls } }

    func features(in picture: any Picture, accuracy: DetectionAccuracy) throws -> [Feature] {
        let semaphore = DispatchSemaphore(value: 0)
        let (isOpen, reached) = state.withLock { state in
            state.calls += 1
            let calls = state.calls
            let reached = state.watchers.filter { $0.count <= calls }.map(\.continuation)
            state.watchers.removeAll { $0.count <= calls }
            if !state.isOpen { state.held.append(semaphore) }
            return (state.isOpen, reached)
        }
        for continuation in reached { continuation.resume() }
        if !isOpen { semaphore.wait() }
        return []
    }

    /// Waits until it has been called this many times.
    func calls(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isReached = state.withLock { state in
                if state.calls >= count { return true }
                state.watchers.append((count, continuation))
                return false
            }
            if isReached { continuation.resume() }
        }
    }

    /// Releases all threads, and blocks no more.
    func open() {
        let held = state.withLock { state in
            state.isOpen = true
            defer { state.held = [] }
            return state.held
        }
        for semaphore in held { semaphore.signal() }
    }
}
