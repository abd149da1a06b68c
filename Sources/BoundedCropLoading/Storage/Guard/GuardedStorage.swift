public import Logging
public import Metrics

/// A storage that others share, guarded so that it costs only what it stores when it is slow or gone.
///
/// Every call has a time limit. After several failures in a row the storage is left alone: entries count as not found and are not stored,
/// until a trial after a pause succeeds. Storing never waits: entries are stored in the background, as far as there is room.
///
///     configuration.storage = GuardedStorage(RedisStorage(RedisAddress("redis://10.0.0.7")), name: "pictures")
///
/// The metrics are `boundedcrop_storage_reads_total` by `outcome` (hit, miss, timeout, failed, skipped), `…_writes_total` (stored, timeout,
/// failed, skipped, dropped), `…_read_duration_seconds` and `…_breaker` by `calls` (0 closed, 1 open, 2 in a trial).
public final class GuardedStorage: ImageStorage {
    /// The storage.
    public let storage: any SharedStorage
    /// What it is called in metrics.
    public let name: String
    private let reads: GuardedCalls
    private let measures: StorageMeasures
    private let line: WritesBehind

    /// Creates a guard.
    /// - Parameters:
    ///   - storage: The storage to guard.
    ///   - name: What it is called in metrics.
    ///   - options: The limits.
    ///   - metrics: Receives the metrics; by default the program's swift-metrics backend.
    ///   - logger: Receives a line when the storage begins to fail, and when it works again.
    public init(
        _ storage: any SharedStorage,
        name: String,
        options: StorageOptions = StorageOptions(),
        metrics: any MetricsFactory = MetricsSystem.factory,
        logger: Logger = Logger(label: "boundedcrop.storage")
    ) {
        (self.storage, self.name) = (storage, name)
        let measures = StorageMeasures(name: name, factory: metrics)
        let writes = GuardedCalls(.write, of: storage, name: name, options, metrics: metrics, logger: logger)
        reads = GuardedCalls(.read, of: storage, name: name, options, metrics: metrics, logger: logger)
        self.measures = measures
        line = WritesBehind(options) { image, key in
            do throws(GuardedCalls.Failure) {
                try await writes.run { try await storage.store(image, for: key) }
                measures.write("stored")
            } catch {
                measures.write(error.rawValue)
            }
        }
    }

    /// The number of entries that wait to be stored.
    public var waitingCount: Int { line.waitingCount }

    /// Returns the entry of a key, or nil if there is none, or the storage does not give it in time.
    public func image(for key: String) async -> StoredImage? {
        let start = ContinuousClock.now
        do throws(GuardedCalls.Failure) {
            let found = try await reads.run { [storage] in try await storage.find(key) }
            measures.read(found == nil ? "miss" : "hit", ContinuousClock.now - start)
            return found
        } catch {
            measures.read(error.rawValue, error == .skipped ? nil : ContinuousClock.now - start)
            return nil
        }
    }

    /// Has a picture stored in the background, if there is room. Never fails.
    public func store(_ image: StoredImage, for key: String) async {
        if !line.add(image, for: key) { measures.write("dropped") }
    }

    /// Removes the entry of a key, if the storage answers in time.
    public func remove(_ key: String) async {
        guard reads.isClosed else { return }
        _ = try? await reads.limited { [storage] in await storage.remove(key) }
    }

    /// Removes all entries, without a time limit.
    public func removeAll() async { await storage.removeAll() }

    /// Waits until all that was to be stored is stored or given up.
    public func finish() async { await line.finish() }
}
