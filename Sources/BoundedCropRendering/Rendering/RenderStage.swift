package import BoundedCrop

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

/// Records stages of work, such as in spans.
package protocol StageRecorder: Sendable {
    /// Runs a stage.
    func record<Result>(_ name: String, _ stage: () throws -> Result) rethrows -> Result
}

/// Records nothing.
private struct NoRecorder: StageRecorder {
    func record<Result>(_ name: String, _ stage: () throws -> Result) rethrows -> Result { try stage() }
}

/// Runs stages one after the other, unless the work is cancelled, each recorded, and reports how long each took.
package struct StageRunner {
    let cancellation: Cancellation
    private var recorder: any StageRecorder
    private let onStage: (RenderStage, Duration) -> Void

    /// - Parameters:
    ///   - cancellation: Checked between the stages and within them.
    ///   - recorder: Records each stage.
    ///   - onStage: Called with the duration of each stage, on the rendering thread.
    package init(
        cancellation: Cancellation = Cancellation(),
        recorder: (any StageRecorder)? = nil,
        onStage: @escaping (RenderStage, Duration) -> Void = { _, _ in }
    ) {
        (self.cancellation, self.recorder, self.onStage) = (cancellation, recorder ?? NoRecorder(), onStage)
    }

    /// Throws `CancellationError` once the work is cancelled, and what the stage throws.
    package func run<Result>(_ stage: RenderStage, _ work: () throws -> Result) throws -> Result {
        try cancellation.check()
        let start = ContinuousClock.now
        let result = try recorder.record("boundedcrop.\(stage.rawValue)") { try work() }
        onStage(stage, ContinuousClock.now - start)
        return result
    }

    /// The same for stages that are repeated for every frame, recorded as one.
    func runFrames<Result>(_ work: (StageRunner) throws -> Result) throws -> Result {
        var stages = self
        stages.recorder = NoRecorder()
        return try recorder.record("boundedcrop.frames") { try work(stages) }
    }
}
