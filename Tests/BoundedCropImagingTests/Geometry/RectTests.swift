import Testing

@testable import BoundedCropImaging

@Suite struct RectTests {
    private static let one = Rect(x: 0, y: 0, width: 10, height: 10)

    @Test(arguments: [
        (
            Rect(x: 5, y: 5, width: 10, height: 10), Rect(x: 0, y: 0, width: 15, height: 15), Rect(x: 5, y: 5, width: 5, height: 5),
            25.0 / 175.0
        ),
        (Rect(x: 0, y: 0, width: 10, height: 10), one, one, 1.0),
        (Rect(x: 2, y: 2, width: 5, height: 5), one, Rect(x: 2, y: 2, width: 5, height: 5), 0.25),
        (Rect(x: 10, y: 0, width: 10, height: 10), Rect(x: 0, y: 0, width: 20, height: 10), Rect(x: 0, y: 0, width: 0, height: 0), 0.0),
    ])
    func unionIntersectionAndOverlap(other: Rect, union: Rect, intersection: Rect, overlap: Double) {
        #expect(Self.one.union(other) == union)
        #expect(other.union(Self.one) == union)
        #expect(Self.one.intersection(other) == intersection)
        #expect(other.intersection(Self.one) == intersection)
        #expect(Self.one.intersectionOverUnion(other) == overlap)
    }

    @Test(arguments: [
        Rect(x: 3, y: 3, width: 0, height: 5), Rect(x: 3, y: 3, width: 5, height: -1), Rect(x: 3, y: 3, width: .nan, height: 5),
    ])
    func isEmptyWithoutWidthOrHeight(empty: Rect) {
        #expect(empty.isEmpty)
        #expect(empty.area == 0)
        #expect(Self.one.union(empty) == Self.one)
        #expect(empty.union(Self.one) == Self.one)
        #expect(Self.one.intersection(empty).isEmpty)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity]) func detectsNonFiniteNumbers(number: Double) {
        #expect(Self.one.isFinite)
        #expect(!Rect(x: number, y: 0, width: 1, height: 1).isFinite)
        #expect(!Rect(x: 0, y: 0, width: 1, height: number).isFinite)
    }

    @Test(arguments: [
        (Rect(x: 0, y: 0, width: 10, height: 10), true), (Rect(x: 1, y: 1, width: 9, height: 9), true),
        (Rect(x: -0.001, y: 0, width: 5, height: 5), false), (Rect(x: 5, y: 5, width: 5, height: 5.001), false),
    ])
    func containmentIncludesTheEdges(other: Rect, contained: Bool) {
        #expect(Self.one.contains(other) == contained)
    }

    @Test func convertsBetweenScalesOfAPicture() {
        let small = PixelSize(width: 100, height: 50)
        let large = PixelSize(width: 400, height: 100)
        #expect(Rect(x: 10, y: 10, width: 20, height: 5).scaled(from: small, to: large) == Rect(x: 40, y: 20, width: 80, height: 10))
    }

    /// The whole pixels touched by fractional coordinates; those outside are clamped to the edge.
    @Test(arguments: [
        (0.0, 10.0, 0, 10), (0.4, 9.6, 0, 10), (1.0, 9.0, 1, 9), (0.999, 9.001, 0, 10), (-5.0, 50.0, 0, 20), (19.5, 1e300, 19, 20),
        (-1e300, 0.1, 0, 1),
    ])
    func coversWholePixels(low: Double, high: Double, first: Int, end: Int) {
        #expect(Span(covering: low, high, within: 20) == Span(low: first, high: end))
    }

    @Test(arguments: [(50.0, 45), (50.4, 45), (50.5, 45), (50.6, 46), (0.0, 0), (100.0, 90)])
    func aWindowIsCenteredAndRoundsTiesDown(center: Double, start: Int) {
        #expect(Span.start(ofWindow: 10, centeredOn: center, within: 100) == start)
    }
}
