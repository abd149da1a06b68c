import Foundation
import TestSupport
import Testing

@testable import BoundedCrop

/// Kinds to keep, from the detector to the record.
@Suite(.timeLimit(.minutes(15))) struct KeptDetectionTests {
    private static let size = PixelSize(width: 1200, height: 400)
    private static let person = feature("person", 100, 100, 200)
    private static let dog = feature("dog", 800, 100, 200)

    private static func feature(_ kind: String, _ x: Double, _ y: Double, _ side: Double) -> Feature {
        Feature(Rect(x: x, y: y, width: side, height: side), kind: .init(rawValue: kind))
    }

    private func request(_ kinds: String?) throws -> CropRequest {
        var request = CropRequest(.aspect(AspectRatio(1, 1)))
        request.kept = try kinds.map { try KeptKinds($0) }
        request.padding = .zero
        return request
    }

    /// A detector with a bounding rectangle of its own, which grows with the priority.
    private struct Grown: FeatureDetector {
        let name = "grown"

        func features(in picture: any Picture, accuracy: DetectionAccuracy) -> [Feature] {
            [KeptDetectionTests.feature("person", 20, 40, 20), KeptDetectionTests.feature("dog", 200, 40, 20)]
        }

        func boundingRectangle(of features: [Feature], in picture: any Picture, scheme: BoundingScheme, padding: Padding) -> Rect? {
            guard features.count == 1 else { return nil }
            return Padding(.pixels(10 * features[0].priority)).applied(to: features[0].rectangle)
        }
    }

    @Test func aDetectorsOwnRectangleIsOfTheKeptFeatures() throws {
        let picture = PixelBuffer(size: PixelSize(width: 300, height: 100))
        for detector in [Grown(), UnionFeatureDetector([Grown()])] as [any FeatureDetector] {
            let plan = try BlockingCropper(detector: detector).plan(picture, for: request("dog:0.5"))
            #expect(plan.bounds == Rect(x: 195, y: 35, width: 30, height: 30))
        }
    }

    @Test func requestsForDifferentKindsShareOneDetection() throws {
        let detector = CountingDetector([Self.person, Self.dog])
        let picture = PixelBuffer(size: Self.size)
        let plans = try BlockingCropper(detector: detector).plans(picture, for: [request("person"), request("dog")])
        #expect(plans.map(\.crop.x) == [0, 700] && detector.count.total == 1)
    }

    @Test func keepingKindsIsAsIfNothingElseHadBeenFound() throws {
        var generator = SeededGenerator(seed: 11)
        let kinds = try KeptKinds("face:2,dog:0.5,cat")
        for _ in 0..<2000 {
            var example = PlanningCase.random(using: &generator, longest: 300)
            for index in example.features.indices {
                example.features[index].kind = .init(rawValue: generator.pick(["face", "dog", "cat", "car"]))
            }
            let found = example.features
            example.features = kinds.features(of: found)
            var expected = try example.plan()
            expected.kept = kinds
            (example.features, example.request.kept) = (found, kinds)
            #expect(try example.plan() == expected, "\(example)")
        }
    }

    @Test func recordsNameTheKinds() throws {
        for kinds in ["person,dog:0.8", nil] {
            let plan = try CropPlanner.plan(features: [Self.person, Self.dog], size: Self.size, request: request(kinds))
            let record = CropRecord(file: "a", orientation: .up, detector: "d", accuracy: .low, plan: plan, output: nil)
            let data = try JSONEncoder().encode(record)
            let object = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
            #expect(object["keep"] as? String == (kinds == nil ? nil : "dog:0.8,person"))
            #expect(try JSONDecoder().decode(CropRecord.self, from: data).plan == plan)
            #expect(try JSONDecoder().decode(CropPlan.self, from: JSONEncoder().encode(plan)) == plan)
        }
    }
}
