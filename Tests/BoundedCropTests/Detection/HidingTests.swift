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
