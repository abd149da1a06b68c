public import BoundedCrop

/// Something that is done to a picture: a value, so that lists of effects can be kept, compared by key and applied from any thread.
///
///     let effects: [any ImageEffect] = [.cornerRadius(12), .shadow(.black, offset: Offset(x: 0, y: 4), blur: 8)]
///     let finished = try picture.applying(effects)
///
/// All lengths are pixels of the picture that the effect is applied to.
public protocol ImageEffect: Sendable {
    /// Names the effect with all its parameters: effects that may give different pixels have different keys.
    var cacheKey: String { get }

    /// Changes the picture, and maybe its size.
    ///
    /// Throws `invalidArgument` for parameters that make no sense, `CancellationError` once the work that the thread performs is no longer
    /// wanted (`Cancellation.checkCurrent()`, for effects that take long), and what else the effect says. A cancelled effect may leave the
    /// picture changed in part.
    func apply(to image: inout PixelBuffer) throws

    /// What the effect will take on a picture of this size, and how large that becomes: asked before any work, so that what is too much can
    /// be refused, and answered for all parameters, possible or not.
    ///
    /// By default the picture's own size and one more picture beside the changed one. Effects that may take more have to say so.
    func footprint(on size: PixelSize) -> EffectFootprint

    /// The same effect with all its lengths multiplied: from points to the pixels of a picture that has `scale` pixels a point.
    ///
    /// By default the effect itself, which suits effects that have no lengths.
    func scaled(by scale: Double) -> any ImageEffect
}

extension ImageEffect {
    /// The picture's own size, and one more picture beside the changed one.
    public func footprint(on size: PixelSize) -> EffectFootprint { .inPlace(size, layers: 1) }

    /// The effect itself: it has no lengths to multiply.
    public func scaled(by scale: Double) -> any ImageEffect { self }
}

extension PixelBuffer {
    /// This picture with effects applied, one after the other.
    ///
    /// Throws what the effects throw, `invalidArgument` for a scale that is not a number above 0, and `CancellationError`.
    /// - Parameter scale: pixels a point, when the effects' lengths are meant in points (see `ImageScale`).
    public func applying(_ effects: [any ImageEffect], scale: Double = 1) throws -> PixelBuffer {
        guard scale > 0, scale.isFinite else { throw BoundedCropError(.invalidArgument, "a scale of \(scale) is not a number above 0") }
        var image = self
        for effect in effects {
            try Cancellation.checkCurrent()
            try (scale == 1 ? effect : effect.scaled(by: scale)).apply(to: &image)
        }
        return image
    }
}
