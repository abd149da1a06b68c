public import BoundedCrop

/// A step between the bytes that come from a source and the picture that is shown.
///
/// Steps run on worker threads. What equal chains have in common is worked out once: their common beginning is shared.
public protocol ImageProcessor: Sendable {
    /// Names the step with all its parameters: steps that may give different pixels have different keys.
    var cacheKey: String { get }

    /// The picture after this step.
    ///
    /// Throws what it likes; `CancellationError` once `cancellation` says that the result is not wanted any more.
    /// - Parameters:
    ///   - picture: for the first step the encoded file (an `ImageSource`), of which only what is needed should be decoded; for the
    ///     others the pixels that the step before gave.
    ///   - cancellation: ask it between stages that take long.
    func process(_ picture: any Picture, _ cancellation: Cancellation) throws -> PixelBuffer
}
