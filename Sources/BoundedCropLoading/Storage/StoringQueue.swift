internal import BoundedCrop
internal import FoundationEssentials
internal import Logging
internal import Synchronization
internal import Tracing

/// Stores pictures in the background: the oldest first, a few at a time, never two of the same key at once. A file that waits to be stored
/// can already be read.
final class StoringQueue: Sendable {
    private struct Job: Sendable {
        let id: UInt64
        let key: String
        let url: URL
        let byteCount: Int
        let image: @Sendable () async throws -> StoredImage?
        /// That of the load, which may have ended when the job runs.
        let context: StageTracer.Context?
    }

    private struct State {
        var waiting: [Job] = []
        var writing: Set<String> = []
        /// The newest unstored picture of each key, if it is already encoded.
        var images: [String: (id: UInt64, image: StoredImage)] = [:]
        var byteCount = 0
        var running = 0
        var lastID: UInt64 = 0
        var finishing: [CheckedContinuation<Void, Never>] = []

        /// Takes the oldest job whose key is not being written.
        mutating func next() -> Job? {
            guard let index = waiting.firstIndex(where: { !writing.contains($0.key) }) else { return nil }
            let job = waiting.remove(at: index)
            writing.insert(job.key)
            return job
        }
    }

    /// The maximum number of waiting pictures, regardless of size.
    private static let countLimit = 1000
    private let storage: any ImageStorage
    private let byteLimit: Int
    private let concurrency: Int
    private let logger: Logger
    private let accounting: LoadAccounting
    private let tracer: StageTracer
    private let state = Mutex(State())

    init(
        _ storage: any ImageStorage,
        byteLimit: Int,
        concurrency: Int,
        logger: Logger,
        accounting: LoadAccounting,
        tracer: StageTracer
    ) {
        self.storage = storage
        self.byteLimit = byteLimit
        self.concurrency = concurrency
        self.logger = logger
        self.accounting = accounting
        self.tracer = tracer
    }

    func image(for key: String) async -> StoredImage? {
        if let image = state.withLock({ $0.images[key]?.image }) { return image }
        return await tracer.run("boundedcrop.storage.get") { span in
            let image = await storage.image(for: key)
            span?.attributes["boundedcrop.found"] = image != nil
            return image
        }
    }

    /// Stores a file in the background if there is room.
    func store(_ image: StoredImage, for key: String, from url: URL) {
        store(key, url, byteCount: image.bytes.count, known: image) { image }
    }

    /// Stores a picture that is still to be encoded, if there is room. Nothing is stored if `make` returns nil.
    /// - Parameter byteCount: The number of bytes held in memory until then.
    func store(_ key: String, from url: URL, byteCount: Int, _ make: @escaping @Sendable () async throws -> StoredImage?) {
        store(key, url, byteCount: byteCount, known: nil, make)
    }

    /// Waits until the queue is empty.
    func finish() async {
        await withCheckedContinuation { continuation in
            let isDone = state.withLock { state in
                if state.running > 0 { state.finishing.append(continuation) }
                return state.running == 0
            }
            if isDone { continuation.resume() }
        }
    }

    private func store(
        _ key: String,
        _ url: URL,
        byteCount: Int,
        known image: StoredImage?,
        _ make: @escaping @Sendable () async throws -> StoredImage?
    ) {
        let context = StageTracer.Context.current
        let (hasRoom, starts) = state.withLock { state in
            // An entry larger than the byte limit is accepted only when the queue is empty.
            let hasRoom = state.waiting.count < Self.countLimit && (state.byteCount == 0 || byteCount <= byteLimit - state.byteCount)
            // The previous picture of this key is outdated even if this one is not stored.
            state.images[key] = nil
            guard hasRoom else { return (false, false) }
            state.lastID += 1
            state.byteCount += byteCount
            if let image { state.images[key] = (state.lastID, image) }
            let job = Job(id: state.lastID, key: key, url: url, byteCount: byteCount, image: make, context: context)
            state.waiting.append(job)
            let starts = state.running < concurrency
            if starts { state.running += 1 }
            return (true, starts)
        }
        if !hasRoom { lose(url, BoundedCropError(.queueFull, "the storing queue is full")) }
        if starts { Task { await work() } }
    }

    private func work() async {
        while let job = next() {
            do {
                try await StageTracer.Context.withValue(job.context) {
                    try await tracer.run("boundedcrop.storage.put") { _ in
                        if let image = try await job.image() { try await storage.store(image, for: job.key) }
                    }
                }
            } catch {
                lose(job.url, error)
            }
            state.withLock { state in
                state.writing.remove(job.key)
                state.byteCount -= job.byteCount
                if state.images[job.key]?.id == job.id { state.images[job.key] = nil }
            }
        }
    }

    /// Returns the next job. Without one the worker ends; a later job starts a new one.
    private func next() -> Job? {
        let (job, finishing) = state.withLock { state -> (Job?, [CheckedContinuation<Void, Never>]) in
            if let job = state.next() { return (job, []) }
            state.running -= 1
            guard state.running == 0 else { return (nil, []) }
            defer { state.finishing = [] }
            return (nil, state.finishing)
        }
        for continuation in finishing { continuation.resume() }
        return job
    }

    private func lose(_ url: URL, _ error: any Error) {
        accounting.countNotStored()
        // Neither a full queue nor a cancellation is a fault of the storage.
        let isExpected = error is CancellationError || (error as? BoundedCropError)?.code == .queueFull
        logger.log(
            level: isExpected ? .debug : .warning,
            "a picture could not be stored",
            metadata: ["url": "\(url.logged)", "error": "\(error)"]
        )
    }
}
