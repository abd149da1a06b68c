import BoundedCrop
import TestSupport
import Testing

@testable import BoundedCropEvaluation

/// Checks the numbers published in docs/detection.md: what crops keep of subjects where no face is found.
@Suite(.timeLimit(.minutes(15))) struct SubjectGateTests {
    private func subjects(_ photos: LabeledPhotos) throws -> SubjectScores {
        // Finds nothing, so that only the fallback is measured.
        let blind = FixedFeatureDetector([Feature]())
        let evaluation = try Evaluation(of: .init(detector: blind, accuracy: .low), on: photos)
        #expect(evaluation.unreadable.isEmpty, "\(evaluation.unreadable)")
        return evaluation.subjects
    }

    private static func photo(_ name: String, _ x: Double, _ y: Double, _ width: Double, _ height: Double) -> LabeledPhotos.Photo {
        let subject = MarkedSubject(Rect(x: x, y: y, width: width, height: height))
        return .init(file: name, path: Fixture.path("photos/\(name)"), faces: [], subjects: [subject])
    }

    @Test func fixturesReachTheirLimits() throws {
        let photos = LabeledPhotos(photos: [
            Self.photo("coffee.png", 80, 50, 415, 335), Self.photo("flower.jpg", 165, 80, 285, 275),
            Self.photo("rocket.jpg", 305, 127, 35, 280),
        ])
        let score = try subjects(photos).all
        #expect(score.count == 15)
        #expect(score.ofBest >= 0.97)
    }

    @Test(.enabled(if: PackageFiles.hasSubjects, "../shared/subjects is missing")) func markedSubjectsReachThePublishedNumbers() throws {
        let scores = try subjects(LabeledPhotos(manifest: PackageFiles.subjects))
        #expect(scores.all.count >= 100)
        #expect(scores.all.ofBest >= 0.96)
        #expect(scores.all.kept >= scores.all.center + 0.03)
        // Crops of subjects that fill the picture may differ by a pixel from those around the center.
        for (kind, score) in scores.byKind { #expect(score.kept >= score.center - 0.002, "\(kind)") }
    }
}
