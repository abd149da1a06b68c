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

    private static func photo(_ faces: [Rect], ignored: [Rect] = [], attributes: [[String: String]] = []) -> LabeledPhotos.Photo {
        LabeledPhotos.Photo(file: "a", path: "a", faces: faces, ignored: ignored, attributes: attributes)
    }

    private func score(
        _ features: [Feature],
        _ photo: LabeledPhotos.Photo,
        _ change: (inout EvaluationRules) -> Void = { _ in }
    ) -> (score: DetectionScore, misses: DetectionScore.Misses) {
        var rules = EvaluationRules()
        change(&rules)
        var score = DetectionScore(rules: rules)
        let misses = score.add(features, photo, in: Self.size, milliseconds: 1)
        return (score, misses)
    }

    private func score(_ features: [Feature], _ faces: [Rect]) -> (score: DetectionScore, misses: DetectionScore.Misses) {
        score(features, Self.photo(faces))
    }

    private func parts(_ share: DetectionScore.Share) -> [Int] { [share.part, share.whole] }

    @Test func foundFacesAreRecallAndCorrectOnesPrecision() {
        let (score, misses) = score([seen(0), seen(300), seen(700)], [face(5), face(295), face(500), face(850)])
        #expect(parts(score.recall) == [2, 4] && score.recall.value == 0.5)
        #expect(parts(score.right) == [2, 3])
        #expect(misses.missed == [2, 3] && misses.wrong == [face(700)])
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

    @Test(arguments: [(49.0, "<5%"), (50, "5-12%"), (119, "5-12%"), (120, "12-30%"), (299, "12-30%"), (300, ">30%")])
    func faceSizesAreFractionsOfTheLongSide(side: Double, size: String) {
        let found = score([], [face(0, side)]).score.found
        #expect(found.map(\.key.description) == [size] && found.values.map(parts) == [[0, 1]])
    }

    @Test func facesAreCountedInTheSizesThatWereChosen() {
        let photo = Self.photo([face(0, 19), face(100, 20), face(200, 25), face(300, 49)])
        let found = score([seen(200, 25)], photo) { $0.sizes = DetectionScore.FaceSize.classes(from: [0.02, 0.025]) }.score.found
        let named = Dictionary(uniqueKeysWithValues: found.map { ($0.key.description, parts($0.value)) })
        #expect(named == ["<2%": [0, 1], "2-2.5%": [0, 1], ">2.5%": [1, 2]])
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
        _ = score.add([seen(0), seen(300)], Self.photo([]), in: Self.size, milliseconds: 1)
        _ = score.add([], Self.photo([]), in: Self.size, milliseconds: 1)
        _ = score.add([seen(0)], Self.photo([face(500)]), in: Self.size, milliseconds: 1)
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
        for time in [5.0, 1, 4, 2, 3] { _ = score.add([], Self.photo([]), in: Self.size, milliseconds: time) }
        let times = [0, 0.5, 0.95, 1].map { score.milliseconds(percentile: $0) }
        #expect(times == [1, 3, 5, 5])
    }

    /// The head is the face plus a fifth of its height above.
    @Test func paddingIsTheSpaceThatTheHeadNeedsOnEachSide() {
        var score = DetectionScore()
        let detection = Feature(Rect(x: 110, y: 110, width: 100, height: 80))
        _ = score.add([detection, seen(500)], Self.photo([face(100)]), in: Self.size, milliseconds: 1)
        #expect(score.paddingNeed.top == [0.375] && score.paddingNeed.bottom == [0.125])
        #expect(score.paddingNeed.left == [0.1] && score.paddingNeed.right == [-0.1])
        #expect(score.paddingNeed.enough(for: 0.9, \.top) == 0.375)
    }

    /// Of a square with a side of 100, half is in the place; or the place is a square of the same size, shifted.
    @Test(arguments: [
        (Rect(x: 350, y: 0, width: 900, height: 900), true), (Rect(x: 351, y: 0, width: 900, height: 900), false),
        (Rect(x: 342, y: 100, width: 100, height: 100), true), (Rect(x: 360, y: 100, width: 100, height: 100), false),
    ])
    func aDetectionInAnIgnoredPlaceIsNeitherRightNorWrong(place: Rect, isIgnored: Bool) {
        let (score, misses) = score([seen(0), seen(300)], Self.photo([face(0)], ignored: [place]))
        #expect(parts(score.right) == [1, isIgnored ? 1 : 2] && misses.wrong == (isIgnored ? [] : [face(300)]))
        var empty = DetectionScore()
        _ = empty.add([seen(300)], Self.photo([], ignored: [place]), in: Self.size, milliseconds: 1)
        #expect(parts(empty.falseAlarms) == [isIgnored ? 0 : 1, 1])
    }

    @Test func aLabeledFaceInAnIgnoredPlaceCounts() {
        let place = Rect(x: 0, y: 0, width: 1000, height: 500)
        #expect(parts(score([seen(0)], Self.photo([face(0), face(500)], ignored: [place])).score.recall) == [1, 2])
        #expect(parts(score([seen(0)], Self.photo([face(0)], ignored: [place])).score.right) == [1, 1])
    }

    @Test(arguments: [(20.0, 2), (19.9, 1)]) func smallFalseDetectionsDoNotCount(side: Double, counted: Int) {
        let (score, misses) = score([seen(0, 10), seen(300, side)], Self.photo([face(0, 10)])) { $0.smallestFalse = 0.02 }
        #expect(parts(score.right) == [1, counted] && misses.wrong.count == counted - 1)
    }

    @Test(arguments: [(0.3, true), (0.4, true), (0.5, false)]) func theNeededOverlapIsAChoice(overlap: Double, isFound: Bool) {
        // Shifted by 40 of 100, they share 60 of 140.
        #expect(parts(score([seen(40)], Self.photo([face(0)])) { $0.neededOverlap = overlap }.score.recall) == [isFound ? 1 : 0, 1])
    }

    @Test func unsureDetectionsCountForTheAveragePrecisionOnly() throws {
        let features = [seen(0, confidence: 0.9), seen(300, confidence: 0.4), seen(600, confidence: 0.3), seen(850, confidence: 0.2)]
        let photo = Self.photo([face(0), face(300), face(850)])
        let (all, _) = score(features, photo)
        let (sure, misses) = score(features, photo) { $0.minimumConfidence = 0.5 }
        #expect(parts(sure.recall) == [1, 3] && parts(sure.right) == [1, 1] && misses.missed == [1, 2] && misses.wrong.isEmpty)
        #expect(parts(sure.largestFound) == [1, 1] && sure.paddingNeed.top.count == 1)
        #expect(parts(all.recall) == [3, 3] && parts(all.right) == [3, 4])
        // A third of the faces each with the precisions 1, 1 and 3/4.
        #expect(try abs(#require(sure.ranking.averagePrecision) - 11.0 / 12) < 1e-12)
        #expect(all.ranking.averagePrecision == sure.ranking.averagePrecision)
    }

    @Test func attributesAreCountedInTwoSizes() {
        let marks = ["0", "0", "1", "0", "1"].map { ["pose": $0, "same": "yes"] }
        let photo = Self.photo([face(0), face(200), face(400), face(600, 30), face(700, 19)], attributes: marks)
        let rows = score([seen(0), seen(600, 30), seen(700, 19)], photo).score.attributes.rows
        #expect(rows.map(\.attribute) == ["pose", "pose"] && rows.map(\.value) == ["0", "1"])
        #expect(rows.map { parts($0.large) } == [[1, 2], [0, 1]] && rows.map { parts($0.small) } == [[1, 1], [0, 0]])
    }

    @Test(arguments: [(10, 10), (11, 0)]) func attributesOfManyValuesAreNoClasses(values: Int, rows: Int) {
        let faces = (0..<values).map { face(Double($0) * 10) }
        let photo = Self.photo(faces, attributes: (0..<values).map { ["number": "\($0)"] })
        #expect(score([], photo).score.attributes.rows.count == rows)
    }
}
