import BoundedCrop
import TestSupport
import Testing

/// A chain uses its next detector if one finds nothing; a union uses all of them.
@Suite struct CombinedDetectorTests {
    private struct Broken: Error, Equatable {}

    private static let picture = PixelBuffer(size: PixelSize(width: 300, height: 100), filledWith: (20, 40, 60, 255))
    private static let left = Feature(Rect(x: 10, y: 10, width: 40, height: 40), confidence: 0.7)
    private static let right = Feature(Rect(x: 200, y: 10, width: 40, height: 40), confidence: 0.9)
    /// The left face as another detector sees it.
    private static let leftAgain = Feature(Rect(x: 12, y: 11, width: 40, height: 40), confidence: 0.8)

    private let broken = CountingDetector([], name: "broken") { throw Broken() }

    private func found(_ detector: any FeatureDetector) throws -> [Feature] { try detector.features(in: Self.picture, accuracy: .low) }

    @Test func aChainUsesTheNextDetectorOnlyIfNothingWasFound() throws {
        let members = [CountingDetector([]), CountingDetector([Self.left]), CountingDetector([Self.right])]
        #expect(try found(ChainedFeatureDetector(members)) == [Self.left])
        #expect(members.map(\.count.total) == [1, 1, 0])
        #expect(try found(ChainedFeatureDetector([members[2], broken])) == [Self.right])
        #expect(broken.count.total == 0)
    }

    @Test func aChainThatFindsNothingHasUsedAll() throws {
        let members = [CountingDetector([]), CountingDetector([]), CountingDetector([])]
        #expect(try found(ChainedFeatureDetector(members)).isEmpty)
        #expect(members.map(\.count.total) == [1, 1, 1])
        #expect(try found(ChainedFeatureDetector([])).isEmpty)
    }

    @Test func anErrorEndsAChain() {
        let next = CountingDetector([Self.left])
        #expect(throws: Broken.self) { try found(ChainedFeatureDetector([CountingDetector([]), broken, next])) }
        #expect(next.count.total == 0)
    }

    @Test func aUnionMergesDetectionsOfTheSameFace() throws {
        let members = [CountingDetector([Self.left, Self.right]), CountingDetector([Self.leftAgain]), CountingDetector([])]
        #expect(try found(UnionFeatureDetector(members)) == [Self.right, Self.leftAgain])
        #expect(try found(UnionFeatureDetector(members.reversed())) == [Self.right, Self.leftAgain])
        #expect(members.map(\.count.total) == [2, 2, 2])
    }

    private static let faces = [Rect(x: 40, y: 10, width: 20, height: 20), Rect(x: 20, y: 10, width: 60, height: 70)]

    /// A face lies inside the box of its person, and is something else, also in a selfie, where it covers 42% of that box.
    @Test(arguments: [("person", 2), ("face", 1)], faces)
    func aUnionMergesWhatLiesInsideOnlyIfItIsOfTheSameKind(kind: (String, Int), box: Rect) throws {
        let (name, count) = kind
        let body = Feature(Rect(x: 0, y: 0, width: 100, height: 100), confidence: 0.9, kind: .init(rawValue: name))
        let face = Feature(box, confidence: 0.8)
        let union = UnionFeatureDetector([CountingDetector([face]), CountingDetector([body])])
        #expect(try found(union) == Array([body, face].prefix(count)))
    }

    @Test func aUnionHasLimits() throws {
        var limits = DetectionLimits()
        limits.maximumCount = 1
        let members = [CountingDetector([Self.left]), CountingDetector([Self.right])]
        #expect(try found(UnionFeatureDetector(members, limits: limits)) == [Self.right])
        #expect(try found(UnionFeatureDetector([])).isEmpty)
    }

    @Test func anErrorEndsAUnion() {
        #expect(throws: Broken.self) { try found(UnionFeatureDetector([CountingDetector([Self.left]), broken])) }
    }

    @Test func combinationsMayBeNested() throws {
        let union = UnionFeatureDetector([
            CountingDetector([]), ChainedFeatureDetector([CountingDetector([]), CountingDetector([Self.left])]),
        ])
        #expect(try found(ChainedFeatureDetector([CountingDetector([]), union])) == [Self.left])
    }

    @Test func theAccuracyIsPassedOn() throws {
        let seen = ClosureFeatureDetector(name: "accuracy") { _, accuracy in accuracy == .high ? [Self.right] : [] }
        for detector in [ChainedFeatureDetector([seen]), UnionFeatureDetector([seen])] as [any FeatureDetector] {
            #expect(try detector.features(in: Self.picture, accuracy: .high) == [Self.right])
            #expect(try detector.features(in: Self.picture, accuracy: .low).isEmpty)
        }
    }

    @Test func cacheKeysOfDifferentArrangementsDiffer() {
        let names = ["a", "b", "a,b", "chain(a", "b)"].map { CountingDetector([], name: $0) }
        var limits = DetectionLimits()
        limits.maximumCount = 2
        let keys = [
            ChainedFeatureDetector([names[0], names[1]]).cacheKey, ChainedFeatureDetector([names[1], names[0]]).cacheKey,
            ChainedFeatureDetector([names[2]]).cacheKey, UnionFeatureDetector([names[0], names[1]]).cacheKey,
            UnionFeatureDetector([names[0], names[1]], limits: limits).cacheKey, UnionFeatureDetector([names[2]]).cacheKey,
            ChainedFeatureDetector([names[3], names[4]]).cacheKey,
            ChainedFeatureDetector([ChainedFeatureDetector([names[0]]), names[1]]).cacheKey,
        ]
        #expect(Set(keys).count == keys.count, "\(keys)")
        #expect(ChainedFeatureDetector([names[0], names[1]]).name == "a,b")
        #expect(UnionFeatureDetector([names[0], names[1]]).name == "a+b")
    }

    /// YuNet detects the partial face that the cascades do not.
    @Test func builtInDetectorsCanBeCombined() throws {
        let picture = try Fixture.source("photos/obama_partial_face.jpg")
        let chain = ChainedFeatureDetector([HaarCascadeDetector(), YuNetDetector()])
        let expected = try YuNetDetector().features(in: picture, accuracy: .low)
        #expect(try expected.count == 1 && chain.features(in: picture, accuracy: .low) == expected)
        let union = UnionFeatureDetector([HaarCascadeDetector(), YuNetDetector()])
        #expect(try union.features(in: Fixture.source("composites/three_in_row.jpg"), accuracy: .low).count == 3)
    }
}
