import BoundedCrop
import Foundation
import TestSupport
import Testing

/// Files without a name are identified by their content.
@Suite struct ContentNamedCroppingTests {
    private let detector = CountingDetector()
    private let cache = CropCache(trimsUnderMemoryPressure: false)
    private let request = CropRequest(width: 30, height: 30)

    private var cropper: BoundedCropper { BoundedCropper(detector: detector, cache: cache, workers: WorkerPool(threadCount: 2)) }

    @Test func theSameFileIsCroppedOnceHoweverOftenItIsRead() async throws {
        let cropper = cropper
        let first = try await cropper.crop(Fixture.source("photos/obama.jpg"), to: request)
        let second = try await cropper.crop(Fixture.source("photos/obama.jpg"), to: request)
        let third = try await cropper.crop(named: nil, to: request) { try Fixture.source("photos/obama.jpg") }
        #expect(Set([first, second, third]).count == 1)
        #expect(detector.count.total == 1 && cache.counts.hits == 2)
    }

    @Test func anotherSizeRequiresNoDetection() async throws {
        let cropper = cropper
        let source = try Fixture.source("photos/obama.jpg")
        let small = try await cropper.crop(source, to: request)
        let large = try await cropper.crop(source, to: [CropRequest(width: 90, height: 90), CropRequest(width: 60, height: 60)])
        #expect(large.map(\.plan) == [small.plan, small.plan])
        #expect(detector.count.total == 1)
    }

    @Test func aChangedFileIsCroppedAgain() async throws {
        let cropper = cropper
        let folder = try TemporaryFolder()
        let path = folder.path("a.jpg")
        for name in ["photos/obama.jpg", "photos/biden.jpg"] {
            try folder.write(Fixture.bytes(name), to: "a.jpg")
            let crop = try await cropper.crop(ImageSource(contentsOfFile: path), to: request)
            #expect(try crop.pixels == cropper.blocking.crop(Fixture.source(name), to: request).pixels)
        }
        #expect(cache.count == 2)
    }

    @Test func pixelsInMemoryAreNotCached() async throws {
        let picture = PixelBuffer(size: PixelSize(width: 40, height: 30))
        for _ in 0..<2 { _ = try await cropper.crop(picture, to: request) }
        #expect(detector.count.total == 2 && cache.count == 0)
    }

    @Test func severalRequestsUseTheCacheAsFarAsPossible() async throws {
        let cropper = cropper
        let source = try Fixture.source("photos/obama.jpg")
        _ = try await cropper.crop(source, named: "a", to: request)
        let wide = CropRequest(width: 60, height: 20)
        let crops = try await cropper.crop(source, named: "a", to: [wide, request, wide])
        #expect(crops.map(\.pixels.size.width) == [60, 30, 60])
        #expect(try crops == cropper.blocking.crop(source, to: [wide, request, wide]))
        #expect(cache.count == 2)
    }

    @Test func removingANameRemovesAllItsCrops() async throws {
        let cropper = cropper
        let source = try Fixture.source("photos/obama.jpg")
        for name in ["a", "b"] {
            let requests = [request, CropRequest(width: 20, height: 10), CropRequest(width: 10, height: 10)]
            _ = try await cropper.crop(source, named: name, to: requests)
        }
        #expect(cache.count == 4)
        cache.remove(named: "a")
        #expect(cache.count == 2)
        #expect(try cropper.cachedCrop(named: "a", to: request) == nil)
        #expect(try cropper.cachedCrop(named: "b", to: request) != nil)
        cache.remove(named: "never there")
        #expect(cache.count == 2 && cache.byteCount > 0)
    }

    @Test func aFileReadWithoutColorConversionIsCachedSeparately() async throws {
        var keeping = DecodingOptions()
        keeping.colorProfile = .keep
        let name = "colour/astronaut_display_p3.jpg"
        let converted = try await cropper.crop(Fixture.source(name), to: request)
        let kept = try await cropper.crop(Fixture.source(name, keeping), to: request)
        #expect(converted.pixels != kept.pixels && cache.count == 2)
    }

    @Test func aNameReusedForAPictureOfAnotherSizeIsCroppedAgain() async throws {
        let cropper = cropper
        _ = try await cropper.crop(PixelBuffer(size: PixelSize(width: 80, height: 60)), named: "a", to: request)
        cache.trim()
        let crop = try await cropper.crop(PixelBuffer(size: PixelSize(width: 60, height: 80)), named: "a", to: request)
        #expect(crop.plan.size == PixelSize(width: 60, height: 80))
    }

    @Test func workThatBeganBeforeItsNameWasRemovedIsNotCached() async throws {
        let (cropper, cache) = (cropper, cache)
        let old = try await cropper.crop(named: "a", to: request) {
            cache.remove(named: "a")
            return PixelBuffer(size: PixelSize(width: 80, height: 60))
        }
        #expect(old.plan.size.width == 80 && cache.count == 0)
        let crop = try await cropper.crop(PixelBuffer(size: PixelSize(width: 60, height: 80)), named: "a", to: request)
        #expect(crop.plan.size.width == 60 && cache.count == 1)
    }
}
