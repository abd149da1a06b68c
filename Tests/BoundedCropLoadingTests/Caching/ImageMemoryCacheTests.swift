import Foundation
import Testing

@testable import BoundedCrop
@testable import BoundedCropLoading

@Suite(.timeLimit(.minutes(15))) struct ImageMemoryCacheTests {
    private func key(_ name: String, _ processors: [any ImageEffect] = []) -> ImageCacheKey {
        ImageCacheKey(url: name, processors: processors.map(\.cacheKey), version: "")
    }

    private func picture(_ number: UInt8) -> PixelBuffer {
        PixelBuffer(size: PixelSize(width: 10, height: 10), filledWith: (number, 0, 0, 255))
    }

    @Test func picturesAreCachedByURLAndProcessors() {
        let cache = ImageMemoryCache.testing()
        cache.set(picture(1), for: key("a"))
        cache.set(picture(2), for: key("a", [.downsampled(longSide: 10)]))
        #expect(cache.image(for: key("a")) == picture(1))
        #expect(cache.image(for: key("a", [.downsampled(longSide: 10)])) == picture(2))
        #expect(cache.image(for: key("a", [.downsampled(longSide: 11)])) == nil)
        #expect(cache.counts.hits == 2)
        #expect(cache.counts.misses == 1)
        cache.remove(key("a"))
        #expect(cache.image(for: key("a")) == nil)
        #expect(cache.count == 1)
    }

    @Test func theLeastRecentlyUsedPictureIsEvictedFirst() {
        let cache = ImageMemoryCache.testing(countLimit: 2)
        cache.set(picture(1), for: key("a"))
        cache.set(picture(2), for: key("b"))
        _ = cache.image(for: key("a"))
        cache.set(picture(3), for: key("c"))
        #expect(cache.image(for: key("b")) == nil)
        #expect(cache.image(for: key("a")) != nil)
        #expect(cache.counts.evictions == 1)
    }

    @Test func theByteLimitIsRespected() {
        let cache = ImageMemoryCache.testing(byteLimit: 2000)
        for number in 0..<10 { cache.set(picture(UInt8(number)), for: key("\(number)")) }
        #expect(cache.byteCount <= 2000)
        #expect(cache.count == 3)
        cache.set(PixelBuffer(size: PixelSize(width: 100, height: 100)), for: key("large"))
        #expect(cache.image(for: key("large")) == nil)
        #expect(cache.count == 3)
    }

    @Test(arguments: [0, -1]) func aLimitOfZeroOrLessKeepsNothing(_ limit: Int) {
        for cache in [ImageMemoryCache.testing(countLimit: limit), .testing(byteLimit: limit)] {
            #expect(cache.set(picture(1), for: key("a")) == picture(1))
            #expect(cache.count == 0)
            cache.clear()
        }
    }

    @Test func clearingKeepsPicturesThatAreStillInUse() {
        let cache = ImageMemoryCache.testing()
        cache.set(picture(1), for: key("dropped"))
        var held: PixelBuffer? = cache.set(picture(2), for: key("held"))
        cache.clear()
        #expect(cache.image(for: key("dropped")) == nil)
        #expect(cache.image(for: key("held")) == held)
        held = nil
        // When its last user releases it, it is removed, as clearing would have done otherwise.
        #expect(cache.count == 0)
    }

    @Test func aPictureInUseStaysUntilItsLastCopyIsReleased() {
        let cache = ImageMemoryCache.testing()
        cache.set(picture(1), for: key("a"))
        var copies = [cache.image(for: key("a")), cache.image(for: key("a"))]
        cache.clear()
        copies.removeLast()
        #expect(cache.count == 1)
        copies.append(cache.image(for: key("a")))
        copies.removeFirst()
        #expect(cache.count == 1)
        withExtendedLifetime(copies) {}
        copies = []
        #expect(cache.count == 0)
    }

    @Test func aModifiedCopyDoesNotKeepItsPicture() {
        let cache = ImageMemoryCache.testing()
        var held = cache.set(picture(1), for: key("a"))
        held.bytes[0] = 9
        cache.clear()
        #expect(cache.count == 0)
        #expect(held != picture(1))
    }

    @Test func releasingAReplacedPictureDoesNotRemoveItsReplacement() {
        let cache = ImageMemoryCache.testing()
        var held: PixelBuffer? = cache.set(picture(1), for: key("a"))
        cache.clear()
        cache.set(picture(2), for: key("a"))
        held = nil
        #expect(held == nil)
        #expect(cache.image(for: key("a")) == picture(2))
    }

    @Test func memoryPressureClearsIt() {
        let monitor = MemoryPressureMonitor(path: "/nowhere")
        let cache = ImageMemoryCache(countLimit: 10, byteLimit: 10_000, pressure: monitor)
        let held = cache.set(picture(1), for: key("held"))
        cache.set(picture(2), for: key("dropped"))
        monitor.notify()
        #expect(cache.count == 1)
        #expect(cache.image(for: key("held")) == held)
    }

    @Test func picturesExpire() {
        let cache = ImageMemoryCache.testing()
        let now = Date(timeIntervalSince1970: 1000)
        cache.set(picture(1), for: key("a"), expires: now, tag: "\"1\"")
        #expect(cache.image(for: key("a"), at: now.addingTimeInterval(-1)) != nil)
        #expect(cache.image(for: key("a"), at: now) == nil)
        // Lookups without a time ignore expiry.
        #expect(cache.image(for: key("a")) != nil)
        #expect(cache.renew(key("a"), tag: "\"2\"", until: nil) == nil)
        #expect(cache.renew(key("a"), tag: "\"1\"", until: now.addingTimeInterval(60)) == picture(1))
        #expect(cache.image(for: key("a"), at: now) != nil)
    }

    @Test func keysWithDifferentPartsDiffer() {
        let texts = [key("a"), key("a1:b"), key("a", [Step("b") { _ in PixelBuffer(size: PixelSize(width: 1, height: 1)) }])].map(\.text)
        #expect(Set(texts).count == 3)
    }

    @Test func manyThreadsMayUseItConcurrently() {
        let cache = ImageMemoryCache.testing(countLimit: 20)
        DispatchQueue.concurrentPerform(iterations: 2000) { number in
            switch number % 4 {
            case 0: cache.set(picture(UInt8(number % 200)), for: key("\(number % 40)"))
            case 1: cache.clear()
            default:
                if let picture = cache.image(for: key("\(number % 40)")) { #expect(picture.size.width == 10) }
            }
        }
        cache.clear()
        #expect(cache.count == 0)
    }
}
