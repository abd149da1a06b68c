public import BoundedCrop

extension PixelBuffer {
    /// Returns this picture with effects applied, from the cache if present; otherwise the result is stored in it.
    ///
    /// Equal calls at the same time may each do the work.
    ///
    /// - Parameters:
    ///   - effects: The effects, in the order in which they are applied.
    ///   - cache: Where finished pictures are looked up and stored.
    ///   - name: The picture's name for the cache, which must change when the picture does. With nil, the pixels are hashed, which takes
    ///     the time to read them all.
    /// - Throws: What the effects throw; nothing is stored then.
    public func applying(_ effects: [any ImageEffect], cache: EffectCache, named name: String? = nil) throws -> PixelBuffer {
        let key = name.map { EffectCacheKey(named: $0, applying: effects) } ?? EffectCacheKey(self, applying: effects)
        if let finished = cache.picture(for: key) { return finished }
        let finished = try applying(effects)
        cache.insert(finished, for: key)
        return finished
    }
}
