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
    /// Requests whose bodies are on their way, before they come to the admission to work.
    let arrivals: Admission
    let memory: MemoryBudget
    let bodyMemory: BodyMemory
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
        // Nice: with all cores at work on pictures, what is cached is still answered in a few milliseconds.
        workers = WorkerPool(threadCount: configuration.workers, queueLimit: configuration.queueLimit, niceness: 5)
        admission = Admission(limit: workers.threadCount + configuration.queueLimit, clientLimit: configuration.clientLimit)
        arrivals = Admission(limit: admission.limit, clientLimit: configuration.clientLimit)
        memory = MemoryBudget(byteLimit: configuration.pixelMemoryBytes)
        bodyMemory = BodyMemory(byteLimit: configuration.pixelMemoryBytes)
        metrics.registry.read("boundedcrop_requests_inside") { [admission] in Double(admission.insideCount) }
        metrics.registry.read("boundedcrop_bodies_arriving") { [arrivals] in Double(arrivals.insideCount) }
        metrics.registry.read("boundedcrop_body_memory_bytes") { [bodyMemory] in Double(bodyMemory.usedBytes) }
        metrics.registry.read("boundedcrop_queue_waiting") { [workers] in Double(workers.waitingCount) }
        metrics.registry.read("boundedcrop_pixel_memory_bytes") { [memory] in Double(memory.usedBytes) }
        metrics.registry.read("boundedcrop_memory_cache_bytes") { [results] in Double(results.memoryByteCount) }
    }

    /// Works on a picture on a worker thread, when there is memory for it and its turn has come.
    func run<Result: Sendable>(
        on source: ImageSource,
        _ work: @escaping @Sendable (Cancellation) throws -> Result
    ) async throws -> Result {
        let start = ContinuousClock.now
        // At worst the whole picture is decoded, at four bytes a pixel.
        return try await memory.run(byteCount: source.size.area * 4) {
            try await workers.run { [metrics] cancellation in
                metrics.stage("queue", ContinuousClock.now - start)
                return try work(cancellation)
            }
        }
    }
}
