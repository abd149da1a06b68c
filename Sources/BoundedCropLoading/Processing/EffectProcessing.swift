public import BoundedCrop
public import BoundedCropEffects

/// Applies an effect to the pixels.
public struct EffectProcessing: ImageProcessor {
    /// What is done.
    public var effect: any ImageEffect

    /// A step that applies an effect.
    public init(_ effect: any ImageEffect) {
        self.effect = effect
    }

    /// The effect's own key.
    public var cacheKey: String { "effect(\(effect.cacheKey))" }

    /// The picture with the effect. Throws what the effect throws.
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
