internal import BoundedCrop
internal import CMalloc
internal import Synchronization

/// Gives memory back to the system once work has paused: what is freed stays with the process otherwise, ready for the next picture.
final class MemoryRelief: Sendable {
    private let pause: Duration
    private let isIdle: @Sendable () -> Bool
    private let trim: @Sendable () async -> Void
    private let isDue = Atomic(false)

    /// - Parameters:
    ///   - pause: how long nothing must have been worked on.
    ///   - isIdle: whether nothing is being worked on.
    ///   - trim: gives back what can be given back.
    init(pause: Duration = .seconds(2), isIdle: @escaping @Sendable () -> Bool, trim: @escaping @Sendable () async -> Void) {
        (self.pause, self.isIdle, self.trim) = (pause, isIdle, trim)
    }

    /// To be called when a piece of work has ended. Does nothing where the relief is under way already.
    func workEnded() {
        guard !isDue.exchange(true, ordering: .relaxed) else { return }
        Task {
            repeat { try? await Task.sleep(for: pause) } while !isIdle()
            isDue.store(false, ordering: .relaxed)
            await trim()
        }
    }

    /// Frees what is kept for the next picture, and hands glibc's free pages back. Takes milliseconds: not for the threads that answer.
    static func trimProcess() {
        SpareMemory.clear()
        malloc_trim(0)
    }
}
