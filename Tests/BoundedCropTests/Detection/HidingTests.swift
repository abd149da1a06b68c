import PictureSupport
import TestSupport
import Testing

@testable import BoundedCrop

/// Detectors for hiding faces, which rather see one too many.
@Suite(.timeLimit(.minutes(15))) struct HidingTests {
    /// Something between two faces that one run takes for a face, and a closer run does not.
    private static func picture() throws -> PixelBuffer {
        try Fixture.source("composites/two_far_apart.jpg").pixels(longSide: 300)
    }

    private static func crop(_ detector: any FeatureDetector) throws -> [Feature] {
        try detector.features(in: picture(), accuracy: .high)
    }

    @Test func whatIsNotConfirmedIsHiddenButNotCroppedTo() throws {
        let detector = YuNetDetector()
        let (kept, hidden) = (try Self.crop(detector), try Self.crop(detector.forHiding))
        #expect(hidden.count > kept.count && !kept.isEmpty)
        #expect(kept.allSatisfy { face in hidden.contains { $0.rectangle == face.rectangle } })
    }

    @Test func `an extent says how sure what is hidden must be`() throws {
        func found(_ extent: HidingExtent, _ make: (DetectionLimits) -> any FeatureDetector) throws -> [Feature] {
            var limits = DetectionLimits()
            limits.hiding = extent
            #expect(make(limits).cacheKey == make(DetectionLimits()).cacheKey)
            return try make(limits).forHiding.features(in: Fixture.source("composites/top.jpg"), accuracy: .high)
        }
        let makers: [(DetectionLimits) -> any FeatureDetector] = [
            { YuNetDetector(limits: $0) },
            { UnionFeatureDetector([YuNetDetector(limits: $0), HaarCascadeDetector(limits: $0)], limits: $0) },
        ]
        for make in makers {
            let (sure, likely) = (try found(.sure, make), try found(.likely, make))
            let anything = try found(.anything, make)
            #expect(sure.count < likely.count && likely.count < anything.count)
            #expect(sure.allSatisfy { $0.confidence >= 0.5 } && Set(sure).isSubset(of: likely) && Set(likely).isSubset(of: anything))
            #expect(likely.contains { $0.confidence < 0.5 } && anything.contains { $0.confidence < 0.0625 })
            #expect(anything.allSatisfy { $0.confidence >= 0.0009 })
        }
    }

    @Test func combinedDetectorsHideWithTheirMembers() throws {
        let count = try Self.crop(YuNetDetector().forHiding).count
        let folder = try TemporaryFolder()
        let detectors: [any FeatureDetector] = [
            ChainedFeatureDetector([FixedFeatureDetector([]), YuNetDetector()]), UnionFeatureDetector([YuNetDetector()]),
            CachingFeatureDetector(YuNetDetector(), folder: folder.path), FrameDetector(YuNetDetector()),
        ]
        for detector in detectors { #expect(try Self.crop(detector.forHiding).count == count, "\(detector.name)") }
    }

    @Test func itsDetectionsAreCachedApart() {
        let detectors: [any FeatureDetector] = [
            YuNetDetector(), HaarCascadeDetector(), CommandDetector(program: "a"), OneShotCommandDetector(program: "a"),
            UnionFeatureDetector([FixedFeatureDetector([])]), ChainedFeatureDetector([YuNetDetector()]),
        ]
        for detector in detectors {
            #expect(detector.forHiding.cacheKey != detector.cacheKey)
            #expect(detector.forHiding.forHiding.cacheKey == detector.forHiding.cacheKey)
            #expect(detector.forHiding.name == detector.name)
        }
        #expect(FixedFeatureDetector([]).forHiding.cacheKey == FixedFeatureDetector([]).cacheKey)
    }
}
