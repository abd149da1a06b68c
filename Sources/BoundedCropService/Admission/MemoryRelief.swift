internal import BoundedCrop
internal import CMalloc
internal import Synchronization

/// Returns free memory to the system once work has paused. Until then, the process keeps it for the next picture.
final class MemoryRelief: Sendable {
    private let pause: Duration
    private let isIdle: @Sendable () -> Bool
    private let trim: @Sendable () async -> Void
    private let isDue = Atomic(false)

    /// - Parameters:
    ///   - pause: How long no work must have run.
    ///   - isIdle: Whether no work is running.
    ///   - trim: Returns free memory to the system.
    init(pause: Duration = .seconds(2), isIdle: @escaping @Sendable () -> Bool, trim: @escaping @Sendable () async -> Void) {
        (self.pause, self.isIdle, self.trim) = (pause, isIdle, trim)
    }

    /// Call this when a piece of work has ended. It does nothing if a relief is already scheduled.
    func workEnded() {
        guard !isDue.exchange(true, ordering: .relaxed) else { return }
        Task {
            repeat { try? await Task.sleep(for: pause) } while !isIdle()
            isDue.store(false, ordering: .relaxed)
            await trim()
        }
    }

    /// Frees buffers kept for the next picture, and returns glibc's free pages. This takes milliseconds, so do not call it on event loops.
    static func trimProcess() {
        SpareMemory.clear()
        #if canImport(Glibc)
        malloc_trim(0)
        #endif
    }
}
