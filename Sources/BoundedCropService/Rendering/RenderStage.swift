internal import BoundedCrop

/// A stage of rendering a picture, for measurements.
package enum RenderStage: String, Hashable, Sendable, CaseIterable {
    /// Finding the border to trim.
    case trim
    /// Detecting features, and deciding where to crop.
    case plan
    /// Decoding the visible part.
    case decode
    /// Changing pixels.
    case effects
    /// Encoding the file.
    case encode
}

/// Runs stages one after the other, unless the work is cancelled, and reports how long each took.
struct StageRunner {
    let cancellation: Cancellation
    let onStage: (RenderStage, Duration) -> Void

    /// Throws `CancellationError` once the work is cancelled, and what the stage throws.
    func run<Result>(_ stage: RenderStage, _ work: () throws -> Result) throws -> Result {
        try cancellation.check()
        let start = ContinuousClock.now
        let result = try work()
        onStage(stage, ContinuousClock.now - start)
        return result
    }
}
