internal import BoundedCrop
internal import BoundedCropLoading
internal import BoundedCropRendering
internal import Synchronization
internal import Tracing

/// The threads that work on pictures, and what a request needs before it gets one: a place among the requests in progress, and memory.
final class PictureWorkers: Sendable {
    /// Requests for which pictures are made.
    let admission: Admission
    /// The threads and the memory for making answers, as estimated by their costs.
    let room: AdmissionGate<PictureRoom>
    let threads: WorkerPool
    private let estimate = RetryEstimate()
    private let deadline: Duration
    private let maximumWork: Int
    private let relief: MemoryRelief
    private let answers: AnswerMemory
    private let metrics: ServiceMetrics

    /// Lets the service answer from its caches within a few milliseconds while all cores work on pictures.
    static let niceness = 5

    /// - Parameter answers: The answers that are cached or being sent to clients.
    init(_ configuration: ServiceConfiguration, answers: AnswerMemory, metrics: ServiceMetrics) {
        self.answers = answers
        self.metrics = metrics
        deadline = configuration.deadline
        maximumWork = configuration.maximumWork
        threads = WorkerPool(threadCount: configuration.workers, queueLimit: configuration.queueLimit, niceness: Self.niceness)
        admission = Admission(limit: threads.threadCount + configuration.queueLimit, clientLimit: configuration.clientLimit)
        room = AdmissionGate(PictureRoom(threads: threads.threadCount, bytes: configuration.pixelMemoryBytes))
        relief = MemoryRelief { [room] in
            room.read(\.memory.used) == 0
        } trim: { [threads] in
            // A full queue means that there is no pause; the next piece of work schedules it again.
            try? await threads.run { _ in MemoryRelief.trimProcess() }
        }
        metrics.registry.read("boundedcrop_requests_inside") { [admission] in Double(admission.insideCount) }
        metrics.registry.read("boundedcrop_queue_waiting") { [room, threads] in Double(room.waitingCount + threads.waitingCount) }
        metrics.registry.read("boundedcrop_pixel_memory_bytes") { [room] in Double(room.read(\.memory.used)) }
    }

    /// The seconds after which a request that is refused now is likely to be answered: see `RetryEstimate`.
    var retrySeconds: Int {
        estimate.seconds(inside: admission.insideCount, workers: threads.threadCount, deadline: deadline)
    }

    /// Throws `queueFull` while too many bytes wait to be sent.
    func checkAnswers() throws { try answers.check() }

    /// An answer that nothing keeps but the connection that it is sent on, counted among those that wait for slow clients.
    func counting(_ answer: Answer) -> Answer {
        var answer = answer
        answer.body = answer.body.counted(by: answers)
        return answer
    }

    /// Runs work on a picture on a worker thread, once there is memory and a free worker.
    ///
    /// Besides what the work throws, it throws `limitExceeded` for a cost above the whole budget, and `queueFull` while too many bytes wait
    /// to be sent.
    func run<Result: Sendable>(
        _ cost: RequestCost,
        _ stages: RequestStages,
        _ work: @escaping @Sendable (Cancellation) throws -> Result
    ) async throws -> Result {
        try cost.check(against: room.read(\.memory.total))
        try cost.checkWork(against: maximumWork)
        try answers.check()
        let start = ContinuousClock.now
        defer { relief.workEnded() }
        let waiting = stages.tracer.start("boundedcrop.queue")
        let context = StageTracer.Context.current
        do {
            return try await room.run(PictureRoom.Need(cost)) {
                try await threads.run { [metrics, estimate] cancellation in
                    waiting.end()
                    let begin = ContinuousClock.now
                    defer { estimate.took(ContinuousClock.now - begin) }
                    let duration = begin - start
                    metrics.stage("queue", duration)
                    stages.times.add(duration, to: .queue)
                    // Threads have no context of their own.
                    return try StageTracer.Context.withValue(context) { try stages.rendering { try work(cancellation) } }
                }
            }
        } catch {
            waiting.end(error)
            throw error
        }
    }
}

/// Estimates when a refused request would be answered, from how long recent pictures took.
final class RetryEstimate: Sendable {
    /// The share of the newest picture in the mean.
    private static let weight = 0.125

    /// The mean of recent pictures' seconds; nil before the first one.
    private let mean = Mutex<Double?>(nil)

    func took(_ duration: Duration) {
        let seconds = max(0, duration.seconds)
        mean.withLock { mean in mean = mean.map { $0 + (seconds - $0) * Self.weight } ?? seconds }
    }

    /// The whole seconds, at least 1, after which all requests that are in progress now have been answered.
    ///
    /// - Parameters:
    ///   - inside: The number of those requests.
    ///   - workers: The number of pictures made at once.
    ///   - deadline: How long a request may take, which is the longest estimate.
    func seconds(inside: Int, workers: Int, deadline: Duration) -> Int {
        let needed = Double(inside) / Double(max(1, workers)) * (mean.withLock { $0 } ?? 0)
        return Int(min(needed, deadline.seconds), within: 1...86_400, rounded: .up)
    }
}
