import TestSupport
import Testing

@testable import BoundedCrop

/// Detectors tell what is likely apart from what is sure.
@Suite struct LikelyDetectionTests {
    private static let picture = PixelBuffer(size: PixelSize(width: 200, height: 100))
    private static let size = picture.size

    private static func feature(_ x: Double, _ confidence: Double) -> Feature {
        Feature(Rect(x: x, y: 10, width: 20, height: 20), confidence: confidence)
    }

    private struct Doubtful: FeatureDetector {
        let name: String
        let found: Detection

        func features(in picture: any Picture, accuracy: DetectionAccuracy) -> [Feature] { found.features }
        func detection(in picture: any Picture, accuracy: DetectionAccuracy) -> Detection { found }
    }

    @Test func `the fourth power of the minimum confidence is likely`() throws {
        let all = [0.9, 0.5, 0.49, 0.07, 0.06].enumerated().map { Self.feature(Double($0) * 40, $1) }
        let found = try DetectionLimits().detection(from: all, in: Self.size, accuracy: .low)
        #expect(found == Detection(Array(all[0...1]), likely: Array(all[2...3])))
        var limits = DetectionLimits()
        limits.minimumConfidence = 0.9
        #expect(try limits.detection(from: all, in: Self.size, accuracy: .low) == Detection([all[0]]))
    }

    @Test func `nothing is likely at the place of a feature, or if all is hidden`() throws {
        let all = [Self.feature(10, 0.9), Self.feature(12, 0.4)]
        #expect(try DetectionLimits().detection(from: all, in: Self.size, accuracy: .low).likely.isEmpty)
        let hiding = DetectionLimits().forHiding(from: 0.1)
        #expect(try hiding.detection(from: all, in: Self.size, accuracy: .low) == Detection(all))
    }

    @Test func `the features of built-in detectors are those of their detections`() throws {
        let picture = try Fixture.source("composites/three_in_row.jpg")
        for detector in [YuNetDetector(), CenterFaceDetector()] as [any FeatureDetector] {
            let found = try detector.detection(in: picture, accuracy: .low)
            #expect(try found.features == detector.features(in: picture, accuracy: .low) && !found.features.isEmpty)
            #expect(found.likely.allSatisfy { $0.confidence < 0.5 })
        }
    }

    @Test func `a custom detector needs nothing more than its features`() throws {
        let own = ClosureFeatureDetector(name: "own") { _, _ in [Self.feature(0, 0.1)] }
        #expect(try own.detection(in: Self.picture, accuracy: .low) == Detection([Self.feature(0, 0.1)]))
    }

    @Test func `a union reports no more features, and what any of its detectors holds likely`() throws {
        let one = Doubtful(name: "one", found: Detection([Self.feature(0, 0.95)], likely: [Self.feature(50, 0.8), Self.feature(100, 0.3)]))
        let two = Doubtful(name: "two", found: Detection([Self.feature(52, 0.6)], likely: [Self.feature(101, 0.4), Self.feature(1, 0.2)]))
        let found = try UnionFeatureDetector([one, two]).detection(in: Self.picture, accuracy: .low)
        #expect(found == Detection([Self.feature(0, 0.95), Self.feature(52, 0.6)], likely: [Self.feature(101, 0.4)]))
    }

    @Test func `a chain goes on where something is only likely`() throws {
        let unsure = Doubtful(name: "unsure", found: Detection([], likely: [Self.feature(50, 0.3), Self.feature(100, 0.2)]))
        let sure = Doubtful(name: "sure", found: Detection([Self.feature(51, 0.9)]))
        let found = try ChainedFeatureDetector([unsure, sure]).detection(in: Self.picture, accuracy: .low)
        #expect(found == Detection([Self.feature(51, 0.9)], likely: [Self.feature(100, 0.2)]))
        #expect(try ChainedFeatureDetector([unsure]).features(in: Self.picture, accuracy: .low).isEmpty)
    }

    @Test func `a crop is planned with what is likely`() throws {
        let detector = Doubtful(name: "unsure", found: Detection([], likely: [Self.feature(170, 0.3)]))
        let plan = try BlockingCropper(detector: detector).plan(Self.picture, for: CropRequest(width: 10, height: 10))
        #expect(plan.crop.x == 100 && plan.reason == .likely)
    }
}
