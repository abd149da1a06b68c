internal import BoundedCrop
internal import BoundedCropLoading
internal import Logging

extension ServiceConfiguration {
    /// A part of the folder of the disk cache; nil for no disk cache.
    func storage(_ part: String) -> DiskStorage? {
        cacheFolder.map { DiskStorage(folder: "\($0)/\(part)", byteLimit: diskCacheBytes) }
    }

    /// How pictures are loaded from the web.
    func loading(metrics: PrometheusMetrics, logger: Logger) -> ImageLoader.Configuration {
        var loading = ImageLoader.Configuration(storage: storage("originals"))
        loading.policy = policy
        loading.policy.schemes = ["http", "https"]
        loading.decoding = decoding
        loading.memoryCache = nil
        loading.logger = logger
        loading.metrics = metrics
        loading.concurrentLoads = 16
        return loading
    }
}
