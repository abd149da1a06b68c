import BoundedCrop
import Synchronization
import TestSupport
import Testing

/// What detectors say of the copies they look at is what they ask for.
@Suite struct LookingSideTests {
    private final class Asked: Picture {
        let size = PixelSize(width: 4000, height: 3000)
        let longest = Mutex(0)

        func luma(longSide: Int) throws -> LumaPlane {
            longest.withLock { $0 = max($0, longSide) }
            return PixelBuffer(size: PixelSize(width: 64, height: 48)).luma()
        }

        func pixels(longSide: Int) throws -> PixelBuffer {
            longest.withLock { $0 = max($0, longSide) }
            return PixelBuffer(size: PixelSize(width: 64, height: 48))
        }

        func pixels(of cuts: [PictureCut]) throws -> [PixelBuffer] { [] }
    }

    private static let detectors: [any FeatureDetector] = [
        YuNetDetector(), HaarCascadeDetector(), CommandDetector(program: "/bin/cat"), EmbeddedRegionDetector(),
        FixedFeatureDetector([Rect]()),
        ChainedFeatureDetector([HaarCascadeDetector(), YuNetDetector()]),
        UnionFeatureDetector([HaarCascadeDetector(), EmbeddedRegionDetector()]),
    ]

    @Test(arguments: detectors.indices, DetectionAccuracy.allCases) func isNeverExceeded(index: Int, accuracy: DetectionAccuracy) throws {
        let picture = Asked()
        let said = try #require(Self.detectors[index].knownLookingSide(at: accuracy))
        // The program answers nothing that can be understood, after it was given its copy.
        _ = try? Self.detectors[index].features(in: picture, accuracy: accuracy)
        #expect(picture.longest.withLock { $0 } <= said)
    }

    @Test func isNotKnownOfOthers() {
        let own = ClosureFeatureDetector(name: "own") { _, _ in [] }
        #expect(own.knownLookingSide(at: .low) == nil)
        #expect(ChainedFeatureDetector([YuNetDetector(), own]).knownLookingSide(at: .low) == nil)
    }
}
