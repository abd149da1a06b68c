import BoundedCrop
import TestSupport
import Testing

/// How often a cropper runs detection, and whether it cuts what it planned.
@Suite struct CroppingStagesTests {
    /// Red increases to the right and green downwards, by one level per pixel.
    private static func gradient() throws -> PixelBuffer {
        let size = PixelSize(width: 200, height: 250)
        let bytes = (0..<size.height).flatMap { y in (0..<size.width).flatMap { x -> [UInt8] in [UInt8(x), UInt8(y), 0, 255] } }
        return try PixelBuffer(size: size, bytes: bytes)
    }

    /// Regression test for the original bounded image view, whose crop was flipped vertically.
    @Test(arguments: [0, 100, 230]) func theCropShowsThePlannedRectangle(y: Double) throws {
        let cropper = BoundedCropper(detector: FixedFeatureDetector([Rect(x: 90, y: y, width: 20, height: 20)]))
        let crop = try cropper.blocking.crop(Self.gradient(), to: CropRequest(.aspect(AspectRatio(2, 1))))
        let place = crop.plan.crop
        #expect(crop.pixels.size == place.size)
        let last = (place.height * place.width - 1) * 4
        #expect(Array(crop.pixels.bytes[0..<3]) == [UInt8(place.x), UInt8(place.y), 0])
        #expect(Array(crop.pixels.bytes[last..<last + 3]) == [UInt8(place.x + place.width - 1), UInt8(place.y + place.height - 1), 0])
    }

    /// Regression test for the original bounded image view, which compared the view's aspect ratio with 1 and so left the picture when both
    /// were wide.
    @Test(arguments: [(300, 100), (100, 300), (300, 290), (290, 300), (1000, 1), (1, 1000)])
    func aCropStaysInsideAPictureOfAnyShape(width: Int, height: Int) throws {
        let picture = PixelSize(width: width, height: height)
        let corners = [(0, 0), (width - 1, 0), (0, height - 1), (width - 1, height - 1)]
        for aspect in [AspectRatio(2, 1), AspectRatio(1, 2), AspectRatio(4, 3), AspectRatio(1, 1), AspectRatio(10, 1)] {
            for corner in corners {
                let feature = Feature(Rect(x: Double(corner.0), y: Double(corner.1), width: 1, height: 1))
                let plan = try CropPlanner.plan(features: [feature], size: picture, request: CropRequest(.aspect(aspect)))
                #expect(picture.bounds.contains(plan.crop.rect))
                #expect(plan.crop.width == width || plan.crop.height == height)
                #expect(plan.features.map(\.kept) == [true])
            }
        }
    }

    @Test func detectsOnceForSeveralCropsOfOnePicture() throws {
        let detector = CountingDetector()
        let requests = [CropRequest(width: 10, height: 10), CropRequest(width: 20, height: 10), CropRequest(.source)]
        let crops = try BlockingCropper(detector: detector).crop(Self.gradient(), to: requests)
        #expect(crops.count == 3)
        #expect(detector.count.total == 1)
    }

    @Test func detectsOnceForEachAccuracy() throws {
        let detector = CountingDetector()
        var high = CropRequest(width: 10, height: 10)
        high.accuracy = .high
        let requests = [CropRequest(width: 10, height: 10), high, CropRequest(.source), high]
        _ = try BlockingCropper(detector: detector).plans(Self.gradient(), for: requests)
        #expect(detector.count.total == 2)
    }

    @Test func doesNotDetectIfBoundingIsOff() throws {
        let detector = CountingDetector()
        var request = CropRequest(width: 10, height: 10)
        request.detectsFeatures = false
        let plan = try BlockingCropper(detector: detector).plan(Self.gradient(), for: request)
        #expect(plan.crop == PixelRect(x: 0, y: 25, width: 200, height: 200))
        #expect(plan.reason == .center && plan.fallback == nil)
        #expect(detector.count.total == 0)
    }

    @Test func doesNotDetectForAnInvalidRequest() throws {
        let detector = CountingDetector()
        #expect(throws: BoundedCropError.self) {
            try BlockingCropper(detector: detector).plan(Self.gradient(), for: CropRequest(width: 0, height: 10))
        }
        #expect(detector.count.total == 0)
    }

    @Test func stopsBetweenStagesWhenCancelled() throws {
        let cancellation = Cancellation()
        let detector = CountingDetector { cancellation.cancel() }
        #expect(throws: CancellationError.self) {
            try BlockingCropper(detector: detector).crop(Self.gradient(), to: [CropRequest(.source)], cancellation: cancellation)
        }
        #expect(detector.count.total == 1)
    }
}
