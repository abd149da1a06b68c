public import BoundedCrop
package import FoundationEssentials
internal import Synchronization

/// Decoded and processed pictures in memory, shared by a loader and the program that uses it.
///
/// The cache is bounded by count and bytes and evicts the least recently used picture first. Clearing, which also happens when memory is
/// short, drops only pictures that are not in use; a picture in use stays until it is released, so that it is never decoded twice.
public final class ImageMemoryCache: Sendable {
    /// Counts since the cache was created.
    package struct Counts: Hashable, Sendable {
        /// The number of cache hits.
        package var hits = 0
        /// The number of cache misses.
        package var misses = 0
        /// The number of pictures evicted to make room.
        package var evictions = 0
    }

    /// A picture from which another one is made, with the expiry and tag of its original.
    struct Intermediate: Sendable {
        var picture: PixelBuffer
        var expires: Date?
        var tag: String?
    }

    private struct Entry {
        let id: UInt64
        var picture: PixelBuffer
        var expires: Date?
        /// The tag of the original that the picture was made from (`ETag` or `Last-Modified`).
        let tag: String?
        weak var retention: Retention?
        /// Whether the entry is removed when the last copy handed out is released.
        var leavesOnRelease = false

        func isFresh(at now: Date) -> Bool { expires.map { now < $0 } ?? true }
    }

    private struct State {
        var entries: LeastRecentlyUsed<ImageCacheKey, Entry>
        var counts = Counts()
        var lastID: UInt64 = 0
    }

    /// The maximum number of pictures.
    package let countLimit: Int
    /// The maximum number of bytes of pixels.
    package let byteLimit: Int
    private let pressure: MemoryPressureMonitor?
    private let state: Mutex<State>

    /// Creates an empty cache. A limit of 0 or less keeps nothing.
    /// - Parameters:
    ///   - countLimit: The maximum number of pictures; 1000 by default.
    ///   - byteLimit: The maximum number of bytes; 128 MB by default.
    ///   - clearsUnderMemoryPressure: Whether memory pressure clears the cache.
    public convenience init(countLimit: Int = 1000, byteLimit: Int = 128_000_000, clearsUnderMemoryPressure: Bool = true) {
        self.init(countLimit: countLimit, byteLimit: byteLimit, pressure: clearsUnderMemoryPressure ? .shared : nil)
    }

    package init(countLimit: Int, byteLimit: Int, pressure: MemoryPressureMonitor?) {
        self.pressure = pressure
        self.countLimit = countLimit
        self.byteLimit = byteLimit
        state = Mutex(State(entries: LeastRecentlyUsed(countLimit: countLimit, costLimit: byteLimit)))
        pressure?.addObserver(self) { $0.clear() }
    }

    /// Hits, misses and evictions so far. `clear()` does not reset them.
    package var counts: Counts {
        state.withLock { state in
            var counts = state.counts
            counts.evictions = state.entries.evictions
            return counts
        }
    }
    /// The number of pictures in the cache.
    package var count: Int { state.withLock { $0.entries.count } }
    /// The approximate number of bytes in use.
    package var byteCount: Int { state.withLock { $0.entries.cost } }

    /// Returns the cached picture of a request, fresh or expired. Counts as a use, and as a hit or a miss.
    ///
    /// Only the URL and the processors count. For a loader whose ``HTTPOptions/cacheScope`` or ``HTTPOptions/modifyRequest`` tells answers
    /// apart, ask ``ImageLoader/cachedImage(for:)``.
    public func image(for request: ImageRequest) -> PixelBuffer? { image(for: request.cacheKey, at: nil) }

    /// Returns the picture if it is cached and not expired at `now`.
    package func image(for key: ImageCacheKey, at now: Date? = nil) -> PixelBuffer? {
        state.withLock { state in
            guard let entry = state.entries.use(key), now.map({ entry.isFresh(at: $0) }) ?? true else {
                state.counts.misses += 1
                return nil
            }
            state.counts.hits += 1
            return handOut(key, entry, &state)
        }
    }

    /// Returns a picture to make another one from, if it is cached and not expired at `now`. Counts as neither a hit nor a miss.
    func intermediate(for key: ImageCacheKey, at now: Date) -> Intermediate? {
        state.withLock { state in
            guard let entry = state.entries.use(key), entry.isFresh(at: now) else { return nil }
            return Intermediate(picture: handOut(key, entry, &state), expires: entry.expires, tag: entry.tag)
        }
    }

    /// Stores the picture of a request, replacing any previous one of the same URL and processors. A picture larger than the whole cache is
    /// not stored.
    /// - Returns: The copy to keep: while it or a copy of it is alive, clearing does not remove the entry.
    @discardableResult
    public func set(_ picture: PixelBuffer, for request: ImageRequest) -> PixelBuffer { set(picture, for: request.cacheKey) }

    @discardableResult
    package func set(_ picture: PixelBuffer, for key: ImageCacheKey, expires: Date? = nil, tag: String? = nil) -> PixelBuffer {
        pressure?.start()
        return state.withLock { state in
            state.lastID += 1
            var kept = picture
            kept.retention = nil
            let entry = Entry(id: state.lastID, picture: kept, expires: expires, tag: tag)
            state.entries.insert(entry, for: key, cost: picture.bytes.count + key.byteCount)
            return handOut(key, entry, &state)
        }
    }

    /// Renews a cached picture whose original was revalidated and has this tag; it is fresh until `expires`. Returns nil if there is none.
    func renew(_ key: ImageCacheKey, tag: String, until expires: Date?) -> PixelBuffer? {
        state.withLock { state in
            guard let entry = state.entries.use(key), entry.tag == tag else { return nil }
            state.entries.update(key) { $0.expires = expires }
            return handOut(key, entry, &state)
        }
    }

    /// Removes the picture of a request, whether it is in use or not.
    public func remove(_ request: ImageRequest) { remove(request.cacheKey) }

    package func remove(_ key: ImageCacheKey) {
        _ = state.withLock { $0.entries.remove(key) }
    }

    /// Removes all pictures that are not in use. The others are removed when they are released.
    public func clear() {
        // Released outside the lock, because releasing the last reference calls `released`.
        let held = state.withLock { state in
            Array(state.entries.keys).compactMap { key in
                let retention = state.entries.peek(key)?.retention
                if retention == nil {
                    state.entries.remove(key)
                } else {
                    state.entries.update(key) { $0.leavesOnRelease = true }
                }
                return retention
            }
        }
        withExtendedLifetime(held) {}
    }

    private func handOut(_ key: ImageCacheKey, _ entry: Entry, _ state: inout State) -> PixelBuffer {
        var picture = entry.picture
        picture.retention = entry.retention
        if picture.retention == nil {
            let retention = Retention { [weak self, id = entry.id] in self?.released(key, id) }
            state.entries.update(key) { $0.retention = retention }
            picture.retention = retention
        }
        return picture
    }

    private func released(_ key: ImageCacheKey, _ id: UInt64) {
        // A copy may have been handed out in the meantime.
        let held: Retention? = state.withLock { state in
            guard let entry = state.entries.peek(key), entry.id == id, entry.leavesOnRelease else { return nil }
            let retention = entry.retention
            if retention == nil { state.entries.remove(key) }
            return retention
        }
        withExtendedLifetime(held) {}
    }
}
