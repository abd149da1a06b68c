internal import Synchronization

/// Crops that were made before: where to cut, and the pixels for each size that was asked for. Bounded in number and bytes; what was used
/// least recently goes first.
public final class CropCache: Sendable {
    /// What has been counted since the cache was made.
    public struct Counts: Hashable, Sendable {
        /// Requests for which the pixels were there.
        public var hits = 0
        /// Requests for which they were not; some of them may have waited for the same.
        public var misses = 0
        /// Entries that had to go to make room.
        public var evictions = 0
    }

    private struct Entry {
        let plan: CropPlan
        var renderings: [PixelSize: PixelBuffer] = [:]

        var planByteCount: Int { 1024 + plan.features.count * 128 }
        var byteCount: Int { renderings.values.reduce(planByteCount) { $0 + $1.bytes.count } }
    }

    private struct State {
        var entries: LeastRecentlyUsed<CropCacheKey, Entry>
        var hits = 0
        var misses = 0
        /// How often something was forgotten on request: what was begun before that may be what was to be forgotten.
        var generation = 0

        mutating func take(_ key: CropCacheKey, _ request: CropRequest) -> CroppedPicture? {
            guard let entry = entries.peek(key), let pixels = entry.renderings[request.outputSize(for: entry.plan.crop)] else { return nil }
            _ = entries.use(key)
            return CroppedPicture(plan: entry.plan, pixels: pixels)
        }
    }

    /// The most bytes of pixels and plans that are kept.
    public let byteLimit: Int
    /// The most entries that are kept; one holds all the sizes of a crop.
    public let countLimit: Int
    private let pressure: MemoryPressureMonitor?
    private let state: Mutex<State>

    /// - Parameters:
    ///   - byteLimit: 64 MB by default.
    ///   - countLimit: 1000 by default.
    ///   - trimsUnderMemoryPressure: whether the system's word that memory is short (Linux PSI) drops the pixels, but not the plans.
    public init(byteLimit: Int = 64_000_000, countLimit: Int = 1000, trimsUnderMemoryPressure: Bool = true) {
        self.byteLimit = byteLimit
        self.countLimit = countLimit
        state = Mutex(State(entries: LeastRecentlyUsed(countLimit: countLimit, costLimit: byteLimit)))
        pressure = trimsUnderMemoryPressure ? .shared : nil
        pressure?.addObserver { [weak self] in
            self?.trim()
            return self != nil
        }
    }

    /// Hits, misses and evictions so far. `clear()` does not set them back.
    public var counts: Counts {
        state.withLock { Counts(hits: $0.hits, misses: $0.misses, evictions: $0.entries.evictions) }
    }
    /// How many bytes the pixels and plans take now: exact for pixels, an estimate for plans.
    public var byteCount: Int { state.withLock { $0.entries.cost } }
    /// How many entries there are now; all the sizes of a crop are one.
    public var count: Int { state.withLock { $0.entries.count } }

    /// Forgets all crops of one picture, whatever their detector, shape and size.
    ///
    /// - Parameter name: as it was given to the cropper. What was cached without a name needs no removal: a file that has changed has another
    ///   content.
    public func remove(named name: String) {
        state.withLock { state in
            state.generation += 1
            state.entries.removeAll { key, _ in key.name == name }
        }
    }

    /// Forgets everything but the counts.
    public func clear() {
        state.withLock { state in
            state.generation += 1
            state.entries.removeAll()
        }
    }

    /// Changes when something is forgotten by `remove(named:)` or `clear()`.
    var generation: Int { state.withLock { $0.generation } }

    /// Drops all pixels and keeps the plans, which are small and cost most to make.
    public func trim() {
        state.withLock { state in
            for key in Array(state.entries.keys) {
                state.entries.update(key, cost: state.entries.peek(key)?.planByteCount) { $0.renderings = [:] }
            }
        }
    }

    /// A crop with its pixels at this size. Counts a hit or a miss.
    func crop(for key: CropCacheKey, request: CropRequest) -> CroppedPicture? {
        state.withLock { state in
            let crop = state.take(key, request)
            if crop == nil { state.misses += 1 } else { state.hits += 1 }
            return crop
        }
    }

    /// The same for a request that was counted already.
    func crop(forCounted key: CropCacheKey, request: CropRequest) -> CroppedPicture? {
        state.withLock { $0.take(key, request) }
    }

    /// The same for who will ask again when it is not there: counts a hit, but no miss.
    func presentCrop(for key: CropCacheKey, request: CropRequest) -> CroppedPicture? {
        state.withLock { state in
            let crop = state.take(key, request)
            if crop != nil { state.hits += 1 }
            return crop
        }
    }

    func plan(for key: CropCacheKey) -> CropPlan? {
        state.withLock { $0.entries.peek(key)?.plan }
    }

    /// - Parameter generation: the one in which the work was begun: nothing is kept in a later one; nil for the present one.
    func insert(_ crop: CroppedPicture, for key: CropCacheKey, begunIn generation: Int? = nil) {
        pressure?.start()
        state.withLock { state in
            guard generation == nil || generation == state.generation else { return }
            var entry = state.entries.peek(key) ?? Entry(plan: crop.plan)
            if entry.plan != crop.plan { entry = Entry(plan: crop.plan) }
            entry.renderings[crop.pixels.size] = crop.pixels
            // Too many sizes of one crop: the newest is wanted most. One larger than the whole cache would only push out the others.
            if entry.byteCount > byteLimit { entry.renderings = [crop.pixels.size: crop.pixels] }
            if entry.byteCount > byteLimit { entry.renderings = [:] }
            state.entries.insert(entry, for: key, cost: entry.byteCount)
        }
    }
}
