internal import BoundedCrop
internal import BoundedCropLoading
internal import FoundationEssentials
internal import Logging

/// The storages that a service shares with others, as its settings name them.
final class SharedStorages: Sendable {
    let results: GuardedStorage?
    let detections: GuardedStorage?
    private let client: S3Client?
    private let clock: any LoadingClock

    init(_ configuration: ServiceConfiguration, metrics: PrometheusMetrics, logger: Logger) {
        let client = configuration.reachesObjectStorage ? S3Client(configuration.s3, logger: logger) : nil
        (self.client, clock) = (client, configuration.storageClock)
        func guarded(_ location: StorageLocation?, _ name: String) -> GuardedStorage? {
            let storage: (any SharedStorage)? =
                switch location {
                case nil: nil
                case .folder(let folder): DiskStorage(folder: folder, byteLimit: configuration.diskCacheBytes)
                case .s3(let location): client.map { S3Storage($0, at: location) }
                case .redis(let address): configuration.redis(address)
                }
            var options = StorageOptions(timeout: configuration.storageTimeout)
            options.clock = configuration.storageClock
            return storage.map { GuardedStorage($0, name: name, options: options, metrics: metrics, logger: logger) }
        }
        results = guarded(configuration.resultStorage, "results")
        detections = guarded(configuration.detectionStorage, "detections")
        for storage in [results, detections].compactMap(\.self) {
            metrics.read("boundedcrop_storage_writes_waiting", labels: [("storage", storage.name)]) { Double(storage.waitingCount) }
        }
    }

    /// Waits until everything is stored or given up.
    func finish() async {
        await results?.finish()
        await detections?.finish()
    }

    /// Ends their use after everything is stored or given up, at the latest after a few seconds: what is not stored can be made again.
    func shutDown(within limit: Duration = .seconds(3)) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { try? await abandonable { await self.finish() } }
            group.addTask { try? await self.clock.sleep(for: limit) }
            await group.next()
            group.cancelAll()
        }
        await client?.shutDown()
    }
}

extension ServiceConfiguration {
    fileprivate func redis(_ address: RedisAddress) -> RedisStorage {
        var address = address
        address.password = address.password ?? redisPassword
        // A longer wait for the storage must not end with the connection's own time limit.
        return RedisStorage(address, timeout: max(.seconds(1), storageTimeout), clock: storageClock)
    }

    /// Whether pictures need names that are the same on every machine.
    var sharesStorages: Bool { resultStorage != nil || detectionStorage != nil }
}
