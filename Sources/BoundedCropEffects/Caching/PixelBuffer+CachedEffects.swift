public import BoundedCrop

extension PixelBuffer {
    /// This picture with effects applied, from the cache where it is there, and kept in it otherwise.
    ///
    /// Equal calls at the same time may each do the work. Throws what the effects throw; then nothing is kept.
    /// - Parameter name: the picture's name for the cache, which has to change when the picture does; nil goes by the pixels, which takes
    ///   the time to read them all.
    public func applying(_ effects: [any ImageEffect], cache: EffectCache, named name: String? = nil) throws -> PixelBuffer {
        let key = name.map { EffectCacheKey(named: $0, applying: effects) } ?? EffectCacheKey(self, applying: effects)
        if let finished = cache.picture(for: key) { return finished }
        let finished = try applying(effects)
        cache.insert(finished, for: key)
        return finished
    }
}
