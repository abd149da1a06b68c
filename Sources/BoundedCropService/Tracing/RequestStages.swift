internal import BoundedCrop
internal import BoundedCropLoading
internal import BoundedCropRendering

/// Follows the work on a request: each stage is a span, and its time counts for a part of the request.
struct RequestStages: Sendable {
    let tracer: StageTracer
    let times = RequestTimes()

    /// Runs a stage in a span.
    func run<Result>(_ name: String, _ part: RequestTimes.Part, _ stage: () async throws -> Result) async rethrows -> Result {
        try await timed(part) { try await tracer.run(name) { _ in try await stage() } }
    }

    /// Takes the time of a stage, also if it fails.
    func timed<Result>(_ part: RequestTimes.Part, _ stage: () async throws -> Result) async rethrows -> Result {
        let start = ContinuousClock.now
        defer { times.add(ContinuousClock.now - start, to: part) }
        return try await stage()
    }

    /// Runs a worker's part of the work. What detection takes of it is counted apart: see `observe`.
    func rendering<Result>(_ work: () throws -> Result) rethrows -> Result {
        let start = ContinuousClock.now
        defer { times.add(ContinuousClock.now - start, to: .render) }
        return try work()
    }

    /// Runs the stages of rendering.
    func runner(_ cancellation: Cancellation, _ metrics: ServiceMetrics) -> StageRunner {
        StageRunner(cancellation: cancellation, recorder: tracer, onStage: observe(metrics))
    }

    /// Counts the stages of rendering, for the metrics too.
    private func observe(_ metrics: ServiceMetrics) -> (RenderStage, Duration) -> Void {
        { stage, duration in
            metrics.stage(stage.rawValue, duration)
            guard stage == .detect else { return }
            times.add(duration, to: .detect)
            times.add(.zero - duration, to: .render)
        }
    }
}

extension StageTracer: StageRecorder {
    package func record<Result>(_ name: String, _ stage: () throws -> Result) rethrows -> Result { try perform(name) { try stage() } }
}
