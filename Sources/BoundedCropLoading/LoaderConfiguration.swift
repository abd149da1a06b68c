public import BoundedCrop
public import FoundationEssentials
public import Logging
public import Metrics
public import Tracing

extension ImageLoader {
    /// The configuration of a loader. Loaders that are given the same caches and workers share them.
    public struct Configuration: Sendable {
        /// The default number of concurrent downloads.
        package static let standardConcurrentLoads = 4
        /// The maximum number of concurrent loads from servers and files; 4 by default.
        public var concurrentLoads = standardConcurrentLoads
        /// The maximum number of concurrent downloads from one host (name and port). Downloads from other hosts overtake those waiting for
        /// it, so that an unresponsive server does not block the rest. Nil, the default, means a quarter of `concurrentLoads`, but at least
        /// 4 if that leaves room for other hosts: 3 of 4, 4 of 8 and of 16, 16 of 64.
        public var concurrentLoadsPerHost: Int?
        /// The sources that may be loaded from.
        public var policy = SourcePolicy.standard
        /// How requests are sent to servers.
        public var http = HTTPOptions()
        /// How `s3:` URLs are loaded; nil, the default, refuses them. ``SourcePolicy/schemes`` must also contain `s3`.
        public var s3: S3Configuration?
        /// How files are decoded. Its byte and pixel limits also apply to downloads.
        public var decoding = DecodingOptions()
        /// The storage of original files and finished pictures between runs; nil disables it, and the default memory cache with it, so that
        /// every load asks its source.
        public var storage: (any ImageStorage)?
        /// The cache of finished pictures in memory; nil disables it. By default one of its own if there is a storage, otherwise none.
        public var memoryCache: ImageMemoryCache? {
            get { chosenCache ?? (storage == nil ? nil : standardCache) }
            set { chosenCache = .some(newValue) }
        }
        private var chosenCache: ImageMemoryCache??
        private let standardCache = ImageMemoryCache()
        /// Whether finished pictures are stored in addition to the originals.
        public var storesProcessed = true
        /// The maximum number of bytes waiting to be stored; 64 MB by default. Loads do not wait for the storage. A picture for which there
        /// is no room is delivered but not stored.
        package var storingByteLimit = 64_000_000
        /// The workers that decode and process pictures, by default the newest first.
        public var workers: WorkerPool
        /// The destination of the loader's metrics; by default the program's swift-metrics backend.
        public var metrics: any MetricsFactory = MetricsSystem.factory
        /// The tracer of the loader's spans; nil, the default, is the one that the program has bootstrapped. A `NoOpTracer` makes none.
        public var tracer: (any Tracer)?
        /// The logger.
        public var logger = Logger(label: "boundedcrop.loading")
        /// Called with the size of each download, on any thread.
        public var onDownload: @Sendable (URL, _ byteCount: Int) -> Void = { _, _ in }
        /// Called for each load that fails, on any thread, but not for cancelled loads.
        public var onError: @Sendable (URL, any Error) -> Void = { _, _ in }
        /// Provides the time and waits.
        package var clock: any LoadingClock = SystemLoadingClock()

        /// Creates a configuration.
        /// - Parameters:
        ///   - storage: By default, a folder in the user's cache folder. With nil, nothing is kept and every load asks its source, unless a
        ///     `memoryCache` is set.
        ///   - workers: By default, a pool with one thread per core, shared by all loaders.
        public init(storage: (any ImageStorage)? = DiskStorage(), workers: WorkerPool? = nil) {
            self.storage = storage
            self.workers = workers ?? ImageLoader.standardWorkers
        }

        var loadsPerHost: Int {
            let all = max(1, concurrentLoads)
            return min(all, max(1, concurrentLoadsPerHost ?? max(all / 4, min(4, all - 1))))
        }
    }

    /// The default workers for decoding and processing: one thread per core, the newest picture first.
    package static let standardWorkers = WorkerPool(queueLimit: 1_000_000, order: .lastInFirstOut)
}
