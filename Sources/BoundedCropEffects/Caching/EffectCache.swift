public import BoundedCrop
internal import Synchronization

/// A cache of finished pictures, so that the same effects on the same picture are computed once.
///
/// It is bounded by count and bytes. The least recently used entry is evicted first, and the cache is emptied when memory is
/// short.
public final class EffectCache: Sendable {
    /// The events counted since the cache was created.
    package struct Counts: Hashable, Sendable {
        /// Cache hits.
        package var hits = 0
        /// Cache misses.
        package var misses = 0
        /// Entries evicted to make room.
        package var evictions = 0
    }

    private struct State {
        var pictures: LeastRecentlyUsed<EffectCacheKey, PixelBuffer>
        var hits = 0
        var misses = 0
    }

    /// The maximum number of finished pictures. Lowering it evicts the least recently used ones.
    public var countLimit: Int {
        get { state.withLock { $0.pictures.countLimit } }
        set { state.withLock { $0.pictures.countLimit = newValue } }
    }
    /// The maximum number of bytes of pixels and keys. Lowering it evicts the least recently used ones.
    public var byteLimit: Int {
        get { state.withLock { $0.pictures.costLimit } }
        set { state.withLock { $0.pictures.costLimit = newValue } }
    }
    private let pressure: MemoryPressureMonitor?
    private let state: Mutex<State>

    /// Creates an empty cache. A limit of 0 or less keeps nothing.
    ///
    /// - Parameters:
    ///   - countLimit: The maximum number of finished pictures.
    ///   - byteLimit: The maximum number of bytes of pixels and keys; 64 MB by default.
    ///   - clearsUnderMemoryPressure: Whether the cache is emptied when the system reports memory pressure.
    public convenience init(countLimit: Int = 100, byteLimit: Int = 64_000_000, clearsUnderMemoryPressure: Bool = true) {
        self.init(countLimit: countLimit, byteLimit: byteLimit, pressure: clearsUnderMemoryPressure ? .shared : nil)
    }

    package init(countLimit: Int, byteLimit: Int, pressure: MemoryPressureMonitor?) {
        self.pressure = pressure
        state = Mutex(State(pictures: LeastRecentlyUsed(countLimit: countLimit, costLimit: byteLimit)))
        pressure?.addObserver(self) { $0.clear() }
    }

    /// Hits, misses and evictions so far. `clear()` does not reset them.
    package var counts: Counts {
        state.withLock { Counts(hits: $0.hits, misses: $0.misses, evictions: $0.pictures.evictions) }
    }
    /// The number of finished pictures.
    package var count: Int { state.withLock { $0.pictures.count } }
    /// The approximate number of bytes of the pictures and their keys.
    package var byteCount: Int { state.withLock { $0.pictures.cost } }

    /// Removes all pictures. The counts are kept.
    public func clear() {
        state.withLock { $0.pictures.removeAll() }
    }

    /// The finished picture for a key, or nil. A lookup counts as a use of the entry, and as a hit or a miss.
    package func picture(for key: EffectCacheKey) -> PixelBuffer? {
        state.withLock { state in
            let picture = state.pictures.use(key)
            if picture == nil { state.misses += 1 } else { state.hits += 1 }
            return picture
        }
    }

    /// Stores a finished picture, replacing the one under its key. A picture larger than the whole cache is not stored and evicts nothing.
    package func insert(_ picture: PixelBuffer, for key: EffectCacheKey) {
        pressure?.start()
        state.withLock { $0.pictures.insert(picture, for: key, cost: picture.bytes.count + key.byteCount) }
    }
}

/// Text for cache keys: two different lists of parts never give the same text, whatever the parts contain.
package enum EffectKey {
    /// A name and its parameters; each part follows its length in bytes, so that parts cannot be confused.
    package static func text(_ name: String, _ parts: [String]) -> String {
        "\(name)(\(lengthSafe(parts)))"
    }

    /// Joins texts so that they can be told apart.
    package static func lengthSafe(_ parts: [String]) -> String {
        parts.map { "\($0.utf8.count):\($0)" }.joined()
    }
}

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
