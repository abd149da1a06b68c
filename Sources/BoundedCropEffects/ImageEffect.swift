public import BoundedCrop

/// A change to a picture, as a value: effects can be kept in lists, compared by key and applied from any thread.
///
///     let effects: [any ImageEffect] = [.cornerRadius(12), .shadow(.black, offset: Point(x: 0, y: 4), blur: 8)]
///     let finished = try picture.applying(effects)
///
/// All lengths are pixels of the picture that the effect is applied to.
///
/// Most effects change pixels. One that begins with a picture that may not be decoded yet, of which it needs only a part, says so in
/// `applied(to:)`, and can then apply itself to pixels by that:
///
///     func apply(to image: inout PixelBuffer) throws { image = try applied(to: image) }
///
/// Do that only beside an `applied(to: any Picture)` of its own: the default one calls `apply(to:)`.
public protocol ImageEffect: Sendable {
    /// Names the effect with all its parameters: effects that may give different pixels have different keys. An effect that can be written
    /// as text has that text for its key, as `EffectExpression` reads it; `redact` has more parameters than its text.
    var cacheKey: String { get }

    /// Finds invalid parameters before there is a picture.
    ///
    /// By default, there are none.
    ///
    /// - Throws: `invalidArgument` for parameters with which `apply(to:)` would throw it for every picture.
    func check() throws

    /// Changes the picture, and possibly its size.
    ///
    /// An effect that takes long should call `Cancellation.checkCurrent()` regularly. A cancelled effect may leave the picture partly
    /// changed.
    ///
    /// - Throws: `invalidArgument` for invalid parameters, `CancellationError` once the thread's work is cancelled, and the effect's own
    ///   errors.
    func apply(to image: inout PixelBuffer) throws

    /// The picture with the effect. The first of several effects gets the encoded file (an `ImageSource`), the others get pixels.
    ///
    /// By default, the whole picture is decoded and changed.
    ///
    /// - Throws: What `apply(to:)` throws, and `malformedImage` for a damaged file.
    func applied(to picture: any Picture) throws -> PixelBuffer

    /// The size of the result and the memory that the effect takes on a picture of this size.
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
    /// There are no parameters.
    public func check() throws {}

    /// All of the picture, changed.
    public func applied(to picture: any Picture) throws -> PixelBuffer {
        var pixels = try Downsampling(longSide: .max).applied(to: picture)
        try Cancellation.checkCurrent()
        try apply(to: &pixels)
        return pixels
    }

    /// The picture's own size, and one more picture beside the changed one.
    public func footprint(on size: PixelSize) -> EffectFootprint { .inPlace(size, layers: 1) }

    /// The effect itself, since it has no lengths to multiply.
    public func scaled(by scale: Double) -> any ImageEffect { self }
}

/// One of the effects that come with the library, as the factories of ``ImageEffect`` make them: `.circle`, `.blur(radius: 8)`.
public struct Effect: ImageEffect {
    /// What the factory made.
    package let made: any ImageEffect

    init(_ made: some ImageEffect) { self.made = made }

    /// The text of the effect, or a name with all its parameters.
    public var cacheKey: String { made.cacheKey }

    /// Throws `invalidArgument` for parameters out of their range.
    public func check() throws { try made.check() }

    /// Changes the picture. Throws `invalidArgument` for parameters out of their range, and `CancellationError`.
    public func apply(to image: inout PixelBuffer) throws { try made.apply(to: &image) }

    /// The picture with the effect, of which only what is needed is decoded. Throws what decoding and the effect throw.
    public func applied(to picture: any Picture) throws -> PixelBuffer { try made.applied(to: picture) }

    /// The size of the result and the memory that the effect takes.
    public func footprint(on size: PixelSize) -> EffectFootprint { made.footprint(on: size) }

    /// The same effect with all its lengths multiplied.
    public func scaled(by scale: Double) -> any ImageEffect { made.scaled(by: scale) }
}

extension ImageEffect {
    /// The effect without the wrapping of its factory, to ask which effect it is.
    package var made: any ImageEffect { (self as? Effect)?.made ?? self }
}

extension Picture {
    /// This picture with effects applied, one after the other. Of an encoded file the first effect decodes what it needs.
    ///
    /// Redactions that detect (``Redact``) come before all others: they search the whole picture as it is, and every part of it that is
    /// decoded has what they found covered. `crop(to:detector:)` still crops around covered faces if it is the first of the others.
    ///
    /// - Parameters:
    ///   - effects: The effects, in the order in which they are applied.
    ///   - scale: Pixels per point, when the effects' lengths are in points.
    /// - Throws: What the effects throw, `invalidArgument` when the scale is not a number above 0, and `CancellationError`.
    public func applying(_ effects: [any ImageEffect], scale: Double = 1) throws -> PixelBuffer {
        try applying(effects, scale: scale, frame: nil)
    }

    /// - Parameter frame: The number of the frame that this picture is, from 0; nil if it is one picture.
    func applying(_ effects: [any ImageEffect], scale: Double, frame: Int?) throws -> PixelBuffer {
        guard scale > 0, scale.isFinite else { throw BoundedCropError(.invalidArgument, "a scale of \(scale) is not a number above 0") }
        let all = scale == 1 ? effects : effects.map { $0.scaled(by: scale) }
        try Cancellation.checkCurrent()
        let places = try HiddenPlaces(of: all, in: self)
        let picture: any Picture = places.isEmpty ? self : CoveredPicture(picture: self, places: places, frame: frame)
        let effects = all.withoutDetectedRedactions
        let first: any ImageEffect = effects.first ?? Downsampling(longSide: .max)
        try Cancellation.checkCurrent()
        var image = try first.applied(to: picture)
        for effect in effects.dropFirst() {
            try Cancellation.checkCurrent()
            try effect.apply(to: &image)
        }
        return image
    }
}
