internal import BoundedCrop
internal import BoundedCropLoading
internal import FoundationEssentials
internal import Logging
internal import Synchronization

/// Finished answers, in memory and in a storage.
///
/// Their keys contain everything that they depend on, including the picture's content, so they never become stale, only unused.
final class ResultStore: Sendable {
    enum Origin: String, CaseIterable {
        case memory, storage, made
    }

    private let memory: Mutex<LeastRecentlyUsed<String, StoredResult>>
    private let storage: (any ImageStorage)?
    /// For how many seconds answers are stored, and up to how many bytes.
    private let (lifetime, byteLimit): (Int, Int)
    private let clock: any LoadingClock
    let answers: AnswerMemory
    private let logger: Logger
    /// It tells only as long as someone keeps it.
    private let pressure: MemoryPressureMonitor

    init(
        memoryByteLimit: Int,
        storage: (any ImageStorage)?,
        lifetime: Int = 365 * 24 * 3600,
        byteLimit: Int = .max,
        answers: AnswerMemory,
        logger: Logger,
        clock: any LoadingClock = SystemLoadingClock(),
        pressure: MemoryPressureMonitor = .shared
    ) {
        memory = Mutex(LeastRecentlyUsed(countLimit: 100_000, costLimit: memoryByteLimit))
        (self.storage, self.lifetime, self.byteLimit, self.clock) = (storage, lifetime, byteLimit, clock)
        self.answers = answers
        self.logger = logger
        self.pressure = pressure
        pressure.addObserver(self) { store in store.memory.withLock { $0.removeAll() } }
        pressure.start()
    }

    var hasStorage: Bool { storage != nil }

    /// The store of a service: with the shared storage, or else with the disk cache.
    convenience init(_ configuration: ServiceConfiguration, sharing storage: GuardedStorage?, answers: AnswerMemory, logger: Logger) {
        guard let storage else {
            self.init(
                memoryByteLimit: configuration.memoryCacheBytes,
                storage: configuration.storage("answers"),
                answers: answers,
                logger: logger,
                pressure: configuration.memoryPressure
            )
            return
        }
        self.init(
            memoryByteLimit: configuration.memoryCacheBytes,
            storage: storage,
            lifetime: configuration.resultLifetime,
            byteLimit: configuration.resultByteLimit,
            answers: answers,
            logger: logger,
            clock: configuration.storageClock,
            pressure: configuration.memoryPressure
        )
    }

    var memoryByteCount: Int { memory.withLock { $0.cost } }

    func inMemory(_ key: String) -> StoredResult? {
        memory.withLock { $0.use(key) }
    }

    func inStorage(_ key: String) async -> StoredResult? {
        guard let stored = await storage?.image(for: Self.storageKey(key)), clock.now < stored.expires,
            let result = StoredResult(encoded: stored.bytes, countedBy: answers)
        else { return nil }
        keep(result, key)
        return result
    }

    /// Keeps an answer. Returns whether the memory or the storage has taken it.
    @discardableResult
    func store(_ result: StoredResult, _ key: String) async -> Bool {
        let isKept = keep(result, key)
        guard let storage, result.bytes.count <= byteLimit else { return isKept }
        do {
            let stored = StoredImage(bytes: try result.encoded(), expires: clock.now.addingTimeInterval(Double(lifetime)))
            try await storage.store(stored, for: Self.storageKey(key))
            return true
        } catch {
            // A request that is cancelled while its answer is stored says nothing about the storage.
            let level = error is CancellationError ? Logger.Level.debug : .warning
            logger.log(level: level, "an answer cannot be stored", metadata: ["error": "\(error)"])
            return isKept
        }
    }

    @discardableResult
    private func keep(_ result: StoredResult, _ key: String) -> Bool {
        memory.withLock { memory in
            memory.insert(result, for: key, cost: result.bytes.count + result.plan.utf8.count + key.utf8.count + 200)
            return memory.peek(key) != nil
        }
    }

    private static func storageKey(_ key: String) -> String { "answer:" + key }
}
