public import BoundedCrop

/// A change to a picture, as a value: effects can be kept in lists, compared by key and applied from any thread.
///
///     let effects: [any ImageEffect] = [.cornerRadius(12), .shadow(.black, offset: Offset(x: 0, y: 4), blur: 8)]
///     let finished = try picture.applying(effects)
///
/// All lengths are pixels of the picture that the effect is applied to.
public protocol ImageEffect: Sendable {
    /// Identifies the effect with all its parameters: effects that may give different pixels have different keys.
    var cacheKey: String { get }

    /// Changes the picture, and possibly its size.
    ///
    /// An effect that takes long should call `Cancellation.checkCurrent()` regularly. A cancelled effect may leave the picture partly
    /// changed.
    ///
    /// - Throws: `invalidArgument` for invalid parameters, `CancellationError` once the thread's work is cancelled, and the effect's own
    ///   errors.
    func apply(to image: inout PixelBuffer) throws

    /// The memory that the effect needs for a picture of this size, and the size of the result.
    ///
    /// It is called before any work, so that too large requests can be refused, and must return a value for all parameters, valid or not.
    /// By default, the picture's own size and one more picture besides the changed one. Effects that may need more must override it.
    func footprint(on size: PixelSize) -> EffectFootprint

    /// The same effect with all its lengths multiplied: from points to the pixels of a picture with `scale` pixels per point.
    ///
    /// By default the effect itself, which suits effects without lengths.
    func scaled(by scale: Double) -> any ImageEffect
}

extension ImageEffect {
    /// The picture's own size, and one more picture besides the changed one.
    public func footprint(on size: PixelSize) -> EffectFootprint { .inPlace(size, layers: 1) }

    /// The effect itself, since it has no lengths to multiply.
    public func scaled(by scale: Double) -> any ImageEffect { self }
}

extension PixelBuffer {
    /// Returns this picture with effects applied, one after the other.
    ///
    /// - Parameter scale: Pixels per point, when the effects' lengths are in points (see `ImageScale`).
    /// - Throws: What the effects throw, `invalidArgument` when the scale is not a number above 0, and `CancellationError`.
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
