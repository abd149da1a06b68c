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
    /// Throws `invalidArgument` for parameters that make no sense, and what else the effect says.
    func apply(to image: inout PixelBuffer) throws
}

extension PixelBuffer {
    /// This picture with effects applied, one after the other.
    ///
    /// Throws what the effects throw.
    public func applying(_ effects: [any ImageEffect]) throws -> PixelBuffer {
        var image = self
        for effect in effects { try effect.apply(to: &image) }
        return image
    }
}
