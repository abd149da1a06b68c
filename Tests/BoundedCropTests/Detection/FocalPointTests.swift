import BoundedCrop
import TestSupport
import Testing

/// Points and rectangles given by the caller.
@Suite struct FocalPointTests {
    private static let picture = PixelBuffer(size: PixelSize(width: 300, height: 120), filledWith: (20, 40, 60, 255))

    private func plan(_ points: [Point], _ aspect: AspectRatio = AspectRatio(1, 1)) throws -> CropPlan {
        let detector = FixedFeatureDetector(points.map { Feature(focalPoint: $0) }, name: "focal")
        return try BlockingCropper(detector: detector).plan(Self.picture, for: CropRequest(.aspect(aspect)))
    }

    /// As close to the center as whole pixels and the picture's edges allow.
    @Test(arguments: [(150.0, 90), (60, 0), (100.5, 40), (199.9, 139), (0, 0), (10, 0), (299, 180), (299.9, 180), (239, 179)])
    func theCropIsCenteredOnThePoint(x: Double, left: Int) throws {
        let plan = try plan([Point(x: x, y: 60)])
        #expect(abs(plan.crop.x - left) <= 1 && plan.crop.y == 0 && plan.crop.size == PixelSize(width: 120, height: 120))
        #expect(plan.crop.rect.contains(Rect(x: x.rounded(.down), y: 60, width: 1, height: 1)))
        #expect(plan.features.map(\.feature.kind) == [.focalPoint] && plan.features.map(\.kept) == [true])
        #expect(plan.reason == .bounds && plan.fallback == nil)
    }

    @Test func severalPointsAreKeptTogether() throws {
        let plan = try plan([Point(x: 100, y: 10), Point(x: 180, y: 110)])
        #expect(plan.crop.x == 80 || plan.crop.x == 81)
        #expect(plan.features.map(\.kept) == [true, true])
    }

    @Test(arguments: [Point(x: 300, y: 60), Point(x: -1, y: 60), Point(x: 10, y: 120), Point(x: 10, y: -0.5)])
    func aPointOutsideThePictureIsAnError(point: Point) {
        expectError(.invalidArgument, saying: "300x120") { _ = try plan([point]) }
    }

    @Test func theErrorSaysWhetherItIsAPointOrARegion() {
        expectError(.invalidArgument, saying: "the focal point 99999,9 lies outside") { _ = try plan([Point(x: 99_999, y: 9)]) }
        let region = FixedFeatureDetector([Rect(x: 99_999, y: 9, width: 5, height: 5)])
        expectError(.invalidArgument, saying: "the region 99999,9,5,5 lies outside") {
            _ = try region.features(in: Self.picture, accuracy: .low)
        }
    }

    @Test func aPointMeansThePixelThatContainsIt() {
        #expect(Feature(focalPoint: Point(x: 3.9, y: 4.2)).rectangle == Rect(x: 3, y: 4, width: 1, height: 1))
        #expect(Feature(focalPoint: Point(x: -0.5, y: 0)).rectangle == Rect(x: -1, y: 0, width: 1, height: 1))
    }
}
