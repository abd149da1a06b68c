internal import BoundedCrop
internal import BoundedCropEffects
internal import Synchronization

/// One rendering of an effects view with everything it needs to run on any thread.
struct EffectsRendering: Sendable {
    struct Result: Sendable {
        let picture: PixelBuffer
        let key: EffectCacheKey
        let isFromCache: Bool
    }

    let pipeline: EffectsPipeline
    let cache: EffectCache
    /// The caller's own key of the result.
    let customKey: String?
    /// The name of the picture; nil if its content is its name.
    var name: String?
    /// The settings, as a part of the key.
    let settings: String

    /// The key of the result; nil for a picture that has no name and is not there. Naming a picture by its content takes time once.
    func key(for original: EffectsOriginal?) -> String? {
        customKey ?? (name ?? original?.contentName).map { "\($0)|\(settings)" }
    }

    /// The finished picture if it is in the cache and its key is known without reading all pixels.
    func cachedPicture(for original: EffectsOriginal?) -> PixelBuffer? {
        guard customKey != nil || name != nil || original?.hasContentName == true, let key = key(for: original) else { return nil }
        return cache.picture(for: EffectCacheKey(named: key, applying: []))
    }

    /// Returns the finished picture from the cache or renders it. It is not stored yet, because it may no longer be wanted.
    func run(_ original: EffectsOriginal, _ cancellation: Cancellation) throws -> Result {
        let key = EffectCacheKey(named: key(for: original) ?? "", applying: [])
        if let finished = cache.picture(for: key) { return Result(picture: finished, key: key, isFromCache: true) }
        let picture = try pipeline.effects.reduce(original.pixels) { picture, effect in
            try cancellation.check()
            return try picture.applying([effect], scale: original.pixelsPerPoint)
        }
        return Result(picture: picture, key: key, isFromCache: false)
    }
}

/// Unique numbers, used to name things that cannot be compared.
enum SerialNumber {
    private static let last = Atomic<UInt64>(0)

    static func next() -> UInt64 { last.wrappingAdd(1, ordering: .relaxed).newValue }
}
