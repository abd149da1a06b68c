internal import Synchronization

/// A cache of crops: the plan, and the pixels for each requested size. It is limited in number of entries and bytes; the least recently
/// used entries are evicted first.
public final class CropCache: Sendable {
    /// Counts since the cache was created.
    package struct Counts: Hashable, Sendable {
        /// Requests whose pixels were in the cache.
        package var hits = 0
        /// Requests whose pixels were not in the cache; some of them may have shared one computation.
        package var misses = 0
        /// Entries removed to make room.
        package var evictions = 0
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
            guard let entry = entries.peek(key), let pixels = entry.renderings[request.outputSize(for: entry.plan)] else { return nil }
            _ = entries.use(key)
            return CroppedPicture(plan: entry.plan, pixels: pixels)
        }
    }

    /// The maximum number of bytes of pixels and plans.
    package let byteLimit: Int
    /// The maximum number of entries; one entry holds all sizes of a crop.
    package let countLimit: Int
    private let pressure: MemoryPressureMonitor?
    private let state: Mutex<State>

    /// Creates a cache.
    /// - Parameters:
    ///   - byteLimit: The maximum number of bytes; 64 MB by default.
    ///   - countLimit: The maximum number of entries; 1000 by default.
    ///   - trimsUnderMemoryPressure: Whether to drop the pixels, but not the plans, when memory is short.
    public convenience init(byteLimit: Int = 64_000_000, countLimit: Int = 1000, trimsUnderMemoryPressure: Bool = true) {
        self.init(byteLimit: byteLimit, countLimit: countLimit, pressure: trimsUnderMemoryPressure ? .shared : nil)
    }

    package init(byteLimit: Int, countLimit: Int, pressure: MemoryPressureMonitor?) {
        self.byteLimit = byteLimit
        self.countLimit = countLimit
        state = Mutex(State(entries: LeastRecentlyUsed(countLimit: countLimit, costLimit: byteLimit)))
        self.pressure = pressure
        pressure?.addObserver(self) { $0.trim() }
    }

    /// Hits, misses and evictions so far. `clear()` does not reset them.
    package var counts: Counts {
        state.withLock { Counts(hits: $0.hits, misses: $0.misses, evictions: $0.entries.evictions) }
    }
    /// The size of the pixels and plans in bytes: exact for pixels, an estimate for plans.
    package var byteCount: Int { state.withLock { $0.entries.cost } }
    /// The number of entries; all sizes of a crop are one entry.
    package var count: Int { state.withLock { $0.entries.count } }

    /// Removes all crops of one picture, for every detector, shape and size.
    ///
    /// - Parameter name: The name given to the cropper. What was cached without a name does not need to be removed: a changed file has
    ///   different content.
    public func remove(named name: String) {
        state.withLock { state in
            state.generation += 1
            state.entries.removeAll { key, _ in key.name == name }
        }
    }

    /// Removes all entries; the counts stay.
    public func clear() {
        state.withLock { state in
            state.generation += 1
            state.entries.removeAll()
        }
    }

    /// Changes when something is forgotten by `remove(named:)` or `clear()`.
    var generation: Int { state.withLock { $0.generation } }

    /// Drops all pixels and keeps the plans, which are small and cost most to make.
    package func trim() {
        state.withLock { state in
            for key in Array(state.entries.keys) {
                state.entries.update(key, cost: state.entries.peek(key)?.planByteCount) { $0.renderings = [:] }
            }
        }
    }

    /// Returns a crop with its pixels at the requested size. Counts a hit or a miss.
    func crop(for key: CropCacheKey, request: CropRequest) -> CroppedPicture? {
        state.withLock { state in
            let crop = state.take(key, request)
            if crop == nil { state.misses += 1 } else { state.hits += 1 }
            return crop
        }
    }

    /// Like `crop(for:request:)`, for a request that has already been counted.
    func crop(forCounted key: CropCacheKey, request: CropRequest) -> CroppedPicture? {
        state.withLock { $0.take(key, request) }
    }

    /// Like `crop(for:request:)`, for a caller that will request the crop again if it is missing: counts a hit, but not a miss.
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
            // If one crop has too many sizes, only the newest is kept. Pixels larger than the whole cache are not kept; they would only
            // evict other entries.
            if entry.byteCount > byteLimit { entry.renderings = [crop.pixels.size: crop.pixels] }
            if entry.byteCount > byteLimit { entry.renderings = [:] }
            state.entries.insert(entry, for: key, cost: entry.byteCount)
        }
    }
}
