public import BoundedCrop
internal import FoundationEssentials
internal import Synchronization

/// Decoded and processed pictures, ready to be shown, shared by a loader and the program around it.
///
/// Bounded in number and bytes; what was used least recently goes first. Clearing, which the system's word that memory is short (Linux
/// PSI) does too, drops what nobody holds; a picture that somebody still has stays until they let go of it, so that nothing in use is
/// ever decoded twice.
public final class ImageMemoryCache: Sendable {
    /// What has been counted since the cache was made.
    public struct Counts: Hashable, Sendable {
        /// Times that the picture was there.
        public var hits = 0
        /// Times that it was not.
        public var misses = 0
        /// Pictures that had to go to make room.
        public var evictions = 0
    }

    /// A picture on its way to another, with what is known of where it came from.
    struct Intermediate: Sendable {
        var picture: PixelBuffer
        var expires: Date?
        var tag: String?
    }

    private struct Entry {
        let id: UInt64
        var picture: PixelBuffer
        var expires: Date?
        /// By what the source recognises the file that the picture was made from.
        let tag: String?
        weak var retention: Retention?
        /// Whether the entry goes when the last copy that was given out does.
        var leavesOnRelease = false

        func isFresh(at now: Date) -> Bool { expires.map { now < $0 } ?? true }
    }

    private struct State {
        var entries: LeastRecentlyUsed<ImageCacheKey, Entry>
        var counts = Counts()
        var lastID: UInt64 = 0
    }

    /// The most pictures that are kept.
    public let countLimit: Int
    /// The most bytes of pixels that are kept.
    public let byteLimit: Int
    private let pressure: MemoryPressureMonitor?
    private let state: Mutex<State>

    /// An empty cache. A limit of 0 or less keeps nothing.
    /// - Parameters:
    ///   - countLimit: 1000 by default.
    ///   - byteLimit: 128 MB by default.
    ///   - clearsUnderMemoryPressure: whether the system's word that memory is short clears it.
    public convenience init(countLimit: Int = 1000, byteLimit: Int = 128_000_000, clearsUnderMemoryPressure: Bool = true) {
        self.init(countLimit: countLimit, byteLimit: byteLimit, pressure: clearsUnderMemoryPressure ? .shared : nil)
    }

    package init(countLimit: Int, byteLimit: Int, pressure: MemoryPressureMonitor?) {
        self.pressure = pressure
        self.countLimit = countLimit
        self.byteLimit = byteLimit
        state = Mutex(State(entries: LeastRecentlyUsed(countLimit: countLimit, costLimit: byteLimit)))
        pressure?.addObserver { [weak self] in
            self?.clear()
            return self != nil
        }
    }

    /// Hits, misses and evictions so far. `clear()` does not set them back.
    public var counts: Counts {
        state.withLock { state in
            var counts = state.counts
            counts.evictions = state.entries.evictions
            return counts
        }
    }
    /// How many pictures there are.
    public var count: Int { state.withLock { $0.entries.count } }
    /// How many bytes they take, about.
    public var byteCount: Int { state.withLock { $0.entries.cost } }

    /// The picture, if it is there, fresh or not; counts as a use of it, and as a hit or a miss.
    public func image(for key: ImageCacheKey) -> PixelBuffer? {
        image(for: key, at: nil)
    }

    /// The picture, if it is there and not expired by now.
    func image(for key: ImageCacheKey, at now: Date?) -> PixelBuffer? {
        state.withLock { state in
            guard let entry = state.entries.use(key), now.map({ entry.isFresh(at: $0) }) ?? true else {
                state.counts.misses += 1
                return nil
            }
            state.counts.hits += 1
            return handOut(key, entry, &state)
        }
    }

    /// What another picture can be made from, if it is there and not expired by now; neither a hit nor a miss.
    func intermediate(for key: ImageCacheKey, at now: Date) -> Intermediate? {
        state.withLock { state in
            guard let entry = state.entries.use(key), entry.isFresh(at: now) else { return nil }
            return Intermediate(picture: handOut(key, entry, &state), expires: entry.expires, tag: entry.tag)
        }
    }

    /// Keeps a picture in place of what was kept under its key, and returns the copy to hold on to: as long as that or a copy of it lives,
    /// clearing leaves the entry where it is. A picture larger than the whole cache is not kept.
    @discardableResult
    public func set(_ picture: PixelBuffer, for key: ImageCacheKey) -> PixelBuffer {
        set(picture, for: key, expires: nil, tag: nil)
    }

    @discardableResult
    func set(_ picture: PixelBuffer, for key: ImageCacheKey, expires: Date?, tag: String?) -> PixelBuffer {
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

    /// A picture that is kept, whose source has just said that what it was made from has not changed; it is fresh until then.
    func renew(_ key: ImageCacheKey, tag: String, until expires: Date?) -> PixelBuffer? {
        state.withLock { state in
            guard let entry = state.entries.use(key), entry.tag == tag else { return nil }
            state.entries.update(key) { $0.expires = expires }
            return handOut(key, entry, &state)
        }
    }

    /// Forgets one picture, held by somebody or not.
    public func remove(_ key: ImageCacheKey) {
        _ = state.withLock { $0.entries.remove(key) }
    }

    /// Forgets every picture that nobody holds; the others go when they are let go of.
    public func clear() {
        // Let go of outside of the lock: the last one to do so calls `released`.
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
        // Somebody may have been given a copy since.
        let held: Retention? = state.withLock { state in
            guard let entry = state.entries.peek(key), entry.id == id, entry.leavesOnRelease else { return nil }
            let retention = entry.retention
            if retention == nil { state.entries.remove(key) }
            return retention
        }
        withExtendedLifetime(held) {}
    }
}
