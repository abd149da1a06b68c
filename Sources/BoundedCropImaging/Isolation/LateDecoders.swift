internal import Synchronization

/// Helpers for files that only they may read, started when the first one comes.
package final class LateDecoders: Sendable {
    private let settings: DecoderPool.Settings
    private let started = Mutex<DecoderPool?>(nil)

    package init(_ settings: DecoderPool.Settings) { self.settings = settings }

    /// Those for drawings. Drawing cannot be interrupted, and small files can ask for any amount of time and memory, so that these helpers
    /// have tighter limits than others.
    ///
    /// - Parameter settings: Those of helpers for other formats.
    package static func forDrawings(_ settings: DecoderPool.Settings) -> LateDecoders {
        var settings = settings
        settings.isForDrawings = true
        settings.count = min(settings.count, 2)
        // Not what is drawn, which is in shared memory, but what is drawn apart on the way, and the elements of the file.
        settings.memoryBytes = min(settings.memoryBytes, 300_000_000)
        // So that it ends within 5 seconds, with the start of the process.
        settings.processorSeconds = min(settings.processorSeconds, 4)
        // A drawing waits for those that use up their time.
        settings.waitLimit = settings.waitLimit ?? settings.timeLimit
        settings.timeLimit = min(settings.timeLimit, .seconds(5))
        return LateDecoders(settings)
    }

    /// The pool, started unless it is running. Throws `invalidArgument` with the reason if that fails, and `missingLibrary`.
    func pool() throws -> DecoderPool {
        try started.withLock { pool in
            if let pool { return pool }
            let made = try DecoderPool(settings)
            pool = made
            return made
        }
    }
}

extension LateDecoders: Hashable {
    package static func == (left: LateDecoders, right: LateDecoders) -> Bool { left === right }
    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
