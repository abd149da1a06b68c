public import BoundedCrop
public import FoundationEssentials
public import Logging
public import Metrics

extension ImageLoader {
    /// How a loader works. Caches and workers that are given to several loaders are shared by them.
    public struct Configuration: Sendable {
        /// How many downloads run at once by default.
        package static let standardConcurrentLoads = 4
        /// How many downloads run at once; 4 by default.
        public var concurrentLoads = standardConcurrentLoads
        /// How many downloads of one host, which is a name and a port, run at once: the others pass by those that wait for it, so that a
        /// server that is silent does not hold up the rest. Nil, the default, is a quarter of `concurrentLoads`, but 4 where that leaves a
        /// place for others: 3 of 4, 4 of 8 and of 16, 16 of 64.
        public var concurrentLoadsPerHost: Int?
        /// Which sources may be loaded from.
        public var policy = SourcePolicy.standard
        /// How servers are asked.
        public var http = HTTPOptions()
        /// How files are decoded, with the limits of bytes and pixels that downloads have too.
        public var decoding = DecodingOptions()
        /// Finished pictures; nil keeps none.
        public var memoryCache: ImageMemoryCache? = ImageMemoryCache()
        /// Original files and finished pictures from one run to the next; nil keeps none.
        public var storage: (any ImageStorage)?
        /// Whether finished pictures are stored beside the originals; otherwise only originals are.
        public var storesProcessed = true
        /// How many bytes may wait to be stored, 64 MB by default: loads do not wait for the storage. A picture that comes when there is no
        /// room is delivered and not stored.
        public var storingByteLimit = 64_000_000
        /// Decode and process pictures; the newest first.
        public var workers: WorkerPool
        /// Where what the loader counts goes; to the program's own backend of swift-metrics, by default.
        public var metrics: any MetricsFactory = MetricsSystem.factory
        /// What is worth a line in a log.
        public var logger = Logger(label: "boundedcrop.loading")
        /// Called with the bytes of each download, on any thread.
        public var onDownload: @Sendable (URL, _ byteCount: Int) -> Void = { _, _ in }
        /// Called with each load that fails, on any thread; not for those that nobody wanted any more.
        public var onError: @Sendable (URL, any Error) -> Void = { _, _ in }
        /// Tells the time and waits.
        public var clock: any LoadingClock = SystemLoadingClock()

        /// A configuration with a memory cache of its own.
        /// - Parameters:
        ///   - storage: a folder in the user's folder for caches, by default.
        ///   - workers: a pool with a thread for each core, by default the same for all loaders.
        public init(storage: (any ImageStorage)? = DiskStorage(), workers: WorkerPool = ImageLoader.standardWorkers) {
            self.storage = storage
            self.workers = workers
        }

        var loadsPerHost: Int {
            let all = max(1, concurrentLoads)
            return min(all, max(1, concurrentLoadsPerHost ?? max(all / 4, min(4, all - 1))))
        }
    }

    /// What decodes and processes where nothing else is said: a thread for each core, the newest picture first.
    public static let standardWorkers = WorkerPool(queueLimit: 1_000_000, order: .lastInFirstOut)
}
