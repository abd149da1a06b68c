import BoundedCrop
import Testing

/// Detectors implemented outside the library.
@Suite struct CustomDetectorTests {
    private static let picture = PixelBuffer(size: PixelSize(width: 300, height: 100), filledWith: (20, 40, 60, 255))
    private static let request = CropRequest(width: 50, height: 50)

    /// The minimal detector.
    private struct EndFinder: FeatureDetector {
        let name = "end"

        func features(in picture: any Picture, accuracy: DetectionAccuracy) throws -> [Feature] {
            let side = accuracy == .low ? 40.0 : 20
            return [Feature(Rect(x: Double(picture.size.width) - side, y: 10, width: side, height: side), kind: .init(rawValue: "end"))]
        }
    }

    /// Replaces the bounding rectangle, as a subclass would override a method.
    private struct BodyHolder: FeatureDetector {
        let name = "body"

        func features(in picture: any Picture, accuracy: DetectionAccuracy) -> [Feature] {
            [Feature(Rect(x: 200, y: 0, width: 20, height: 20))]
        }

        func boundingRectangle(of features: [Feature], in picture: any Picture, scheme: BoundingScheme, padding: Padding) -> Rect? {
            features.first.map { Rect(x: $0.rectangle.x - 60, y: 0, width: 80, height: Double(picture.size.height)) }
        }
    }

    /// Returns a rectangle of its own if nothing is found.
    private struct CornerHolder: FeatureDetector {
        let name = "corner"
        let bounds: Rect?

        func features(in picture: any Picture, accuracy: DetectionAccuracy) -> [Feature] { [] }

        func boundingRectangle(of features: [Feature], in picture: any Picture, scheme: BoundingScheme, padding: Padding) -> Rect? {
            bounds
        }
    }

    @Test func aNameAndOneFunctionAreEnough() throws {
        let plan = try BlockingCropper(detector: EndFinder()).plan(Self.picture, for: Self.request)
        #expect(plan.crop == PixelRect(x: 200, y: 0, width: 100, height: 100))
        #expect(plan.features.map(\.feature.kind.rawValue) == ["end"])
        #expect(EndFinder().cacheKey == "end")
    }

    @Test func receivesTheAccuracyOfTheRequest() throws {
        var request = Self.request
        request.accuracy = .high
        let plan = try BlockingCropper(detector: EndFinder()).plan(Self.picture, for: request)
        #expect(plan.features.map(\.feature.rectangle.width) == [20])
    }

    @Test func mayReplaceTheBoundingRectangle() throws {
        let plan = try BlockingCropper(detector: BodyHolder()).plan(Self.picture, for: Self.request)
        #expect(plan.bounds == Rect(x: 140, y: 0, width: 80, height: 100))
        #expect(plan.crop == PixelRect(x: 130, y: 0, width: 100, height: 100))
        #expect(plan.features.map(\.kept) == [true])
    }

    @Test func itsBoundingRectangleAppliesWithoutFeaturesToo() throws {
        let corner = CornerHolder(bounds: Rect(x: 250, y: 50, width: 50, height: 50))
        let plan = try BlockingCropper(detector: corner).plan(Self.picture, for: Self.request)
        #expect(plan.crop == PixelRect(x: 200, y: 0, width: 100, height: 100))
        #expect(plan.reason == .bounds && plan.fallback == nil)
    }

    /// If the rectangle exceeds the window, the window shows part of it.
    @Test func itsBoundingRectangleMayExceedTheWindow() throws {
        let plan = try BlockingCropper(detector: CornerHolder(bounds: Rect(x: 100, y: 0, width: 200, height: 100)))
            .plan(Self.picture, for: Self.request)
        #expect(plan.crop == PixelRect(x: 150, y: 0, width: 100, height: 100))
        #expect(plan.reason == .bestFaces)
    }

    @Test(arguments: [
        nil, Rect(x: 10, y: 10, width: 0, height: 10), Rect(x: 400, y: 0, width: 50, height: 50),
        Rect(x: .nan, y: 0, width: 50, height: 50),
        Rect(x: 0, y: 0, width: .nan, height: .nan), Rect(x: -.infinity, y: 0, width: .infinity, height: 50),
    ])
    func anInvalidBoundingRectangleMeansNothingFound(bounds: Rect?) throws {
        let plan = try BlockingCropper(detector: CornerHolder(bounds: bounds)).plan(Self.picture, for: Self.request)
        #expect(plan.crop == PixelRect(x: 100, y: 0, width: 100, height: 100))
        #expect(plan.fallback == .center)
    }

    @Test func fixedFeaturesApplyToEveryPicture() throws {
        let cropper = BoundedCropper(detector: FixedFeatureDetector([Rect(x: 0, y: 0, width: 30, height: 30)]))
        let plan = try cropper.blocking.plan(Self.picture, for: Self.request)
        #expect(plan.crop.x == 0)
        #expect(plan.features.map(\.feature.kind) == [.region])
        #expect(try cropper.blocking.features(in: Self.picture).count == 1)
    }

    @Test func aClosureIsADetector() throws {
        let detector = ClosureFeatureDetector(name: "mine") { picture, _ in
            [Feature(Rect(x: Double(picture.size.width - 30), y: 0, width: 30, height: 30))]
        }
        #expect(detector.cacheKey == "mine")
        #expect(try BlockingCropper(detector: detector).plan(Self.picture, for: Self.request).crop.x == 200)
    }

    @Test func itsErrorIsRethrown() {
        struct Broken: Error {}
        let detector = ClosureFeatureDetector(name: "broken") { _, _ in throw Broken() }
        #expect(throws: Broken.self) { try BlockingCropper(detector: detector).plan(Self.picture, for: Self.request) }
    }

    /// A rectangle found in a shrunk copy is converted to the picture's coordinates.
    @Test func rectanglesInACopyAreConvertedBack() throws {
        let copy = try Self.picture.luma(longSide: 60)
        #expect(copy.size == PixelSize(width: 60, height: 20))
        let back = Self.picture.rectangle(Rect(x: 6, y: 2, width: 12, height: 4), in: copy.size)
        #expect(back == Rect(x: 30, y: 10, width: 60, height: 20))
    }
}
