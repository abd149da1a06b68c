import TestSupport
import Testing

@testable import BoundedCrop

@Suite struct CropCacheTests {
    private func request(_ width: Int = 10, _ height: Int = 10) -> CropRequest {
        CropRequest(width: width, height: height)
    }

    private func key(_ name: String, _ request: CropRequest) -> CropCacheKey {
        CropCacheKey(name: name, request: request, detector: FixedFeatureDetector([Feature]()))
    }

    private func crop(_ request: CropRequest) throws -> CroppedPicture {
        let picture = PixelSize(width: 200, height: 100)
        let plan = try CropPlanner.plan(features: [], size: picture, request: request)
        return CroppedPicture(plan: plan, pixels: PixelBuffer(size: request.outputSize(for: plan)))
    }

    private func cache(byteLimit: Int = 1_000_000, countLimit: Int = 1000) -> CropCache {
        CropCache(byteLimit: byteLimit, countLimit: countLimit, trimsUnderMemoryPressure: false)
    }

    @Test func returnsStoredCropsAndCounts() throws {
        let cache = cache()
        let request = request()
        #expect(cache.crop(for: key("a", request), request: request) == nil)
        try cache.insert(crop(request), for: key("a", request))
        #expect(try cache.crop(for: key("a", request), request: request) == crop(request))
        #expect(cache.crop(for: key("b", request), request: request) == nil)
        #expect(cache.counts.hits == 1 && cache.counts.misses == 2 && cache.counts.evictions == 0)
        #expect(cache.count == 1 && cache.byteCount > 400)
    }

    @Test func keepsTheSizesOfACropInOneEntryWithOnePlan() throws {
        let cache = cache()
        let (small, large) = (request(10, 10), request(20, 20))
        #expect(key("a", small) == key("a", large))
        try cache.insert(crop(small), for: key("a", small))
        #expect(cache.crop(for: key("a", large), request: large) == nil)
        #expect(try cache.plan(for: key("a", large)) == crop(small).plan)
        try cache.insert(crop(large), for: key("a", large))
        #expect(cache.crop(for: key("a", small), request: small)?.pixels.size == PixelSize(width: 10, height: 10))
        #expect(cache.crop(for: key("a", large), request: large)?.pixels.size == PixelSize(width: 20, height: 20))
        #expect(cache.count == 1)
    }

    @Test func evictsTheLeastRecentlyUsedAtTheCountLimit() throws {
        let cache = cache(countLimit: 2)
        let request = request()
        for name in ["a", "b"] { try cache.insert(crop(request), for: key(name, request)) }
        _ = cache.crop(for: key("a", request), request: request)
        try cache.insert(crop(request), for: key("c", request))
        #expect(cache.plan(for: key("a", request)) != nil)
        #expect(cache.plan(for: key("b", request)) == nil)
        #expect(cache.plan(for: key("c", request)) != nil)
        #expect(cache.counts.evictions == 1 && cache.count == 2)
    }

    /// Each takes 40,000 bytes of pixels and about a thousand more: two fit.
    @Test func evictsTheLeastRecentlyUsedAtTheByteLimit() throws {
        let cache = cache(byteLimit: 100_000)
        let request = request(100, 100)
        for name in ["a", "b", "c", "d"] {
            try cache.insert(crop(request), for: key(name, request))
            #expect(cache.byteCount <= 100_000)
        }
        #expect(["a", "b", "c", "d"].map { cache.plan(for: key($0, request)) != nil } == [false, false, true, true])
        #expect(cache.counts.evictions == 2)
    }

    @Test func aCropLargerThanTheCacheKeepsOnlyItsPlanAndEvictsNothing() throws {
        let cache = cache(byteLimit: 100_000)
        let (small, huge) = (request(10, 10), request(200, 200))
        try cache.insert(crop(small), for: key("a", small))
        try cache.insert(crop(huge), for: key("b", huge))
        #expect(cache.crop(for: key("a", small), request: small) != nil)
        #expect(cache.plan(for: key("b", huge)) != nil)
        #expect(cache.crop(for: key("b", huge), request: huge) == nil)
    }

    @Test func theNewestOfTooManySizesOfOneCropStays() throws {
        let cache = cache(byteLimit: 100_000)
        let (first, second) = (request(120, 120), request(130, 130))
        try cache.insert(crop(first), for: key("a", first))
        try cache.insert(crop(second), for: key("a", second))
        #expect(cache.crop(for: key("a", first), request: first) == nil)
        #expect(cache.crop(for: key("a", second), request: second) != nil)
    }

    @Test func clearingRemovesEverythingExceptTheCounts() throws {
        let cache = cache()
        let request = request()
        try cache.insert(crop(request), for: key("a", request))
        _ = cache.crop(for: key("a", request), request: request)
        cache.clear()
        #expect(cache.count == 0 && cache.byteCount == 0)
        #expect(cache.counts.hits == 1)
        #expect(cache.crop(for: key("a", request), request: request) == nil)
        #expect(cache.plan(for: key("a", request)) == nil)
    }

    @Test func trimmingKeepsThePlans() throws {
        let cache = cache()
        let request = request(100, 100)
        try cache.insert(crop(request), for: key("a", request))
        cache.trim()
        #expect(cache.byteCount < 2000)
        #expect(cache.plan(for: key("a", request)) != nil)
        #expect(cache.crop(for: key("a", request), request: request) == nil)
    }

    @Test func bytesAreCountedCorrectly() throws {
        var generator = SeededGenerator(seed: 51)
        let cache = cache(byteLimit: 50_000, countLimit: 6)
        for _ in 0..<500 {
            let side = Int.random(in: 1...100, using: &generator)
            let request = request(side, side)
            let key = key(generator.pick(["a", "b", "c", "d", "e", "f", "g", "h"]), request)
            try cache.insert(crop(request), for: key)
            #expect(cache.byteCount <= 50_000 && cache.count <= 6)
        }
        cache.trim()
        #expect(cache.byteCount == cache.count * 1024)
    }

    @Test func observingMemoryPressureDoesNotRetainTheCache() {
        weak var gone: CropCache?
        do {
            let cache = CropCache()
            gone = cache
            #expect(cache.count == 0)
        }
        #expect(gone == nil)
    }
}
