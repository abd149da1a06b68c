import BoundedCrop
import Foundation
import TestSupport
import Testing

@testable import BoundedCropEvaluation

/// Evaluations with a detector whose answers are known.
@Suite struct EvaluationRunTests {
    /// Finds the labeled faces or nothing, or throws.
    private static func subject(_ find: @escaping @Sendable (PixelSize) throws -> [Rect]) -> Evaluation.Subject {
        let detector = ClosureFeatureDetector(name: "known") { picture, _ in try find(picture.size).map { Feature($0, confidence: 0.9) } }
        return .init(detector: detector, accuracy: .low)
    }

    private static let portrait = LabeledPhotos.Photo(
        file: "portrait",
        path: Fixture.path("formats/obama_rgb8.png"),
        faces: [Rect(x: 97, y: 22, width: 64, height: 89)]
    )
    private static let empty = LabeledPhotos.Photo(file: "empty", path: Fixture.path("photos/coffee.png"), faces: [])

    private func evaluate(_ photos: [LabeledPhotos.Photo], _ find: @escaping @Sendable (PixelSize) throws -> [Rect]) throws -> Evaluation {
        try Evaluation(of: Self.subject(find), on: LabeledPhotos(photos: photos))
    }

    @Test func aPerfectDetectorReachesTheCeiling() throws {
        let evaluation = try evaluate([Self.portrait, Self.empty]) { $0.width == 240 ? Self.portrait.faces : [] }
        #expect(evaluation.detection.recall.value == 1 && evaluation.detection.falseAlarms.value == 0 && evaluation.misses.isEmpty)
        #expect(evaluation.crops.count == Evaluation.aspects.count * BoundingScheme.allCases.count)
        for scheme in BoundingScheme.allCases {
            let crops = evaluation.overall(scheme)
            #expect(crops.reached.areaKept == crops.ceiling.areaKept && crops.reached.largestWhole == crops.ceiling.largestWhole)
            #expect(crops.floor.areaKept < crops.ceiling.areaKept)
        }
    }

    @Test func missesAndFalseAlarmsAreListed() throws {
        let evaluation = try evaluate([Self.portrait, Self.empty]) { _ in [Rect(x: 0, y: 200, width: 50, height: 50)] }
        #expect(evaluation.misses.map(\.photo.file) == ["portrait", "empty"])
        #expect(evaluation.misses.map(\.misses.missed.count) == [1, 0] && evaluation.misses.map(\.misses.wrong.count) == [1, 1])
        #expect(evaluation.detection.falseAlarms.part == 1)
    }

    /// The network or program may find people and dogs, too.
    @Test func onlyFacesCountAsFaces() throws {
        let detector = ClosureFeatureDetector(name: "known") { picture, _ in
            let dog = Feature(Rect(x: 0, y: 200, width: 50, height: 50), kind: .init(rawValue: "dog"))
            return picture.size.width == 240 ? [Feature(Self.portrait.faces[0]), dog] : [dog]
        }
        let subject = Evaluation.Subject(detector: detector, accuracy: .low)
        let evaluation = try Evaluation(of: subject, on: LabeledPhotos(photos: [Self.portrait, Self.empty]))
        #expect(evaluation.misses.isEmpty && evaluation.detection.falseAlarms.part == 0 && evaluation.detection.falseAlarms.whole == 1)
        #expect(evaluation.detection.right.part == 1 && evaluation.detection.right.whole == 1)
        #expect(evaluation.detection.recall.value == 1 && evaluation.detection.milliseconds.count == 2)
        // The crops of the smallest feature are those of the dog at the bottom left.
        let faces = try evaluate([Self.portrait]) { _ in Self.portrait.faces }
        #expect(evaluation.overall(.smallest).reached.areaKept < faces.overall(.smallest).reached.areaKept)
    }

    @Test func unreadablePhotosAreExcludedAndListed() throws {
        let broken = ["broken/header_only.jpg", "broken/document.pdf", "no/such.jpg", "photos"].map {
            LabeledPhotos.Photo(file: $0, path: Fixture.path($0), faces: [Rect(x: 0, y: 0, width: 9, height: 9)])
        }
        var steps = 0
        let subject = Self.subject { $0.width == 240 ? Self.portrait.faces : [] }
        let evaluation = try Evaluation(of: subject, on: LabeledPhotos(photos: broken + [Self.portrait])) { steps += 1 }
        #expect(evaluation.unreadable.map(\.file).contains("broken/document.pdf"))
        #expect(Set(evaluation.unreadable.map(\.file)).isSuperset(of: ["broken/document.pdf", "no/such.jpg", "photos"]))
        #expect(evaluation.detection.milliseconds.count + evaluation.unreadable.count == 5 && steps == 5)
    }

    @Test func aPhotoOnWhichTheDetectorFailsIsListed() throws {
        let evaluation = try evaluate([Self.portrait, Self.empty]) { size in
            if size.width == 240 { throw BoundedCropError(.detectionFailed, "out of film") }
            return []
        }
        #expect(evaluation.unreadable.map(\.file) == ["portrait"] && evaluation.unreadable.map(\.reason) == ["out of film"])
        #expect(evaluation.detection.recall.whole == 0)
    }

    /// Nothing can be measured without the model.
    @Test func aMissingModelEndsTheEvaluation() {
        #expect(throws: BoundedCropError.self) {
            try evaluate([Self.portrait]) { _ in throw BoundedCropError(.unreadableModel, "no model") }
        }
    }

    @Test func theTablesAreAlignedMarkdown() throws {
        let evaluation = try evaluate([Self.portrait, Self.empty]) { $0.width == 240 ? Self.portrait.faces : [] }
        let text = EvaluationText([evaluation, evaluation])
        for (table, rows) in [(text.detections, 2), (text.padding, 6), (text.crops, 2 * 3 * 6)] {
            let lines = table.split(separator: "\n")
            #expect(lines.count == rows + 2)
            #expect(Set(lines.map(\.count)).count == 1 && Set(lines.map { $0.split(separator: "|").count }).count == 1)
            #expect(lines.allSatisfy { $0.hasPrefix("| ") && $0.hasSuffix(" |") })
            #expect(lines[1].allSatisfy { "|- ".contains($0) })
        }
        #expect(text.detections.contains("| known ") && text.detections.contains("| 100.0% ") && text.detections.contains("| 0/1 "))
        #expect(text.crops.contains("| all five "))
    }

    @Test func theMissesPageDrawsThemOnThePhotos() throws {
        let evaluation = try evaluate([Self.portrait, Self.empty]) { _ in [Rect(x: 3, y: 200, width: 50, height: 51)] }
        let html = MissesPage(evaluations: [evaluation], path: "out/page.html").html
        #expect(html.hasPrefix("<!DOCTYPE html>") && html.contains("known, low: 2 photos"))
        #expect(html.components(separatedBy: "<figure>").count == 3 && html.components(separatedBy: "<img ").count == 3)
        #expect(html.contains("x=\"97.0\" y=\"22.0\" width=\"64.0\" height=\"89.0\""))
        #expect(html.contains("x=\"3.0\" y=\"200.0\" width=\"50.0\" height=\"51.0\""))
        #expect(html.contains("viewBox=\"0 0 240 300\"") && html.contains("1 missed, 1 wrong") && html.contains("0 missed, 1 wrong"))
    }

    @Test func theLargestMissedFacesComeFirst() throws {
        let path = Fixture.path("formats/obama_rgb8.png")
        let photos = [("small", 20.0, "0"), ("large", 89, "1"), ("medium", 40, "<2>")].map { name, height, pose in
            let faces = [Rect(x: 9, y: 9, width: 8, height: 9), Rect(x: 97, y: 22, width: 64, height: height)]
            return LabeledPhotos.Photo(file: name, path: path, faces: faces, attributes: [["pose": "9"], ["pose": pose, "blur": "2"]])
        }
        let evaluation = try evaluate([Self.empty] + photos) { _ in [Rect(x: 9, y: 200, width: 50, height: 51)] }
        let html = MissesPage(evaluations: [evaluation], path: "a").html
        let captions = html.matches(of: /<figcaption>(.*?)<\/figcaption>/).map { String($0.1) }
        #expect(
            captions == [
                "large<br>2 missed, 1 wrong<br>largest missed: 12-30%, blur=2, pose=1",
                "medium<br>2 missed, 1 wrong<br>largest missed: 12-30%, blur=2, pose=&lt;2&gt;",
                "small<br>2 missed, 1 wrong<br>largest missed: 5-12%, blur=2, pose=0", "empty<br>0 missed, 1 wrong",
            ]
        )
    }

    /// The window of 240x80 cannot hold the face of 64x89.
    @Test func theLargestFaceCountsWhereAWindowHoldsIt() throws {
        let top = Rect(x: 0, y: 0, width: 240, height: 10)
        let crops = try evaluate([Self.portrait]) { _ in [top] }.overall(.all)
        #expect(crops.largestOfPossible.whole == 4 && crops.ceiling.largestWhole == 0.8)
        #expect(Double(crops.largestOfPossible.part) / 5 == crops.reached.largestWhole)
        #expect(crops.areaOfBest == crops.reached.areaKept / crops.ceiling.areaKept)
    }

    private func numbers(_ evaluation: Evaluation) throws -> String {
        let text = String(decoding: try JSONText.data(EvaluationRecord(evaluation)), as: UTF8.self)
        return text.replacing(/"milliseconds\w+":[0-9.e+-]+/, with: "")
    }

    @Test(arguments: [1, 3]) func photosMeasuredSideBySideGiveTheSame(threads: Int) async throws {
        let find: @Sendable (PixelSize) throws -> [Rect] = { size in
            if size.height == 400 { throw BoundedCropError(.detectionFailed, "out of film") }
            return [Rect(x: 97, y: 22, width: 64, height: 89)]
        }
        let others = ["dark", "plain", "plain"].map { kind in
            let subject = MarkedSubject(Rect(x: 0, y: 0, width: 50, height: 10))
            return LabeledPhotos.Photo(file: kind, path: Self.portrait.path, faces: Self.portrait.faces, subjects: [subject], kind: kind)
        }
        let photos = LabeledPhotos(photos: [Self.portrait, Self.empty] + others)
        let subjects = [Self.subject(find), Self.subject { _ in [] }]
        let workers = WorkerPool(threadCount: threads)
        let evaluations = try await Evaluation.all(of: subjects, on: photos, rules: EvaluationRules(), workers: workers)
        #expect(evaluations.count == 2 && evaluations[0].unreadable.map(\.file) == ["empty"])
        for (evaluation, subject) in zip(evaluations, subjects) {
            #expect(try numbers(evaluation) == numbers(Evaluation(of: subject, on: photos)))
        }
    }

    @Test func aMissingModelEndsAllEvaluations() async {
        let subject = Self.subject { _ in throw BoundedCropError(.unreadableModel, "no model") }
        let photos = LabeledPhotos(photos: [Self.portrait, Self.empty])
        await #expect(throws: BoundedCropError.self) {
            _ = try await Evaluation.all(of: [subject], on: photos, rules: EvaluationRules(), workers: .shared)
        }
    }

    /// Detections below the default confidence are asked for, too, but change nothing for the others.
    @Test(.timeLimit(.minutes(15)), arguments: DetectionAccuracy.allCases, [false, true])
    func unsureDetectionsDoNotChangeSureOnes(accuracy: DetectionAccuracy, hides: Bool) throws {
        var limits = DetectionLimits()
        limits.minimumConfidence = 0
        let make: [(DetectionLimits) -> any FeatureDetector] = [
            { YuNetDetector(limits: $0) }, { HaarCascadeDetector(limits: $0) },
            { UnionFeatureDetector([YuNetDetector(limits: $0), HaarCascadeDetector(limits: $0)], limits: $0) },
        ]
        var (sure, unsure) = (0, 0)
        for make in make {
            let (all, usual) = hides ? (make(limits).forHiding, make(DetectionLimits()).forHiding) : (make(limits), make(DetectionLimits()))
            for name in ["photos/obama.jpg", "photos/coffee.png", "formats/obama_rgb8.png"] {
                let source = try ImageSource(contentsOfFile: Fixture.path(name))
                let found = try all.features(in: source, accuracy: accuracy)
                let expected = try usual.features(in: source, accuracy: accuracy).filter { $0.confidence >= 0.5 }
                #expect(found.filter { $0.confidence >= 0.5 } == expected, "\(name)")
                sure += expected.count
                unsure += found.count { $0.confidence < 0.5 }
            }
        }
        #expect(sure > 0 && unsure > 0)
    }
}
