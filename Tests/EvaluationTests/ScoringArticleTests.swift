import BoundedCrop
import BoundedCropEvaluation
import TestSupport
import Testing

/// Compiles and runs the Swift examples in the article about scores, copied verbatim. See `ArticleTests`.
@Suite(.timeLimit(.minutes(15))) struct ScoringArticleTests {
    @Test func aDetectorIsScored() throws {
        let (team, beach) = (Fixture.path("photos/obama.jpg"), Fixture.path("photos/coffee.png"))
        let detector = YuNetDetector()

        let photos = LabeledPhotos(photos: [
            .init(file: "team.jpg", path: team, faces: [Rect(x: 369, y: 83, width: 244, height: 338)]),
            .init(file: "beach.jpg", path: beach, faces: []),
        ])

        let subject = Evaluation.Subject(detector: detector, accuracy: .high)
        var count = 0
        let evaluation = try Evaluation(of: subject, on: photos) {
            count += 1
            print(count, "of", photos.photos.count)
        }

        #expect(count == 2)

        let score = evaluation.detection
        print("found", score.recall.part, "of", score.recall.whole)
        print("right", score.right.part, "of", score.right.whole)
        print("false alarms", score.falseAlarms.part, "of", score.falseAlarms.whole)
        print("median", score.milliseconds(percentile: 0.5), "ms")

        let crops = evaluation.overall(.all)
        print("face area kept", crops.reached.areaKept)
        print("around the center", crops.floor.areaKept)
        print("best possible", crops.ceiling.areaKept)

        for kind in evaluation.kinds {
            print(kind.kind, "found", kind.detection.recall.part, "of", kind.detection.recall.whole)
            print(kind.kind, "face area kept", kind.crops.reached.areaKept, "best possible", kind.crops.ceiling.areaKept)
        }

        for miss in evaluation.misses {
            print(miss.photo.file, "missed", miss.missed, "wrong", miss.misses.wrong)
        }
        for photo in evaluation.unreadable {
            print(photo.file, photo.reason)
        }

        let need = evaluation.detection.paddingNeed
        let padding = Padding(
            top: .fraction(max(0, need.enough(for: 0.9, \.top))),
            right: .fraction(max(0, need.enough(for: 0.9, \.right))),
            bottom: .fraction(max(0, need.enough(for: 0.9, \.bottom))),
            left: .fraction(max(0, need.enough(for: 0.9, \.left)))
        )

        #expect(evaluation.detection.recall.value >= 0.95)
        #expect(evaluation.detection.falseAlarms.part == 0)
        #expect(crops.reached.areaKept / crops.ceiling.areaKept >= 0.95)
        #expect(Padding(padding.description) != nil)
    }
}
