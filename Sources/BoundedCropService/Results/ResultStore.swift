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
    let answers: AnswerMemory
    private let logger: Logger
    /// It tells only as long as someone keeps it.
    private let pressure: MemoryPressureMonitor

    init(
        memoryByteLimit: Int,
        storage: (any ImageStorage)?,
        answers: AnswerMemory,
        logger: Logger,
        pressure: MemoryPressureMonitor = .shared
    ) {
        memory = Mutex(LeastRecentlyUsed(countLimit: 100_000, costLimit: memoryByteLimit))
        self.storage = storage
        self.answers = answers
        self.logger = logger
        self.pressure = pressure
        pressure.addObserver(self) { store in store.memory.withLock { $0.removeAll() } }
        pressure.start()
    }

    var memoryByteCount: Int { memory.withLock { $0.cost } }

    func inMemory(_ key: String) -> StoredResult? {
        memory.withLock { $0.use(key) }
    }

    func inStorage(_ key: String) async -> StoredResult? {
        guard let stored = await storage?.image(for: Self.storageKey(key)),
            let result = StoredResult(encoded: stored.bytes, countedBy: answers)
        else { return nil }
        keep(result, key)
        return result
    }

    func store(_ result: StoredResult, _ key: String) async {
        keep(result, key)
        do {
            let year = 365.0 * 24 * 3600
            let stored = StoredImage(bytes: try result.encoded(), expires: Date().addingTimeInterval(year))
            try await storage?.store(stored, for: Self.storageKey(key))
        } catch {
            logger.warning("an answer cannot be stored", metadata: ["error": "\(error)"])
        }
    }

    private func keep(_ result: StoredResult, _ key: String) {
        memory.withLock { $0.insert(result, for: key, cost: result.bytes.count + result.plan.utf8.count + key.utf8.count + 200) }
    }

    private static func storageKey(_ key: String) -> String { "answer:" + key }
}
