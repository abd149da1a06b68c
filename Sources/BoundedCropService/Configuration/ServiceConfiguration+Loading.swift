internal import BoundedCrop
internal import BoundedCropLoading
internal import Logging

extension ServiceConfiguration {
    /// A part of the folder of the disk cache; nil for no disk cache.
    func storage(_ part: String) -> DiskStorage? {
        cacheFolder.map { DiskStorage(folder: "\($0)/\(part)", byteLimit: diskCacheBytes) }
    }

    /// How pictures are loaded from the web and from object storage.
    func loading(metrics: PrometheusMetrics, logger: Logger) -> ImageLoader.Configuration {
        var loading = ImageLoader.Configuration(storage: storage("originals"))
        loading.policy = policy
        loading.policy.schemes = loadsFromWeb ? ["http", "https"] : []
        if usesObjectStorage {
            loading.s3 = s3
            loading.policy.schemes.insert("s3")
            loading.policy.allowedBuckets = (allowedBuckets ?? []) + ((try? rootLocation?.bucket).map { [$0] } ?? [])
        }
        loading.decoding = decoding
        loading.memoryCache = nil
        loading.clock = storageClock
        loading.logger = logger
        loading.metrics = metrics
        loading.tracer = tracer
        loading.concurrentLoads = 16
        return loading
    }
}
