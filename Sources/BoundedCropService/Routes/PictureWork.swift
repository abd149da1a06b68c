internal import BoundedCrop
internal import BoundedCropLoading
internal import Logging

/// What the routes that answer with pictures share: where pictures come from, where results are, and the gates before the work.
final class PictureWork: Sendable {
    let configuration: ServiceConfiguration
    let renderer: ImageRenderer
    let finder: PictureFinder
    let results: ResultStore
    let admission: Admission
    let memory: MemoryBudget
    let workers: WorkerPool
    let metrics: ServiceMetrics
    let logger: Logger

    init(_ configuration: ServiceConfiguration, finder: PictureFinder, results: ResultStore, metrics: ServiceMetrics, logger: Logger) {
        self.configuration = configuration
        self.finder = finder
        self.results = results
        self.metrics = metrics
        self.logger = logger
        renderer = ImageRenderer(detector: configuration.detector, settings: configuration.rendering)
        workers = WorkerPool(threadCount: configuration.workers, queueLimit: configuration.queueLimit)
        admission = Admission(limit: workers.threadCount + configuration.queueLimit, clientLimit: configuration.clientLimit)
        memory = MemoryBudget(byteLimit: configuration.pixelMemoryBytes)
        metrics.registry.read("boundedcrop_requests_inside") { [admission] in Double(admission.insideCount) }
        metrics.registry.read("boundedcrop_queue_waiting") { [workers] in Double(workers.waitingCount) }
        metrics.registry.read("boundedcrop_pixel_memory_bytes") { [memory] in Double(memory.usedBytes) }
        metrics.registry.read("boundedcrop_memory_cache_bytes") { [results] in Double(results.memoryByteCount) }
    }

    /// Works on a picture on a worker thread, when there is memory for it and its turn has come.
    func run<Result: Sendable>(
        on source: ImageSource,
        _ work: @escaping @Sendable (Cancellation) throws -> Result
    ) async throws -> Result {
        // At worst the whole picture is decoded, at four bytes a pixel.
        try await memory.run(byteCount: source.size.width * source.size.height * 4) {
            try await workers.run(work)
        }
    }
}
