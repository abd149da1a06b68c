import BoundedCrop
import TestSupport
import Testing

@Suite struct BoundingSchemeTests {
    private static let picture = PixelSize(width: 1000, height: 1000)
    private static let small = Feature(Rect(x: 100, y: 100, width: 50, height: 50))
    private static let medium = Feature(Rect(x: 400, y: 300, width: 100, height: 80))
    private static let large = Feature(Rect(x: 700, y: 600, width: 200, height: 200))

    @Test func allBoundsEveryFeature() {
        let bounds = BoundingScheme.all.boundingRectangle(of: [Self.medium, Self.small, Self.large], in: Self.picture, padding: .zero)
        #expect(bounds == Rect(x: 100, y: 100, width: 800, height: 700))
    }

    @Test(arguments: [(BoundingScheme.largest, large), (.smallest, small)])
    func oneFeatureIsChosenByItsArea(scheme: BoundingScheme, expected: Feature) {
        for features in [
            [Self.small, Self.medium, Self.large], [Self.large, Self.medium, Self.small], [Self.medium, Self.large, Self.small],
        ] {
            #expect(scheme.features(of: features) == [expected])
            #expect(scheme.boundingRectangle(of: features, in: Self.picture, padding: .zero) == expected.rectangle)
        }
    }

    @Test(arguments: [BoundingScheme.largest, .smallest]) func theLastDetectedOfEqualFeaturesIsChosen(scheme: BoundingScheme) {
        let equals = [(0.0, 20.0, 10.0), (300, 10, 20), (600, 20, 10)].map { Feature(Rect(x: $0, y: 0, width: $1, height: $2)) }
        #expect(scheme.features(of: equals) == [equals[2]])
        #expect(scheme.features(of: equals.reversed()) == [equals[0]])
    }

    /// Regression test for the original bounded image view, which compared padded areas with unpadded ones. With 10 pixels of padding on
    /// each side, the wide feature would cover more; without padding, the square one does.
    @Test func areasAreComparedWithoutPadding() {
        let wide = Feature(Rect(x: 100, y: 100, width: 100, height: 1))
        let square = Feature(Rect(x: 500, y: 500, width: 11, height: 11))
        let padding = Padding(.pixels(10))
        #expect(padding.applied(to: wide.rectangle).area > padding.applied(to: square.rectangle).area)
        for features in [[wide, square], [square, wide]] {
            let largest = BoundingScheme.largest.boundingRectangle(of: features, in: Self.picture, padding: padding)
            #expect(largest == Rect(x: 490, y: 490, width: 31, height: 31))
            let smallest = BoundingScheme.smallest.boundingRectangle(of: features, in: Self.picture, padding: padding)
            #expect(smallest == Rect(x: 90, y: 90, width: 120, height: 21))
        }
    }

    @Test(arguments: BoundingScheme.allCases) func withoutFeaturesThereIsNoBoundingRectangle(scheme: BoundingScheme) {
        #expect(scheme.features(of: []) == [])
        #expect(scheme.boundingRectangle(of: [], in: Self.picture, padding: .standard) == nil)
    }

    @Test func paddingIsClippedToThePicture() {
        let corner = Feature(Rect(x: 5, y: 5, width: 40, height: 40))
        let bounds = BoundingScheme.all.boundingRectangle(of: [corner], in: PixelSize(width: 60, height: 50), padding: Padding(.pixels(10)))
        #expect(bounds == Rect(x: 0, y: 0, width: 55, height: 50))
    }

    /// The union must not depend on the order, not even in its last digit.
    @Test func theBoundingRectangleDoesNotDependOnTheOrder() {
        var generator = SeededGenerator(seed: 21)
        for _ in 0..<500 {
            let features = (0..<5).map { _ in
                Feature(
                    Rect(
                        x: Double.random(in: 0...700, using: &generator),
                        y: Double.random(in: 0...700, using: &generator),
                        width: Double.random(in: 1...300, using: &generator),
                        height: Double.random(in: 1...300, using: &generator)
                    )
                )
            }
            let bounds = BoundingScheme.all.boundingRectangle(of: features, in: Self.picture, padding: .standard)
            let shuffled = features.shuffled(using: &generator)
            #expect(BoundingScheme.all.boundingRectangle(of: shuffled, in: Self.picture, padding: .standard) == bounds)
        }
    }
}
