import BoundedCrop
import BoundedCropEffects
import Testing

@Suite struct EffectCacheTests {
    /// An effect with a given cache key that fills the picture with one level.
    private struct Fill: ImageEffect {
        var cacheKey: String
        var level: UInt8 = 7

        func apply(to image: inout PixelBuffer) throws {
            image = PixelBuffer(size: image.size, filledWith: (level, level, level, 255))
        }
    }

    private func cache(countLimit: Int = 1000, byteLimit: Int = 1_000_000) -> EffectCache {
        EffectCache(countLimit: countLimit, byteLimit: byteLimit, clearsUnderMemoryPressure: false)
    }

    private func key(_ name: String) -> EffectCacheKey { EffectCacheKey(named: name, applying: []) }

    private let small = PixelBuffer(size: PixelSize(width: 10, height: 10))

    @Test func equalInputsAreComputedOnce() throws {
        let cache = cache()
        let picture = try Pictures.noise(10, 10)
        let first = try picture.applying([.blur(radius: 3)], cache: cache)
        let second = try picture.applying([.blur(radius: 3)], cache: cache)
        #expect(try first == picture.blurred(radius: 3) && second == first)
        #expect(cache.counts.hits == 1 && cache.counts.misses == 1 && cache.counts.evictions == 0)
        #expect(cache.count == 1 && cache.byteCount >= 400)
    }

    @Test func aNameReplacesThePictureInTheKey() throws {
        let cache = cache()
        let picture = try Pictures.noise(10, 10)
        _ = try picture.applying([.tint(.red)], cache: cache, named: "one")
        #expect(try small.applying([.tint(.red)], cache: cache, named: "one") == picture.tinted(with: .red))
        #expect(try small.applying([.tint(.red)], cache: cache, named: "other") == small)
        #expect(cache.counts.hits == 1 && cache.counts.misses == 2)
    }

    @Test func differentInputsNeverShareAKey() throws {
        let picture = try Pictures.noise(6, 4)
        let turned = try PixelBuffer(size: PixelSize(width: 4, height: 6), bytes: picture.bytes)
        var bytes = picture.bytes
        bytes[50] ^= 1
        let touched = try PixelBuffer(size: picture.size, bytes: bytes)
        func fills(_ keys: String...) -> [any ImageEffect] { keys.map { Fill(cacheKey: $0) } }
        let keys = [
            EffectCacheKey(picture, applying: []), EffectCacheKey(turned, applying: []), EffectCacheKey(touched, applying: []),
            EffectCacheKey(picture, applying: fills("a", "b")), EffectCacheKey(picture, applying: fills("b", "a")),
            EffectCacheKey(picture, applying: fills("ab")), EffectCacheKey(picture, applying: fills("a", "b", "")),
            EffectCacheKey(picture, applying: fills("a|b")), EffectCacheKey(picture, applying: fills("1:a1:b")),
            EffectCacheKey(named: "a", applying: fills("b")), EffectCacheKey(named: "", applying: fills("a", "b")),
            EffectCacheKey(named: "ab", applying: []), EffectCacheKey(named: "a", applying: fills("b", "")),
            // Equal as strings, but different file names.
            EffectCacheKey(named: "caf\u{e9}", applying: []), EffectCacheKey(named: "cafe\u{301}", applying: []),
        ]
        #expect(Set(keys).count == keys.count)
        #expect(EffectCacheKey(picture, applying: fills("a")) == EffectCacheKey(picture, applying: fills("a")))
    }

    @Test func theLimitsCanBeChangedWhileItIsInUse() {
        let cache = cache(countLimit: 3)
        for name in ["a", "b", "c"] { cache.insert(small, for: key(name)) }
        cache.countLimit = 2
        #expect(cache.picture(for: key("a")) == nil && cache.count == 2 && cache.counts.evictions == 1)
        cache.byteLimit = cache.byteCount - 1
        #expect(cache.count == 1 && cache.picture(for: key("c")) == small)
        cache.countLimit = 5
        cache.byteLimit = 1_000_000
        for name in ["d", "e", "f", "g"] { cache.insert(small, for: key(name)) }
        #expect(cache.count == 5 && cache.countLimit == 5 && cache.byteLimit == 1_000_000)
    }

    @Test func evictsTheLeastRecentlyUsedAtTheCountLimit() {
        let cache = cache(countLimit: 2)
        for name in ["a", "b"] { cache.insert(small, for: key(name)) }
        _ = cache.picture(for: key("a"))
        cache.insert(small, for: key("c"))
        #expect(["a", "b", "c"].map { cache.picture(for: key($0)) != nil } == [true, false, true])
        #expect(cache.counts.evictions == 1 && cache.count == 2)
    }

    /// Each takes 40,000 bytes of pixels plus its key: two fit.
    @Test func evictsTheLeastRecentlyUsedAtTheByteLimit() {
        let cache = cache(byteLimit: 100_000)
        let large = PixelBuffer(size: PixelSize(width: 100, height: 100))
        for name in ["a", "b", "c", "d"] {
            cache.insert(large, for: key(name))
            #expect(cache.byteCount <= 100_000)
        }
        #expect(["a", "b", "c", "d"].map { cache.picture(for: key($0)) != nil } == [false, false, true, true])
        #expect(cache.counts.evictions == 2)
    }

    @Test func aResultLargerThanTheCacheEvictsNothing() {
        let cache = cache(byteLimit: 10_000)
        cache.insert(small, for: key("small"))
        cache.insert(PixelBuffer(size: PixelSize(width: 100, height: 100)), for: key("large"))
        #expect(cache.picture(for: key("small")) != nil)
        #expect(cache.picture(for: key("large")) == nil)
        #expect(cache.counts.evictions == 0)
    }

    @Test(arguments: [(0, 1000), (-1, 1000), (10, 0), (10, -1)]) func limitsOfZeroOrLessKeepNothing(countLimit: Int, byteLimit: Int) {
        let cache = cache(countLimit: countLimit, byteLimit: byteLimit)
        cache.insert(small, for: key("a"))
        #expect(cache.count == 0 && cache.byteCount == 0)
    }

    @Test func insertingAgainReplaces() {
        let cache = cache()
        cache.insert(small, for: key("a"))
        let bytes = cache.byteCount
        cache.insert(small, for: key("a"))
        #expect(cache.count == 1 && cache.byteCount == bytes)
    }

    @Test func clearingRemovesEverythingExceptTheCounts() {
        let cache = cache()
        cache.insert(small, for: key("a"))
        _ = cache.picture(for: key("a"))
        cache.clear()
        #expect(cache.count == 0 && cache.byteCount == 0)
        #expect(cache.counts.hits == 1)
        #expect(cache.picture(for: key("a")) == nil)
    }

    @Test func memoryPressureClearsIt() {
        let monitor = MemoryPressureMonitor(path: "/nonexistent/pressure")
        let cache = EffectCache(countLimit: 10, byteLimit: 10_000, pressure: monitor)
        cache.insert(small, for: key("a"))
        monitor.notify()
        #expect(cache.count == 0 && cache.byteCount == 0)
    }

    @Test func failuresAreNotCached() throws {
        let cache = cache()
        #expect(throws: BoundedCropError.self) { try small.applying([.blur(radius: .nan)], cache: cache) }
        #expect(cache.count == 0)
    }

    @Test func manyThreadsMayUseItConcurrently() async throws {
        let cache = cache(countLimit: 3)
        let picture = try Pictures.noise(12, 12)
        let expected = try (0..<6).map { try picture.blurred(radius: Double($0 * 2)) }
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for index in 0..<120 {
                group.addTask { try picture.applying([.blur(radius: Double(index % 6 * 2))], cache: cache) == expected[index % 6] }
            }
            for try await isSame in group { #expect(isSame) }
        }
        #expect(cache.counts.hits + cache.counts.misses == 120)
        #expect(cache.count == 3)
    }
}
