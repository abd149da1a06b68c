internal import BoundedCrop
package import Logging
package import Metrics

/// A storage that others share, guarded so that it costs only what it stores when it is slow or gone.
///
/// Every call has a time limit. After several failures in a row the storage is left alone: entries count as not found and are not stored,
/// until a trial after a pause succeeds. Storing never waits: entries are stored in the background, as far as there is room.
///
///     configuration.storage = GuardedStorage(RedisStorage(RedisAddress("redis://10.0.0.7")), name: "pictures")
///
/// The metrics are `boundedcrop_storage_reads_total` by `outcome` (hit, miss, timeout, failed, skipped), `…_writes_total` (stored, timeout,
/// failed, skipped, dropped), `…_read_duration_seconds` and `…_breaker` by `calls` (0 closed, 1 open, 2 in a trial).
package final class GuardedStorage: ImageStorage {
    /// The storage.
    package let storage: any SharedStorage
    /// What it is called in metrics.
    package let name: String
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
    package init(
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
    package var waitingCount: Int { line.waitingCount }

    /// Returns the entry of a key, or nil if there is none, or the storage does not give it in time.
    package func image(for key: String) async -> StoredImage? {
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
    package func store(_ image: StoredImage, for key: String) async {
        if !line.add(image, for: key) { measures.write("dropped") }
    }

    /// Removes the entry of a key, if the storage answers in time.
    package func remove(_ key: String) async {
        guard reads.isClosed else { return }
        _ = try? await reads.limited { [storage] in await storage.remove(key) }
    }

    /// Removes all entries, without a time limit.
    package func removeAll() async { await storage.removeAll() }

    /// Waits until all that was to be stored is stored or given up.
    package func finish() async { await line.finish() }
}

/// How a `GuardedStorage` limits what its storage can cost.
package struct StorageOptions: Sendable {
    /// How long an entry is waited for; 250 ms by default.
    package var timeout = Duration.milliseconds(250)
    /// How long storing an entry may take, for which nobody waits; 2.5 s by default.
    package var writeTimeout = Duration.milliseconds(2500)
    /// The number of failures in a row after which the storage is left alone; 5 by default.
    package var failureLimit = 5
    /// The pause before it is tried again; 1 s by default. It doubles for each trial that fails, and a random part of up to a half is taken off.
    package var pause = Duration.seconds(1)
    /// The longest pause; 30 s by default.
    package var longestPause = Duration.seconds(30)
    /// The maximum number of entries that wait to be stored; 1000 by default. Further ones are dropped.
    package var waitingLimit = 1000
    /// The maximum number of bytes of the entries that wait to be stored; 32 MB by default. A larger one waits alone.
    package var waitingByteLimit = 32_000_000
    /// The number of entries that are stored at once; 4 by default.
    package var concurrentWrites = 4
    /// Provides the time and waits.
    package var clock: any LoadingClock = SystemLoadingClock()

    /// Creates the defaults. The time limits of calls become `timeout` and ten times as much.
    package init(timeout: Duration = .milliseconds(250)) {
        (self.timeout, writeTimeout) = (timeout, timeout * 10)
    }
}

/// The metrics of a guarded storage.
struct StorageMeasures: Sendable {
    private let name: String
    private let factory: any MetricsFactory

    init(name: String, factory: any MetricsFactory) {
        (self.name, self.factory) = (name, factory)
        // Series that exist from the start can be compared with each other.
        for outcome in ["hit", "miss", "timeout", "failed", "skipped"] { reads(outcome).increment(by: 0) }
        for outcome in ["stored", "timeout", "failed", "skipped", "dropped"] { writes(outcome).increment(by: 0) }
    }

    /// - Parameter duration: Nil if the storage was not asked.
    func read(_ outcome: String, _ duration: Duration?) {
        reads(outcome).increment()
        guard let duration else { return }
        Metrics.Timer(label: "boundedcrop_storage_read_duration_seconds", dimensions: [("storage", name)], factory: factory)
            .recordNanoseconds(Int64(Int(duration.seconds * 1e9, within: 0...Int.max, rounded: .down)))
    }

    func write(_ outcome: String) { writes(outcome).increment() }

    private func reads(_ outcome: String) -> Counter { counter("boundedcrop_storage_reads_total", outcome) }

    private func writes(_ outcome: String) -> Counter { counter("boundedcrop_storage_writes_total", outcome) }

    private func counter(_ label: String, _ outcome: String) -> Counter {
        Counter(label: label, dimensions: [("storage", name), ("outcome", outcome)], factory: factory)
    }
}
