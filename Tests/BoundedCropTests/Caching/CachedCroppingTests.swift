import BoundedCrop
import TestSupport
import Testing

/// What a cropper with a cache recomputes, and what it reuses.
@Suite(.timeLimit(.minutes(15))) struct CachedCroppingTests {
    private static let picture = PixelBuffer(size: PixelSize(width: 120, height: 60), filledWith: (90, 120, 30, 255))
    private let detector = CountingDetector()

    private func cropper(
        _ detector: any FeatureDetector,
        _ cache: CropCache? = CropCache(trimsUnderMemoryPressure: false)
    ) -> BoundedCropper {
        BoundedCropper(detector: detector, cache: cache, workers: WorkerPool(threadCount: 2))
    }

    @Test func theSameCropIsDetectedAndLoadedOnce() async throws {
        let (cropper, loads) = (cropper(detector), Counter())
        var crops: [CroppedPicture] = []
        for _ in 0..<3 {
            crops.append(
                try await cropper.crop(named: "a", to: CropRequest(width: 30, height: 30)) {
                    loads.enter()
                    return Self.picture
                }
            )
        }
        #expect(Set(crops).count == 1)
        #expect(detector.count.total == 1)
        #expect(loads.total == 1)
        #expect(cropper.cache?.counts.hits == 2 && cropper.cache?.counts.misses == 1)
    }

    @Test func anotherSizeOfTheSameAspectIsNotDetectedAgain() async throws {
        let cropper = cropper(detector)
        var plans: [CropPlan] = []
        for side in [10, 20, 60, 200] {
            let crop = try await cropper.crop(Self.picture, named: "a", to: CropRequest(width: side, height: side))
            #expect(crop.pixels.size == PixelSize(width: side, height: side))
            plans.append(crop.plan)
        }
        #expect(Set(plans).count == 1)
        #expect(detector.count.total == 1)
    }

    private static let changes: [@Sendable (inout CropRequest) -> Void] = [
        { $0.padding = .zero },
        { $0.scheme = .largest },
        { $0.accuracy = .high },
        { $0.shape = .size(PixelSize(width: 30, height: 31)) },
        { $0.shape = .source },
        { $0.zoom = .init(fill: 0.5) },
    ]

    @Test(arguments: changes.indices) func settingsThatMoveTheCropRequireDetection(index: Int) async throws {
        let cropper = cropper(detector)
        var request = CropRequest(width: 30, height: 30)
        _ = try await cropper.crop(Self.picture, named: "a", to: request)
        Self.changes[index](&request)
        _ = try await cropper.crop(Self.picture, named: "a", to: request)
        #expect(detector.count.total == 2)
    }

    /// Regression test for the original bounded image view, whose key lacked the padding, so that the crop for another padding was
    /// returned.
    @Test func anotherPaddingGivesAnotherCrop() async throws {
        let cropper = cropper(CountingDetector([Feature(Rect(x: 50, y: 20, width: 20, height: 20))]))
        var request = CropRequest(width: 60, height: 60)
        var starts: [Int] = []
        for padding in [Padding.zero, Padding(top: .pixels(0), right: .pixels(40), bottom: .pixels(0), left: .pixels(0))] {
            request.padding = padding
            starts.append(try await cropper.crop(Self.picture, named: "a", to: request).plan.crop.x)
        }
        #expect(starts == [30, 50])
    }

    @Test func anotherDetectorGivesAnotherCrop() async throws {
        let cache = CropCache(trimsUnderMemoryPressure: false)
        let other = CountingDetector([Feature(Rect(x: 5, y: 20, width: 20, height: 20))], name: "other")
        let request = CropRequest(width: 30, height: 30)
        let first = try await cropper(detector, cache).crop(Self.picture, named: "a", to: request)
        let second = try await cropper(other, cache).crop(Self.picture, named: "a", to: request)
        #expect(first.plan.crop != second.plan.crop)
        #expect(detector.count.total == 1 && other.count.total == 1)
        #expect(cache.count == 2)
    }

    @Test func withoutANameNothingIsCached() async throws {
        let cropper = cropper(detector)
        for _ in 0..<3 { _ = try await cropper.crop(Self.picture, named: nil, to: CropRequest(width: 30, height: 30)) }
        #expect(detector.count.total == 3)
        #expect(cropper.cache?.count == 0)
    }

    @Test func withoutACacheNothingIsCached() async throws {
        let cropper = cropper(detector, nil)
        for _ in 0..<2 { _ = try await cropper.crop(Self.picture, named: "a", to: CropRequest(width: 30, height: 30)) }
        #expect(detector.count.total == 2)
    }

    /// Regression test for the original bounded image view, which used the features of its first picture for the second.
    @Test func aSecondPictureIsDetectedSeparately() async throws {
        let bright = ClosureFeatureDetector(name: "bright half") { picture, _ in
            let isLeft = try picture.luma(longSide: 2).bytes[0] > 127
            return [Feature(Rect(x: isLeft ? 10 : 90, y: 20, width: 20, height: 20))]
        }
        let cropper = cropper(bright)
        let pictures = [false, true].map { PixelBuffer(size: Self.picture.size, filledWith: $0 ? (255, 255, 255, 255) : (0, 0, 0, 255)) }
        let request = CropRequest(width: 60, height: 60)
        #expect(try pictures.map { try cropper.blocking.crop($0, to: request).plan.crop.x } == [60, 0])
        for (name, picture) in zip(["dark", "light"], pictures) {
            #expect(try await cropper.crop(picture, named: name, to: request).plan == cropper.blocking.plan(picture, for: request))
        }
    }

    @Test func anErrorIsNotCached() async throws {
        let failing = CountingDetector { throw BoundedCropError(.detectionFailed, "not today") }
        let cropper = cropper(failing)
        for _ in 0..<2 {
            await #expect(throws: BoundedCropError.self) {
                try await cropper.crop(Self.picture, named: "a", to: CropRequest(width: 30, height: 30))
            }
        }
        #expect(failing.count.total == 2)
        #expect(cropper.cache?.count == 0)
    }

    @Test(arguments: [0, -1, 65_536]) func anInvalidSizeIsAnErrorEvenWithAName(side: Int) async throws {
        let cropper = cropper(detector)
        let error = await #expect(throws: BoundedCropError.self) {
            try await cropper.crop(Self.picture, named: "a", to: CropRequest(width: side, height: 30))
        }
        #expect(error?.code == .invalidArgument)
    }

    @Test func aTrimmedCacheRequiresNoDetection() async throws {
        let cropper = cropper(detector)
        let first = try await cropper.crop(Self.picture, named: "a", to: CropRequest(width: 30, height: 30))
        cropper.cache?.trim()
        #expect(try await cropper.crop(Self.picture, named: "a", to: CropRequest(width: 30, height: 30)) == first)
        #expect(detector.count.total == 1)
        cropper.cache?.clear()
        _ = try await cropper.crop(Self.picture, named: "a", to: CropRequest(width: 30, height: 30))
        #expect(detector.count.total == 2)
    }
}
