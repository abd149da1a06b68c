internal import BoundedCrop
internal import BoundedCropLoading
internal import BoundedCropRendering
internal import FoundationEssentials
internal import Synchronization

/// What was found in pictures, in memory and in a storage that other services share, so that every picture is looked at once, whatever
/// sizes of it are requested.
final class DetectionStore: Sendable {
    enum Origin: String, CaseIterable {
        case memory, storage, made
    }

    private let memory = Mutex(LeastRecentlyUsed<String, Finds>(countLimit: 20_000, costLimit: 16_000_000))
    private let storage: (any ImageStorage)?
    private let lifetime: Int
    private let clock: any LoadingClock
    private let metrics: ServiceMetrics
    private let turns = AdmissionGate(DetectionTurns())

    /// Larger finds are made anew: those of long animations with many faces.
    private static let mostBytes = 1_000_000

    /// - Parameter lifetime: For how many seconds finds are stored.
    init(storage: (any ImageStorage)?, lifetime: Int, clock: any LoadingClock = SystemLoadingClock(), metrics: ServiceMetrics) {
        (self.storage, self.lifetime, self.clock, self.metrics) = (storage, lifetime, clock, metrics)
        metrics.registry.read("boundedcrop_detections_awaited") { [turns] in Double(turns.waitingCount) }
    }

    /// Runs work that looks at a picture with what is known of it. While one request looks, others that need the same wait, and need not
    /// look; if it fails, the next one does.
    ///
    /// - Parameters:
    ///   - key: What decides what is found; nil if nothing is looked for.
    ///   - size: The size of the picture.
    /// - Throws: What the work throws, and `CancellationError`.
    func looking<Result>(for key: String?, in size: PixelSize, _ work: (Looking) async throws -> Result) async throws -> Result {
        guard let key else { return try await work(Looking()) }
        if let finds = recall(key) { return try await work(known(finds, .memory)) }
        let turn = try await DetectionTurn(key, turns)
        // Found while this request waited for its turn.
        if let finds = recall(key) {
            turn.end()
            return try await work(known(finds, .memory))
        }
        if let finds = await inStorage(key, size) {
            keep(finds, key)
            turn.end()
            return try await work(known(finds, .storage))
        }
        let result = await Swift.Result {
            try await work(
                Looking { finds in
                    self.metrics.detection(.made)
                    self.keep(finds, key)
                    turn.finds = finds
                    turn.end()
                }
            )
        }
        turn.end()
        if let finds = turn.finds { await store(finds, key) }
        return try result.get()
    }

    private func known(_ finds: Finds, _ origin: Origin) -> Looking {
        metrics.detection(origin)
        return Looking(known: finds)
    }

    private func recall(_ key: String) -> Finds? { memory.withLock { $0.use(key) } }

    private func keep(_ finds: Finds, _ key: String) {
        memory.withLock { $0.insert(finds, for: key, cost: 200 + key.utf8.count + 300 * finds.count) }
    }

    private func inStorage(_ key: String, _ size: PixelSize) async -> Finds? {
        guard let stored = await storage?.image(for: Self.storageKey(key)), clock.now < stored.expires else { return nil }
        return Finds(encoded: stored.bytes, size: size)
    }

    private func store(_ finds: Finds, _ key: String) async {
        // What JSON cannot say is found anew.
        guard let storage, let bytes = try? finds.encoded(), bytes.count <= Self.mostBytes else { return }
        let expires = clock.now.addingTimeInterval(Double(lifetime))
        try? await storage.store(StoredImage(bytes: bytes, expires: expires), for: Self.storageKey(key))
    }

    private static func storageKey(_ key: String) -> String { "finds:" + key }
}
