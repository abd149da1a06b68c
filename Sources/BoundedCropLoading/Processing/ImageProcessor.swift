public import BoundedCrop

/// A processing step between the encoded original and the finished picture.
///
/// Steps run on worker threads. Chains that begin with the same steps share the results of those steps.
public protocol ImageProcessor: Sendable {
    /// A key that names the step and all its parameters. Steps that may produce different pixels must have different keys.
    var cacheKey: String { get }

    /// Processes a picture.
    /// - Parameters:
    ///   - picture: For the first step, the encoded file (an `ImageSource`), of which the step should decode only what it needs; for later
    ///     steps, the pixels from the previous step.
    ///   - cancellation: Check it between long-running stages.
    /// - Returns: The picture after this step.
    /// - Throws: Any error; `CancellationError` once `cancellation` is cancelled.
    func process(_ picture: any Picture, _ cancellation: Cancellation) throws -> PixelBuffer
}
