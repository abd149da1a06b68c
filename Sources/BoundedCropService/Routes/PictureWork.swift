internal import BoundedCrop
internal import BoundedCropLoading
internal import Logging

/// What the routes with pictures share: picture sources, stored results, and the gates before the work.
final class PictureWork: Sendable {
    let configuration: ServiceConfiguration
    let renderer: ImageRenderer
    let finder: PictureFinder
    let results: ResultStore
    /// Requests for which pictures are made.
    let admission: Admission
    /// Requests that wait for pictures from the web, kept separate so that a silent server does not block the work.
    let fetches: Admission
    /// The answers that are cached or being sent to clients.
    let answers: AnswerMemory
    /// Requests whose bodies are arriving, before they are admitted to work.
    let arrivals: Admission
    /// The memory for making answers, as estimated by their costs.
    let memory: AdmissionGate<WeightLimit>
    let bodyMemory: BodyMemory
    let workers: WorkerPool
    private let relief: MemoryRelief
    let metrics: ServiceMetrics
    let logger: Logger

    /// Lets the service answer from its caches within a few milliseconds while all cores work on pictures.
    static let niceness = 5

    init(_ configuration: ServiceConfiguration, finder: PictureFinder, results: ResultStore, metrics: ServiceMetrics, logger: Logger) {
        self.configuration = configuration
        self.finder = finder
        self.results = results
        self.metrics = metrics
        self.logger = logger
        renderer = ImageRenderer(detector: configuration.detector, settings: configuration.rendering)
        workers = WorkerPool(threadCount: configuration.workers, queueLimit: configuration.queueLimit, niceness: Self.niceness)
        admission = Admission(limit: workers.threadCount + configuration.queueLimit, clientLimit: configuration.clientLimit)
        memory = AdmissionGate(WeightLimit(total: configuration.pixelMemoryBytes))
        relief = MemoryRelief { [memory] in
            memory.read(\.used) == 0
        } trim: { [workers] in
            // A full queue means that there is no pause; the next piece of work schedules it again.
            try? await workers.run { _ in MemoryRelief.trimProcess() }
        }
        fetches = Admission(limit: admission.limit, clientLimit: configuration.clientLimit)
        arrivals = Admission(limit: admission.limit, clientLimit: configuration.clientLimit)
        answers = results.answers
        bodyMemory = BodyMemory(byteLimit: configuration.pixelMemoryBytes)
        metrics.registry.read("boundedcrop_requests_inside") { [admission] in Double(admission.insideCount) }
        metrics.registry.read("boundedcrop_requests_fetching") { [fetches] in Double(fetches.insideCount) }
        metrics.registry.read("boundedcrop_answer_memory_bytes") { [answers] in Double(answers.byteCount) }
        metrics.registry.read("boundedcrop_bodies_arriving") { [arrivals] in Double(arrivals.insideCount) }
        metrics.registry.read("boundedcrop_body_memory_bytes") { [bodyMemory] in Double(bodyMemory.usedBytes) }
        metrics.registry.read("boundedcrop_queue_waiting") { [workers] in Double(workers.waitingCount) }
        metrics.registry.read("boundedcrop_pixel_memory_bytes") { [memory] in Double(memory.read(\.used)) }
        metrics.registry.read("boundedcrop_memory_cache_bytes") { [results] in Double(results.memoryByteCount) }
    }

    /// Runs work on a picture on a worker thread, once there is memory and a free worker.
    ///
    /// Besides what the work throws, it throws `limitExceeded` for a cost above the whole budget, and `queueFull` while too many bytes wait
    /// to be sent.
    func run<Result: Sendable>(
        _ cost: RequestCost,
        _ work: @escaping @Sendable (Cancellation) throws -> Result
    ) async throws -> Result {
        try cost.check(against: memory.read(\.total))
        try answers.check()
        let start = ContinuousClock.now
        defer { relief.workEnded() }
        return try await memory.run(cost.byteCount) {
            try await workers.run { [metrics] cancellation in
                metrics.stage("queue", ContinuousClock.now - start)
                return try work(cancellation)
            }
        }
    }
}
