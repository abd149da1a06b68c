import BoundedCrop
import Foundation
import TestSupport
import Testing

@testable import BoundedCropEvaluation

/// Marked subjects in a black picture of 300x200, whose crops are all around the center.
@Suite(.timeLimit(.minutes(15))) struct SubjectRunTests {
    /// All five windows around the center show the middle; none shows this part of the corner, although there is room for it in each.
    private static let middle = photo(Rect(x: 140, y: 90, width: 20, height: 20), "middle")
    private static let corner = photo(Rect(x: 0, y: 0, width: 50, height: 10), "corner")

    private static func photo(_ subject: Rect, _ kind: String?) -> LabeledPhotos.Photo {
        let path = Fixture.path("edges/black_300x200.jpg")
        return .init(file: "black.jpg", path: path, faces: [], subjects: [MarkedSubject(subject)], kind: kind)
    }

    private func evaluate(_ photos: LabeledPhotos.Photo...) throws -> Evaluation {
        let subject = Evaluation.Subject(detector: FixedFeatureDetector([Feature]()), accuracy: .low)
        return try Evaluation(of: subject, on: LabeledPhotos(photos: photos))
    }

    private func numbers(_ score: SubjectScore?) -> [Double] { score.map { [Double($0.count), $0.kept, $0.center, $0.best] } ?? [] }

    @Test func subjectsAreScoredByKindAndTogether() throws {
        let subjects = try evaluate(Self.middle, Self.corner, Self.photo(Rect(x: 140, y: 90, width: 20, height: 20), nil)).subjects
        #expect(subjects.byKind.keys.sorted() == ["corner", "middle"])
        #expect(numbers(subjects.byKind["middle"]) == [5, 1, 1, 1])
        #expect(numbers(subjects.byKind["corner"]) == [5, 0, 0, 1])
        #expect(subjects.all.count == 15 && subjects.all.best == 1 && abs(subjects.all.kept - 2.0 / 3) < 1e-9)
    }

    @Test func whatADetectorFindsIsWhatTheCropShows() throws {
        let detector = FixedFeatureDetector([Rect(x: 0, y: 0, width: 50, height: 10)])
        let photos = LabeledPhotos(photos: [Self.corner])
        let subjects = try Evaluation(of: .init(detector: detector, accuracy: .low), on: photos).subjects
        #expect(numbers(subjects.all) == [5, 1, 0, 1])
    }

    @Test func theTableHasARowForEachKindAndOneForAll() throws {
        let text = EvaluationText([try evaluate(Self.middle, Self.corner)])
        let lines = try #require(text.subjects).split(separator: "\n")
        let cells = lines.map { $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty } }
        #expect(cells[0] == ["detector", "accuracy", "kind", "crops", "subject kept", "center", "best possible", "of best"])
        #expect(cells.count == 5)
        #expect(cells[2].suffix(6) == ["corner", "5", "0.0%", "0.0%", "100.0%", "0.0%"])
        #expect(cells[3].suffix(6) == ["middle", "5", "100.0%", "100.0%", "100.0%", "100.0%"])
        #expect(cells[4].suffix(6) == ["all", "10", "50.0%", "50.0%", "100.0%", "50.0%"])
        #expect(Set(lines.map(\.count)).count == 1)
    }

    private struct Line: Decodable {
        struct Score: Decodable, Equatable {
            let kind: String?
            let crops: Int
            let subjectKept: Double
            let center: Double
            let best: Double
        }

        let subjects: [Score]?
    }

    private func line(_ evaluation: Evaluation) throws -> Line {
        try JSONDecoder().decode(Line.self, from: JSONText.data(EvaluationRecord(evaluation)))
    }

    @Test func theRecordHasTheSameRows() throws {
        #expect(
            try line(evaluate(Self.middle, Self.corner)).subjects == [
                .init(kind: "corner", crops: 5, subjectKept: 0, center: 0, best: 1),
                .init(kind: "middle", crops: 5, subjectKept: 1, center: 1, best: 1),
                .init(kind: nil, crops: 10, subjectKept: 0.5, center: 0.5, best: 1),
            ]
        )
    }

    @Test func withoutSubjectsThereIsNoTable() throws {
        let evaluation = try evaluate(.init(file: "black.jpg", path: Self.middle.path, faces: []))
        #expect(EvaluationText([evaluation]).subjects == nil)
        #expect(try line(evaluation).subjects == nil && evaluation.subjects.all.count == 0)
    }
}
