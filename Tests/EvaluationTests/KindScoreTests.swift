import BoundedCrop
import Foundation
import TestSupport
import Testing

@testable import BoundedCropEvaluation

/// Scores of the photos of one kind, with a detector that finds the face of the portrait and nothing else.
@Suite struct KindScoreTests {
    private static let face = Rect(x: 97, y: 22, width: 64, height: 89)
    /// Does not touch the face.
    private static let elsewhere = Rect(x: 0, y: 200, width: 64, height: 89)

    private func portrait(_ face: Rect, kind: String?) -> LabeledPhotos.Photo {
        .init(file: "portrait", path: Fixture.path("formats/obama_rgb8.png"), faces: [face], kind: kind)
    }

    private func empty(kind: String?) -> LabeledPhotos.Photo {
        .init(file: "empty", path: Fixture.path("photos/coffee.png"), faces: [], kind: kind)
    }

    private func evaluate(_ photos: LabeledPhotos.Photo...) throws -> Evaluation {
        let detector = ClosureFeatureDetector(name: "known") { picture, _ in
            picture.size.width == 240 ? [Feature(Self.face, confidence: 0.9)] : []
        }
        return try Evaluation(of: .init(detector: detector, accuracy: .low), on: LabeledPhotos(photos: photos))
    }

    /// Two plain photos, two moved ones of which one is found, an empty one, and one without a kind.
    private func mixed() throws -> Evaluation {
        try evaluate(
            portrait(Self.face, kind: "plain"),
            portrait(Self.elsewhere, kind: "moved"),
            empty(kind: "plain"),
            portrait(Self.face, kind: "moved"),
            empty(kind: "empty"),
            portrait(Self.elsewhere, kind: nil)
        )
    }

    private func parts(_ share: DetectionScore.Share) -> [Int] { [share.part, share.whole] }

    @Test func eachKindIsCountedOnItsOwn() throws {
        let evaluation = try mixed()
        #expect(parts(evaluation.detection.recall) == [2, 4])
        #expect(evaluation.kinds.map(\.kind) == ["plain", "moved", "empty"])
        #expect(evaluation.kinds.map { parts($0.detection.recall) } == [[1, 1], [1, 2], [0, 0]])
        #expect(evaluation.kinds.map { parts($0.detection.right) } == [[1, 1], [1, 2], [0, 0]])
        #expect(evaluation.kinds.map { parts($0.detection.falseAlarms) } == [[0, 1], [0, 0], [0, 1]])
        #expect(evaluation.kinds.map(\.detection.milliseconds.count) == [2, 2, 1])
        #expect(evaluation.kinds.map(\.crops.reached.isEmpty) == [false, false, true])
    }

    /// The crops are those of the scheme `all`. The order of summation may differ.
    @Test func theCropsAreTheSameAsThoseOfAnEvaluationOfTheKindAlone() throws {
        let kind = try mixed().kinds[1]
        let alone = try evaluate(portrait(Self.elsewhere, kind: nil), portrait(Self.face, kind: nil)).overall(.all)
        #expect(abs(kind.crops.reached.areaKept - alone.reached.areaKept) < 1e-9)
        #expect(abs(kind.crops.floor.areaKept - alone.floor.areaKept) < 1e-9)
        #expect(abs(kind.crops.ceiling.areaKept - alone.ceiling.areaKept) < 1e-9)
        #expect(kind.crops.reached.areaKept < kind.crops.ceiling.areaKept)
    }

    /// The left half of a picture of 100x100 keeps all of the first face and half of the second one.
    @Test func theFaceAreaKeptIsTheMeanOfTheKind() {
        let crop = PixelRect(x: 0, y: 0, width: 50, height: 100)
        var kinds: [KindScore] = []
        for (kind, x) in [("dark", 10.0), ("turned", 60), ("dark", 40), (nil, 10)] {
            let photo = LabeledPhotos.Photo(file: "a", path: "a", faces: [Rect(x: x, y: 10, width: 20, height: 20)])
            kinds.change(kind, rules: EvaluationRules()) { $0.crops.reached.add(crop, photo, in: PixelSize(width: 100, height: 100)) }
        }
        #expect(kinds.map(\.kind) == ["dark", "turned"])
        #expect(kinds.map(\.crops.reached.areaKept) == [0.75, 0])
    }

    @Test func aPhotoThatCannotBeReadDoesNotCount() throws {
        let gone = LabeledPhotos.Photo(file: "gone", path: Fixture.path("no/such.jpg"), faces: [Self.face], kind: "gone")
        let evaluation = try evaluate(gone, portrait(Self.face, kind: "plain"))
        #expect(evaluation.kinds.map(\.kind) == ["plain"] && evaluation.unreadable.map(\.file) == ["gone"])
    }

    @Test func withoutKindsThereIsNoTable() throws {
        let evaluation = try evaluate(portrait(Self.face, kind: nil))
        #expect(evaluation.kinds.isEmpty && EvaluationText([evaluation]).kinds == nil)
    }

    @Test func theTableHasARowForEachKind() throws {
        let evaluation = try mixed()
        let table = try #require(EvaluationText([evaluation, evaluation]).kinds)
        let lines = table.split(separator: "\n")
        #expect(lines.count == 2 * 3 + 2 && Set(lines.map(\.count)).count == 1)
        let rows = lines.map { $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) } }
        #expect(rows[0].prefix(8) == ["detector", "accuracy", "kind", "photos", "found", "recall", "precision", "false alarms"])
        #expect(rows[0].suffix(3) == ["face area kept", "best possible", "ms median"])
        #expect(rows[2].prefix(8) == ["known", "low", "plain", "2", "1/1", "100.0%", "100.0%", "0/1"])
        #expect(rows[3].prefix(8) == ["known", "low", "moved", "2", "1/2", "50.0%", "50.0%", "-"])
        #expect(rows[4].prefix(10) == ["known", "low", "empty", "1", "-", "-", "-", "0/1", "-", "-"])
        #expect(rows[2][8] == rows[2][9] && rows[2][8].hasSuffix("%"))
        #expect(rows[5] == rows[2])
    }

    private struct Line: Decodable {
        struct Kind: Decodable {
            struct Count: Decodable {
                let part: Int
                let whole: Int
            }

            let kind: String
            let photos: Int
            let found: Count
            let recall: Double
            let precision: Double
            let falseAlarms: Count
            let areaKept: Double?
            let bestAreaKept: Double?
            let millisecondsMedian: Double
        }

        let kinds: [Kind]
    }

    @Test func theRecordHasEachKind() throws {
        let json = try JSONEncoder().encode(EvaluationRecord(mixed()))
        let kinds = try JSONDecoder().decode(Line.self, from: json).kinds
        #expect(kinds.map(\.kind) == ["plain", "moved", "empty"] && kinds.map(\.photos) == [2, 2, 1])
        #expect(kinds.map(\.found.part) == [1, 1, 0] && kinds.map(\.found.whole) == [1, 2, 0])
        #expect(kinds.map(\.recall) == [1, 0.5, 1] && kinds.map(\.precision) == [1, 0.5, 1])
        #expect(kinds.map(\.falseAlarms.part) == [0, 0, 0] && kinds.map(\.falseAlarms.whole) == [1, 0, 1])
        #expect(kinds[0].areaKept == kinds[0].bestAreaKept && kinds[0].areaKept != nil)
        #expect(kinds[2].areaKept == nil && kinds[2].bestAreaKept == nil)
        #expect(kinds.allSatisfy { $0.millisecondsMedian >= 0 })
    }
}
