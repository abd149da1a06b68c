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

    private struct Entry {
        let picture: PixelBuffer
        let byteCount: Int
        var lastUse: UInt64
    }

    private struct State {
        var entries: [EffectCacheKey: Entry] = [:]
        var byteCount = 0
        var clock: UInt64 = 0
        var counts = Counts()

        mutating func remove(_ key: EffectCacheKey) -> Bool {
            guard let entry = entries.removeValue(forKey: key) else { return false }
            byteCount -= entry.byteCount
            return true
        }
    }

    /// The most finished pictures that are kept.
    public let countLimit: Int
    /// The most bytes of pixels and keys that are kept.
    public let byteLimit: Int
    private let state = Mutex(State())

    /// An empty cache. A limit of 0 or less keeps nothing.
    /// - Parameters:
    ///   - countLimit: 100 by default.
    ///   - byteLimit: 64 MB by default.
    ///   - clearsUnderMemoryPressure: whether the system's word that memory is short empties it.
    public convenience init(countLimit: Int = 100, byteLimit: Int = 64_000_000, clearsUnderMemoryPressure: Bool = true) {
        self.init(countLimit: countLimit, byteLimit: byteLimit, pressure: clearsUnderMemoryPressure ? .shared : nil)
    }

    package init(countLimit: Int, byteLimit: Int, pressure: MemoryPressureMonitor?) {
        self.countLimit = countLimit
        self.byteLimit = byteLimit
        pressure?.addObserver { [weak self] in
            self?.clear()
            return self != nil
        }
    }

    /// Hits, misses and evictions so far. `clear()` does not set them back.
    public var counts: Counts { state.withLock { $0.counts } }
    /// How many finished pictures there are.
    public var count: Int { state.withLock { $0.entries.count } }
    /// How many bytes they and their keys take, about.
    public var byteCount: Int { state.withLock { $0.byteCount } }

    /// Forgets everything but the counts.
    public func clear() {
        state.withLock { state in
            state.entries = [:]
            state.byteCount = 0
        }
    }

    /// The finished picture, if it is there; counts as a use of it, and as a hit or a miss.
    public func picture(for key: EffectCacheKey) -> PixelBuffer? {
        state.withLock { state in
            guard let picture = state.entries[key]?.picture else {
                state.counts.misses += 1
                return nil
            }
            state.counts.hits += 1
            state.clock += 1
            state.entries[key]?.lastUse = state.clock
            return picture
        }
    }

    /// Keeps a finished picture in place of what was kept under its key. One larger than the whole cache is not kept, and pushes nothing out.
    public func insert(_ picture: PixelBuffer, for key: EffectCacheKey) {
        let byteCount = picture.bytes.count + key.byteCount
        state.withLock { state in
            _ = state.remove(key)
            guard countLimit > 0, byteCount <= byteLimit else { return }
            state.clock += 1
            state.entries[key] = Entry(picture: picture, byteCount: byteCount, lastUse: state.clock)
            state.byteCount += byteCount
            while state.byteCount > byteLimit || state.entries.count > countLimit,
                let oldest = state.entries.min(by: { $0.value.lastUse < $1.value.lastUse })?.key
            {
                if state.remove(oldest) { state.counts.evictions += 1 }
            }
        }
    }
}
