import TestSupport
import Testing

@testable import BoundedCrop

/// How detections are filtered and merged into features.
@Suite(.timeLimit(.minutes(15))) struct DetectionLimitsTests {
    private static let size = PixelSize(width: 200, height: 100)

    private func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double, _ confidence: Double = 0.9) -> Feature {
        Feature(Rect(x: x, y: y, width: width, height: height), confidence: confidence)
    }

    private func kept(_ features: [Feature], _ change: (inout DetectionLimits) -> Void = { _ in }) throws -> [Feature] {
        var limits = DetectionLimits()
        change(&limits)
        return try limits.features(from: features, in: Self.size, accuracy: .low)
    }

    @Test func keepTheMostConfidentFirst() throws {
        let boxes = [box(0, 0, 20, 20, 0.6), box(50, 0, 20, 20, 0.95), box(100, 0, 20, 20, 0.7)]
        #expect(try kept(boxes) == [boxes[1], boxes[2], boxes[0]])
    }

    @Test func keepEquallyConfidentOnesFromTheTopLeft() throws {
        let boxes = [box(0, 0, 20, 20), box(50, 0, 20, 20), box(0, 50, 20, 20)]
        for shuffled in [boxes, boxes.reversed(), [boxes[1], boxes[2], boxes[0]]] { #expect(try kept(shuffled) == boxes) }
    }

    @Test func dropDetectionsOfLowConfidence() throws {
        let boxes = [box(0, 0, 20, 20, 0.5), box(50, 0, 20, 20, 0.49)]
        #expect(try kept(boxes) == [boxes[0]])
        #expect(try kept(boxes) { $0.minimumConfidence = 0.4 } == boxes)
        #expect(try kept(boxes) { $0.minimumConfidence = 1 }.isEmpty)
        #expect(try kept([box(0, 0, 20, 20, .nan)]) { $0.minimumConfidence = 0 }.isEmpty)
    }

    @Test func dropSmallDetectionsIfConfigured() throws {
        let boxes = [box(0, 0, 20, 20, 0.9), box(50, 0, 20, 19, 0.8), box(100, 0, 20, 4, 0.7)]
        #expect(try kept(boxes) == boxes)
        #expect(try kept(boxes) { $0.minimumSize = 0.1 } == [boxes[0]])
        #expect(try kept(boxes) { $0.minimumSize = 0.095 } == [boxes[0], boxes[1]])
    }

    @Test func keepTheMostConfidentOfTooMany() throws {
        let boxes = (0..<5).map { box(Double($0) * 40, 0, 20, 20, 0.9 - Double($0) / 10) }
        #expect(try kept(boxes.reversed()) { $0.maximumCount = 3 } == Array(boxes.prefix(3)))
        #expect(try kept(boxes) { $0.maximumCount = 1 } == [boxes[0]])
    }

    static let pairs: [(Rect, Bool)] = [
        (Rect(x: 100, y: 10, width: 40, height: 40), true),
        (Rect(x: 105, y: 15, width: 40, height: 40), true),
        (Rect(x: 110, y: 20, width: 15, height: 15), true),
        (Rect(x: 80, y: 0, width: 90, height: 90), true),
        (Rect(x: 125, y: 10, width: 40, height: 40), false),
        (Rect(x: 130, y: 40, width: 20, height: 20), false),
        (Rect(x: 140, y: 10, width: 40, height: 40), false),
    ]

    @Test(arguments: pairs) func mergeDetectionsOfTheSamePlace(other: Rect, isSame: Bool) throws {
        let (one, other) = (box(100, 10, 40, 40, 0.9), Feature(other, confidence: 0.6))
        #expect(try kept([other, one]) == (isSame ? [one] : [one, other]))
    }

    /// Boxes of a person and of their face.
    @Test(arguments: [
        (Rect(x: 20, y: 10, width: 60, height: 70), 2), (Rect(x: 0, y: 0, width: 89, height: 100), 2),
        (Rect(x: 0, y: 0, width: 91, height: 100), 1),
    ])
    func mergeDifferentKindsOnlyIfTheirBoxesAreNearlyEqual(face: Rect, count: Int) throws {
        var person = box(0, 0, 100, 100, 0.9)
        person.kind = .init(rawValue: "person")
        let face = Feature(face, confidence: 0.8)
        #expect(try kept([face, person]) == Array([person, face].prefix(count)))
    }

    @Test func dropDetectionsOutsideThePicture() throws {
        #expect(try kept([box(200, 0, 20, 20), box(0, -20, 20, 20), box(10, 10, 0, 20), box(10, 10, -5, -5), box(.nan, 0, 9, 9)]).isEmpty)
        #expect(try kept([box(-10, -10, 20, 20)]).count == 1)
    }

    /// Applied to the results of the built-in detectors.
    @Test(arguments: FaceDetector.allCases, DetectionAccuracy.allCases)
    func applyToTheDetectors(kind: FaceDetector, accuracy: DetectionAccuracy) throws {
        let picture = try Fixture.source("composites/three_in_row.jpg")
        func found(_ change: (inout DetectionLimits) -> Void) throws -> [Feature] {
            var limits = DetectionLimits()
            change(&limits)
            return try kind.detector(limits).features(in: picture, accuracy: accuracy)
        }
        let all = try found { _ in }
        #expect(all.count == 3)
        let doubtful = try found { $0.minimumConfidence = 0.05 }
        #expect(doubtful.count >= 3 && doubtful.allSatisfy { (0.05...1).contains($0.confidence) })
        #expect(doubtful.map(\.confidence) == doubtful.map(\.confidence).sorted(by: >))
        #expect(try found { $0.maximumCount = 2 } == Array(all.prefix(2)))
        #expect(try found { $0.maximumCount = 1 } == Array(all.prefix(1)))
        let heights = all.map(\.rectangle.height).sorted()
        let tall = try found { $0.minimumSize = (heights[1] + heights[2]) / 2 / 1200 }
        #expect(tall.map(\.rectangle.height) == [heights[2]])
        let least = try #require(all.last).confidence
        #expect(try found { $0.minimumConfidence = min(1, least + 1e-9) }.count < 3 || least == 1)
    }
}
