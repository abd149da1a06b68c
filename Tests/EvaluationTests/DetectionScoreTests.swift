import BoundedCrop
import Testing

@testable import BoundedCropEvaluation

/// Cases that can be verified by hand, in a picture of 1000x500.
@Suite struct DetectionScoreTests {
    private static let size = PixelSize(width: 1000, height: 500)

    private func face(_ x: Double, _ side: Double = 100) -> Rect { Rect(x: x, y: 100, width: side, height: side) }
    private func seen(_ x: Double, _ side: Double = 100, confidence: Double = 0.9) -> Feature {
        Feature(face(x, side), confidence: confidence)
    }

    private func score(_ features: [Feature], _ faces: [Rect]) -> (score: DetectionScore, misses: DetectionScore.Misses) {
        var score = DetectionScore()
        let misses = score.add(features, faces: faces, in: Self.size, milliseconds: 1)
        return (score, misses)
    }

    private func parts(_ share: DetectionScore.Share) -> [Int] { [share.part, share.whole] }

    @Test func foundFacesAreRecallAndCorrectOnesPrecision() {
        let (score, misses) = score([seen(0), seen(300), seen(700)], [face(5), face(295), face(500), face(850)])
        #expect(parts(score.recall) == [2, 4] && score.recall.value == 0.5)
        #expect(parts(score.right) == [2, 3])
        #expect(misses.missed == [face(500), face(850)] && misses.wrong == [face(700)])
    }

    /// Squares with a side of 100, shifted by d: they share (100 - d) of (100 + d).
    @Test(arguments: [(42.0, true), (43, false), (0, true), (100, false)]) func aMatchCoversTwoFifthsOfTheUnion(
        shift: Double,
        isFound: Bool
    ) {
        #expect(parts(score([seen(shift)], [face(0)]).score.recall) == [isFound ? 1 : 0, 1])
    }

    @Test func eachFaceIsFoundOnce() {
        let (score, misses) = score([seen(0, confidence: 0.9), seen(10, confidence: 0.8)], [face(0)])
        #expect(parts(score.recall) == [1, 1] && parts(score.right) == [1, 2] && misses.wrong == [face(10)])
    }

    /// The most confident detection is matched with its nearest face, whatever the order.
    @Test func eachDetectionIsMatchedWithTheNearestFace() {
        let features = [seen(30, confidence: 0.8), seen(8, confidence: 0.9)]
        for features in [features, features.reversed()] {
            #expect(parts(score(features, [face(0), face(40)]).score.recall) == [2, 2])
        }
    }

    @Test(arguments: [(49.0, DetectionScore.FaceSize.tiny), (50, .small), (119, .small), (120, .medium), (299, .medium), (300, .large)])
    func faceSizesAreFractionsOfTheLongSide(side: Double, size: DetectionScore.FaceSize) {
        let (score, _) = score([], [face(0, side)])
        #expect(score.found.mapValues(\.whole) == [size: 1] && score.found.mapValues(\.part) == [size: 0])
    }

    @Test func recallAboveTinyExcludesTinyFaces() {
        let (score, _) = score([seen(0), seen(400, 30)], [face(0), face(200), face(400, 30), face(600, 40)])
        #expect(parts(score.recallAboveTiny) == [1, 2] && parts(score.recall) == [2, 4])
    }

    @Test func theLargestFaceIsCountedSeparately() {
        #expect(parts(score([seen(500, 200)], [face(0), face(500, 200)]).score.largestFound) == [1, 1])
        #expect(parts(score([seen(0)], [face(0), face(500, 200)]).score.largestFound) == [0, 1])
        #expect(parts(score([seen(0)], []).score.largestFound) == [0, 0])
    }

    @Test func aFaceInAPhotoWithoutFacesIsAFalseAlarm() {
        var score = DetectionScore()
        _ = score.add([seen(0), seen(300)], faces: [], in: Self.size, milliseconds: 1)
        _ = score.add([], faces: [], in: Self.size, milliseconds: 1)
        _ = score.add([seen(0)], faces: [face(500)], in: Self.size, milliseconds: 1)
        #expect(parts(score.falseAlarms) == [1, 2] && parts(score.right) == [0, 3])
    }

    @Test func withoutFacesRecallIsComplete() {
        let (score, misses) = score([], [])
        #expect(score.recall.value == 1 && score.right.value == 1 && score.falseAlarms.value == 0)
        #expect(misses.missed.isEmpty && misses.wrong.isEmpty)
    }

    @Test func timesAreSortedForPercentiles() {
        var score = DetectionScore()
        #expect(score.milliseconds(percentile: 0.5) == 0)
        for time in [5.0, 1, 4, 2, 3] { _ = score.add([], faces: [], in: Self.size, milliseconds: time) }
        let times = [0, 0.5, 0.95, 1].map { score.milliseconds(percentile: $0) }
        #expect(times == [1, 3, 5, 5])
    }

    /// The head is the face plus a fifth of its height above.
    @Test func paddingIsTheSpaceThatTheHeadNeedsOnEachSide() {
        var score = DetectionScore()
        let detection = Feature(Rect(x: 110, y: 110, width: 100, height: 80))
        _ = score.add([detection, seen(500)], faces: [Rect(x: 100, y: 100, width: 100, height: 100)], in: Self.size, milliseconds: 1)
        #expect(score.paddingNeed.top == [0.375] && score.paddingNeed.bottom == [0.125])
        #expect(score.paddingNeed.left == [0.1] && score.paddingNeed.right == [-0.1])
        #expect(score.paddingNeed.enough(for: 0.9, \.top) == 0.375)
    }
}
