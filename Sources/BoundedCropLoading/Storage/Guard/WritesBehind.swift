internal import Synchronization

/// Entries that are stored while nobody waits: the oldest first, a few at a time. The line is bounded.
final class WritesBehind: Sendable {
    private struct Entry {
        let key: String
        let image: StoredImage
    }

    private struct State {
        var waiting: [Entry] = []
        var byteCount = 0
        var running = 0
        var finishing: [CheckedContinuation<Void, Never>] = []
    }

    private let countLimit: Int
    private let byteLimit: Int
    private let concurrency: Int
    private let write: @Sendable (StoredImage, String) async -> Void
    private let state = Mutex(State())

    init(_ options: StorageOptions, write: @escaping @Sendable (StoredImage, _ key: String) async -> Void) {
        (countLimit, byteLimit, concurrency) = (options.waitingLimit, options.waitingByteLimit, max(1, options.concurrentWrites))
        self.write = write
    }

    var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Returns at once; false if there is no room.
    func add(_ image: StoredImage, for key: String) -> Bool {
        let (hasRoom, starts) = state.withLock { state in
            let size = image.bytes.count
            let fits = size <= byteLimit - state.byteCount || state.byteCount == 0
            guard state.waiting.count < countLimit, fits else { return (false, false) }
            state.waiting.append(Entry(key: key, image: image))
            state.byteCount += size
            let starts = state.running < concurrency
            if starts { state.running += 1 }
            return (true, starts)
        }
        if starts { Task { await work() } }
        return hasRoom
    }

    /// Waits until all that was added is stored or given up.
    func finish() async {
        await withCheckedContinuation { continuation in
            let isDone = state.withLock { state in
                if state.running > 0 { state.finishing.append(continuation) }
                return state.running == 0
            }
            if isDone { continuation.resume() }
        }
    }

    private func work() async {
        while let entry = next() {
            await write(entry.image, entry.key)
            state.withLock { $0.byteCount -= entry.image.bytes.count }
        }
    }

    /// Without an entry the worker ends; a later one starts another.
    private func next() -> Entry? {
        let (entry, finishing) = state.withLock { state -> (Entry?, [CheckedContinuation<Void, Never>]) in
            if !state.waiting.isEmpty { return (state.waiting.removeFirst(), []) }
            state.running -= 1
            guard state.running == 0 else { return (nil, []) }
            defer { state.finishing = [] }
            return (nil, state.finishing)
        }
        for continuation in finishing { continuation.resume() }
        return entry
    }
}
