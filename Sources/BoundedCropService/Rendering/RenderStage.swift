internal import BoundedCrop
internal import BoundedCropLoading

/// A stage of rendering a picture, for measurements.
package enum RenderStage: String, Hashable, Sendable, CaseIterable {
    /// Finding the border to trim.
    case trim
    /// Detecting features, which is a part of the next stage; in an animation, decoding its frames too.
    case detect
    /// Detecting features, and deciding where to crop.
    case plan
    /// Decoding the visible part.
    case decode
    /// Changing pixels.
    case effects
    /// Encoding the file, and making its placeholder.
    case encode
}

/// Runs stages one after the other, unless the work is cancelled, each in a span, and reports how long each took.
struct StageRunner {
    let cancellation: Cancellation
    var tracer: StageTracer
    let onStage: (RenderStage, Duration) -> Void

    /// Throws `CancellationError` once the work is cancelled, and what the stage throws.
    func run<Result>(_ stage: RenderStage, _ work: () throws -> Result) throws -> Result {
        try cancellation.check()
        let start = ContinuousClock.now
        let result = try tracer.perform("boundedcrop.\(stage.rawValue)") { try work() }
        onStage(stage, ContinuousClock.now - start)
        return result
    }

    /// The same for stages that are repeated for every frame, in one span for all of them.
    func runFrames<Result>(_ work: (StageRunner) throws -> Result) throws -> Result {
        var stages = self
        stages.tracer = .none
        return try tracer.perform("boundedcrop.frames") { try work(stages) }
    }
}
