import BoundedCrop
import Synchronization
import TestSupport
import Testing

/// Detectors request copies no larger than they declare.
@Suite struct LookingSideTests {
    private final class RecordingPicture: Picture {
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

        func pixels(of rectangle: PixelRect, scaledTo size: PixelSize) throws -> PixelBuffer { PixelBuffer(size: size) }
    }

    private static let detectors: [any FeatureDetector] = [
        YuNetDetector(), CenterFaceDetector(), HaarCascadeDetector(), CommandDetector(program: "/bin/cat"),
        OneShotCommandDetector(program: "/bin/cat"), EmbeddedRegionDetector(),
        FixedFeatureDetector([Rect]()),
        ChainedFeatureDetector([HaarCascadeDetector(), YuNetDetector()]),
        UnionFeatureDetector([HaarCascadeDetector(), EmbeddedRegionDetector()]),
    ]

    @Test(arguments: detectors.indices, DetectionAccuracy.allCases) func isNeverExceeded(index: Int, accuracy: DetectionAccuracy) throws {
        let picture = RecordingPicture()
        let declared = try #require(Self.detectors[index].knownLookingSide(at: accuracy))
        // After it received its copy, the program gives an invalid answer.
        _ = try? Self.detectors[index].features(in: picture, accuracy: accuracy)
        #expect(picture.longest.withLock { $0 } <= declared)
    }

    @Test func isUnknownForOtherDetectors() {
        let own = ClosureFeatureDetector(name: "own") { _, _ in [] }
        #expect(own.knownLookingSide(at: .low) == nil)
        #expect(ChainedFeatureDetector([YuNetDetector(), own]).knownLookingSide(at: .low) == nil)
    }
}
