public import BoundedCrop
internal import Synchronization

/// Finished pictures, so that the same effects on the same picture are worked out once. Bounded in number and bytes; what was used least
/// recently goes first, and everything goes when the system says that memory is short (Linux PSI).
public final class EffectCache: Sendable {
    /// What has been counted since the cache was made.
    public struct Counts: Hashable, Sendable {
        /// Times that the finished picture was there.
        public var hits = 0
        /// Times that it was not.
        public var misses = 0
        /// Entries that had to go to make room.
        public var evictions = 0
    }

    private struct State {
        var pictures: LeastRecentlyUsed<EffectCacheKey, PixelBuffer>
        var hits = 0
        var misses = 0
    }

    /// The most finished pictures that are kept.
    public let countLimit: Int
    /// The most bytes of pixels and keys that are kept.
    public let byteLimit: Int
    private let pressure: MemoryPressureMonitor?
    private let state: Mutex<State>

    /// An empty cache. A limit of 0 or less keeps nothing.
    /// - Parameters:
    ///   - countLimit: 100 by default.
    ///   - byteLimit: 64 MB by default.
    ///   - clearsUnderMemoryPressure: whether the system's word that memory is short empties it.
    public convenience init(countLimit: Int = 100, byteLimit: Int = 64_000_000, clearsUnderMemoryPressure: Bool = true) {
        self.init(countLimit: countLimit, byteLimit: byteLimit, pressure: clearsUnderMemoryPressure ? .shared : nil)
    }

    package init(countLimit: Int, byteLimit: Int, pressure: MemoryPressureMonitor?) {
        self.pressure = pressure
        self.countLimit = countLimit
        self.byteLimit = byteLimit
        state = Mutex(State(pictures: LeastRecentlyUsed(countLimit: countLimit, costLimit: byteLimit)))
        pressure?.addObserver { [weak self] in
            self?.clear()
            return self != nil
        }
    }

    /// Hits, misses and evictions so far. `clear()` does not set them back.
    public var counts: Counts {
        state.withLock { Counts(hits: $0.hits, misses: $0.misses, evictions: $0.pictures.evictions) }
    }
    /// How many finished pictures there are.
    public var count: Int { state.withLock { $0.pictures.count } }
    /// How many bytes they and their keys take, about.
    public var byteCount: Int { state.withLock { $0.pictures.cost } }

    /// Forgets everything but the counts.
    public func clear() {
        state.withLock { $0.pictures.removeAll() }
    }

    /// The finished picture, if it is there; counts as a use of it, and as a hit or a miss.
    public func picture(for key: EffectCacheKey) -> PixelBuffer? {
        state.withLock { state in
            let picture = state.pictures.use(key)
            if picture == nil { state.misses += 1 } else { state.hits += 1 }
            return picture
        }
    }

    /// Keeps a finished picture in place of what was kept under its key. One larger than the whole cache is not kept, and pushes nothing out.
    public func insert(_ picture: PixelBuffer, for key: EffectCacheKey) {
        pressure?.start()
        state.withLock { $0.pictures.insert(picture, for: key, cost: picture.bytes.count + key.byteCount) }
    }
}
