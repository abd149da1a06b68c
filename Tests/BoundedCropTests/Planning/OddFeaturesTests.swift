import BoundedCrop
import TestSupport
import Testing

/// Features that a detector should not return, and pictures of extreme sizes.
@Suite struct OddFeaturesTests {
    private static let picture = PixelSize(width: 400, height: 200)
    private static let face = Feature(Rect(x: 300, y: 80, width: 40, height: 40))
    private static let unusable: [Rect] = [
        Rect(x: 500, y: 0, width: 300, height: 300),
        Rect(x: -400, y: -400, width: 400, height: 400),
        Rect(x: 10, y: 10, width: 0, height: 50),
        Rect(x: 10, y: 10, width: 50, height: 0),
        Rect(x: 100, y: 100, width: -90, height: -90),
        Rect(x: .nan, y: 10, width: 50, height: 50),
        Rect(x: 10, y: .nan, width: 50, height: 50),
        Rect(x: 10, y: 10, width: .nan, height: 50),
        Rect(x: -.infinity, y: 10, width: .infinity, height: 50),
        Rect(x: 10, y: 10, width: .infinity, height: .infinity),
    ]

    @Test(arguments: unusable, BoundingScheme.allCases)
    func areIgnoredNextToAValidOne(rectangle: Rect, scheme: BoundingScheme) throws {
        var request = CropRequest(width: 100, height: 200)
        request.scheme = scheme
        let alone = try CropPlanner.plan(features: [Self.face], size: Self.picture, request: request)
        for features in [[Self.face, Feature(rectangle)], [Feature(rectangle), Self.face]] {
            #expect(try CropPlanner.plan(features: features, size: Self.picture, request: request) == alone)
        }
    }

    @Test(arguments: unusable) func aloneMeanNothingFound(rectangle: Rect) throws {
        let plan = try CropPlanner.plan(features: [Feature(rectangle)], size: Self.picture, request: CropRequest(width: 9, height: 9))
        #expect(plan.features.isEmpty)
        #expect(plan.reason == .center)
        #expect(plan.fallback == .center)
    }

    @Test func areClippedToThePicture() throws {
        let reaching = Feature(Rect(x: 380, y: -30, width: 80, height: 80))
        let plan = try CropPlanner.plan(features: [reaching], size: Self.picture, request: CropRequest(width: 100, height: 200))
        #expect(plan.features.map(\.feature.rectangle) == [Rect(x: 380, y: 0, width: 20, height: 50)])
        #expect(plan.features.map(\.kept) == [true])
    }

    @Test(arguments: [Padding.standard, Padding(.fraction(100)), Padding(.pixels(1_000_000))])
    func mayBeAsLargeAsNumbersAllow(padding: Padding) throws {
        var request = CropRequest(width: 100, height: 200)
        request.padding = padding
        let everywhere = Feature(Rect(x: -1e308, y: -1e308, width: 1.7e308, height: 1.7e308))
        let plan = try CropPlanner.plan(features: [everywhere, Self.face], size: Self.picture, request: request)
        #expect(plan.bounds == Self.picture.bounds)
        #expect(plan.crop.size == PixelSize(width: 100, height: 200))
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, -1, 0, 1e300]) func mayHaveAnyConfidence(confidence: Double) throws {
        let features = [Feature(Rect(x: 80, y: 80, width: 40, height: 40), confidence: confidence), Self.face]
        let plan = try CropPlanner.plan(features: features, size: Self.picture, request: CropRequest(width: 100, height: 200))
        // Values above 1 count as 1, and of equal features the one with the lower start wins; all others count as zero.
        #expect(plan.features.map(\.kept) == (confidence > 1 ? [true, false] : [false, true]))
    }

    /// Work proportional to the square of their number would take minutes in a debug build.
    @Test(.timeLimit(.minutes(15)), arguments: BoundingScheme.allCases) func mayNumberAThousand(scheme: BoundingScheme) throws {
        var generator = SeededGenerator(seed: 31)
        let size = PixelSize(width: 8000, height: 4000)
        let features = (0..<1000).map { _ in
            let x = Double.random(in: 0...7900, using: &generator)
            let y = Double.random(in: 0...3900, using: &generator)
            return Feature(Rect(x: x, y: y, width: Double.random(in: 5...600, using: &generator), height: 60))
        }
        var request = CropRequest(width: 100, height: 300)
        request.scheme = scheme
        let plan = try CropPlanner.plan(features: features, size: size, request: request)
        #expect(plan.features.count == 1000)
        #expect(size.bounds.contains(plan.crop.rect))
    }

    @Test(arguments: [AspectRatio(1, 1), AspectRatio(1, 3), AspectRatio(65_535, 1), AspectRatio(1, 65_535)])
    func mayBeInAPictureOfOnePixel(aspect: AspectRatio) throws {
        for features in [[], [Feature(Rect(x: 0, y: 0, width: 1, height: 1))], [Feature(Rect(x: -5, y: -5, width: 20, height: 20))]] {
            let plan = try CropPlanner.plan(features: features, size: PixelSize(width: 1, height: 1), request: CropRequest(.aspect(aspect)))
            #expect(plan.crop == PixelRect(x: 0, y: 0, width: 1, height: 1))
        }
    }

    @Test func mayBeInAVeryLongPicture() throws {
        let face = Feature(Rect(x: 2990, y: 2, width: 4, height: 4))
        let request = CropRequest(.aspect(AspectRatio(1, 3)))
        let plan = try CropPlanner.plan(features: [face], size: PixelSize(width: 3000, height: 8), request: request)
        #expect(plan.crop.size == PixelSize(width: 3, height: 8))
        #expect((2990...2991).contains(plan.crop.x))
    }

    @Test(arguments: [PixelSize(width: 0, height: 10), PixelSize(width: 10, height: -1), PixelSize(width: .max, height: .max)])
    func aPictureOfAnInvalidSizeIsRefused(size: PixelSize) {
        for shape in [CropRequest.Shape.source, .aspect(AspectRatio(3, 2)), .size(PixelSize(width: 3, height: 2))] {
            let error = #expect(throws: BoundedCropError.self) {
                try CropPlanner.plan(features: [], size: size, request: CropRequest(shape))
            }
            #expect(error?.code == .invalidArgument)
        }
    }
}
