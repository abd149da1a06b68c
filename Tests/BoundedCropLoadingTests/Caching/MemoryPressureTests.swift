import BoundedCrop
import BoundedCropEffects
import Foundation
import TestSupport
import Testing

@testable import BoundedCropLoading

/// What happens to the caches when memory is short, from the source of the news to the pictures.
@Suite(.timeLimit(.minutes(15))) struct MemoryPressureTests {
    private let pressure = FakePressure()
    private let picture = PixelBuffer(size: PixelSize(width: 10, height: 10))

    @Test func loadedPicturesAreDroppedEachTimeMemoryIsShort() async throws {
        let cache = ImageMemoryCache(countLimit: 10, byteLimit: 10_000, pressure: pressure.monitor)
        let key = ImageCacheKey(try #require(URL(string: "http://pictures.test/a")))
        for _ in 0..<2 {
            cache.set(picture, for: key)
            #expect(cache.count == 1)
            pressure.occur()
            await until { cache.count == 0 }
        }
    }

    @Test func finishedEffectsAreDropped() async {
        let cache = EffectCache(countLimit: 10, byteLimit: 10_000, pressure: pressure.monitor)
        _ = try? picture.applying([.cornerRadius(2)], cache: cache)
        #expect(cache.count == 1)
        pressure.occur()
        await until { cache.count == 0 }
    }

    /// Their plans, which are small and cost most to make, stay.
    @Test func thePixelsOfCropsAreDropped() async throws {
        let cache = CropCache(byteLimit: 1_000_000, countLimit: 10, pressure: pressure.monitor)
        let cropper = BoundedCropper(detector: FixedFeatureDetector([Feature]()), cache: cache)
        let request = CropRequest(width: 8, height: 4)
        _ = try await cropper.crop(picture, named: "a", to: request)
        #expect(try cropper.cachedCrop(named: "a", to: request) != nil)
        pressure.occur()
        await until { (try? cropper.cachedCrop(named: "a", to: request)) == nil }
        #expect(cache.count == 1)
    }

    @Test func interruptedDownloadsAreDropped() async {
        let downloads = ResumableDownloads(byteLimit: 1000, pressure: pressure.monitor)
        downloads.keep(.init(bytes: [1, 2, 3], validator: "\"1\""), of: "a")
        #expect(downloads.count == 1)
        pressure.occur()
        await until { downloads.count == 0 }
    }
}
