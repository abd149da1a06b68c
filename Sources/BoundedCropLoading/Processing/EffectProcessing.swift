public import BoundedCrop
public import BoundedCropEffects

/// A processor that applies an effect to the pixels.
public struct EffectProcessing: ImageProcessor {
    /// The effect to apply.
    public var effect: any ImageEffect

    /// Creates a processor that applies an effect.
    public init(_ effect: any ImageEffect) {
        self.effect = effect
    }

    /// The effect's own key.
    public var cacheKey: String { "effect(\(effect.cacheKey))" }

    /// Returns the picture with the effect applied.
    /// - Throws: What the effect throws.
    public func process(_ picture: any Picture, _ cancellation: Cancellation) throws -> PixelBuffer {
        var pixels = try picture as? PixelBuffer ?? Downsampling(longSide: .max).process(picture, cancellation)
        try cancellation.check()
        try effect.apply(to: &pixels)
        return pixels
    }
}

extension ImageProcessor where Self == EffectProcessing {
    /// Applies an effect.
    public static func effect(_ effect: any ImageEffect) -> EffectProcessing { EffectProcessing(effect) }
}
