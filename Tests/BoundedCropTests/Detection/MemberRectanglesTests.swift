import BoundedCrop
import TestSupport
import Testing

/// Chains and unions use their members' own bounding rectangles.
@Suite struct MemberRectanglesTests {
    private static let picture = PixelBuffer(size: PixelSize(width: 300, height: 100), filledWith: (9, 9, 9, 255))

    /// Returns the body below a face, far larger than the face, as the bounding rectangle.
    private struct Bodies: FeatureDetector {
        let name = "bodies"
        let face: Rect?

        func features(in picture: any Picture, accuracy: DetectionAccuracy) -> [Feature] { face.map { [Feature($0)] } ?? [] }

        func boundingRectangle(of features: [Feature], in picture: any Picture, scheme: BoundingScheme, padding: Padding) -> Rect? {
            features.first.map { Rect(x: $0.rectangle.x - 30, y: 0, width: 70, height: Double(picture.size.height)) }
        }
    }

    private static let face = Rect(x: 100, y: 0, width: 10, height: 10)
    private static let body = Rect(x: 70, y: 0, width: 70, height: 100)

    private func bounds(_ detector: any FeatureDetector, _ scheme: BoundingScheme = .all) throws -> Rect? {
        var request = CropRequest(.aspect(AspectRatio(2, 1)))
        (request.scheme, request.padding) = (scheme, .zero)
        return try BlockingCropper(detector: detector).plan(Self.picture, for: request).bounds
    }

    @Test func aChainUsesTheRectangleOfTheMemberThatFoundSomething() throws {
        #expect(try bounds(ChainedFeatureDetector([Bodies(face: nil), Bodies(face: Self.face)])) == Self.body)
        let fixed = FixedFeatureDetector([Rect(x: 5, y: 5, width: 20, height: 20)])
        #expect(try bounds(ChainedFeatureDetector([fixed, Bodies(face: Self.face)])) == Rect(x: 5, y: 5, width: 20, height: 20))
    }

    @Test func aUnionContainsTheRectanglesOfAllMembers() throws {
        let fixed = FixedFeatureDetector([Rect(x: 205, y: 5, width: 20, height: 20)])
        let union = UnionFeatureDetector([fixed, Bodies(face: Self.face)])
        #expect(try bounds(union) == Rect(minX: 70, minY: 0, maxX: 225, maxY: 100))
        #expect(try bounds(ChainedFeatureDetector([FixedFeatureDetector([]), union])) == bounds(union))
    }

    @Test func theSchemeChoosesAmongTheFeaturesOfAllOrdinaryMembers() throws {
        let small = FixedFeatureDetector([Rect(x: 5, y: 5, width: 10, height: 10)])
        let large = ClosureFeatureDetector(name: "large") { _, _ in [Feature(Rect(x: 200, y: 5, width: 50, height: 50))] }
        let union = UnionFeatureDetector([small, large])
        #expect(try bounds(union, .largest) == Rect(x: 200, y: 5, width: 50, height: 50))
        #expect(try bounds(union, .smallest) == Rect(x: 5, y: 5, width: 10, height: 10))
    }

    @Test func cachedDetectionsGiveTheSameRectangle() throws {
        let folder = try TemporaryFolder()
        let source = try Fixture.source("photos/obama.jpg")
        let chain = ChainedFeatureDetector([Bodies(face: Rect(x: 500, y: 300, width: 60, height: 60))])
        let request = CropRequest(.aspect(AspectRatio(1, 2)))
        let caching = CachingFeatureDetector(chain, folder: folder.path("cache"))
        for _ in 0..<2 {
            let bounds = try #require(BlockingCropper(detector: caching).plan(source, for: request).bounds)
            #expect(abs(bounds.x - 470) < 0.001 && abs(bounds.width - 70) < 0.001)
        }
    }

    @Test func theMiddleOfARectangleTooLargeForTheWindowIsShown() throws {
        struct Wide: FeatureDetector {
            let name = "wide"
            func features(in picture: any Picture, accuracy: DetectionAccuracy) -> [Feature] { [Feature(MemberRectanglesTests.face)] }
            func boundingRectangle(of features: [Feature], in picture: any Picture, scheme: BoundingScheme, padding: Padding) -> Rect? {
                Rect(x: 120, y: 0, width: 180, height: 100)
            }
        }
        let plan = try BlockingCropper(detector: Wide()).plan(Self.picture, for: CropRequest(.aspect(AspectRatio(1, 1))))
        #expect(plan.crop == PixelRect(x: 160, y: 0, width: 100, height: 100))
        #expect(plan.reason == .bestFaces && plan.features.map(\.kept) == [false])
    }
}
