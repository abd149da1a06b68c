import BoundedCrop
import Testing

@testable import BoundedCropViews

@Suite struct OverridingDetectorTests {
    /// Finds something only for hiding.
    private struct Doubtful: FeatureDetector {
        let name = "doubtful"
        var isHiding = false
        var cacheKey: String { isHiding ? "doubtful+" : "doubtful" }
        var forHiding: any FeatureDetector { Doubtful(isHiding: true) }

        func features(in picture: any Picture, accuracy: DetectionAccuracy) -> [Feature] {
            isHiding ? [Feature(Rect(x: 1, y: 2, width: 3, height: 4))] : []
        }
    }

    @Test func hidesWhatItsDetectorHides() throws {
        let place = Rect(x: 0, y: 0, width: 9, height: 9)
        let detector = OverridingDetector(base: Doubtful(), owner: "view") { _ in place }
        let picture = PixelBuffer(size: PixelSize(width: 20, height: 20), filledWith: (9, 9, 9, 255))
        #expect(try detector.features(in: picture, accuracy: .low).isEmpty)
        #expect(try detector.forHiding.features(in: picture, accuracy: .low).count == 1)
        #expect(detector.forHiding.boundingRectangle(of: [], in: picture, scheme: .all, padding: .zero) == place)
        #expect(detector.forHiding.cacheKey != detector.cacheKey)
    }
}
