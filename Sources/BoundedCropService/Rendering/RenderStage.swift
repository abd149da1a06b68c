internal import BoundedCrop

/// A part of the work on one picture, for measuring.
public enum RenderStage: String, Hashable, Sendable, CaseIterable {
    /// Looking for the border to cut off.
    case trim
    /// Looking for features, and deciding where to crop.
    case plan
    /// Decoding what is shown.
    case decode
    /// All that changes pixels.
    case effects
    /// Writing the file.
    case encode
}

/// Runs stages one after the other, as long as the work is wanted, and tells how long each took.
struct StageRunner {
    let cancellation: Cancellation
    let onStage: (RenderStage, Duration) -> Void

    /// Throws `CancellationError` once the work is no longer wanted, and what the stage throws.
    func run<Result>(_ stage: RenderStage, _ work: () throws -> Result) throws -> Result {
        try cancellation.check()
        let start = ContinuousClock.now
        let result = try work()
        onStage(stage, ContinuousClock.now - start)
        return result
    }
}
