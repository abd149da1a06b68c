import BoundedCrop
import BoundedCropEvaluation
internal import FoundationEssentials
import TestSupport
import Testing

/// Compiles and runs the Swift examples in the articles of `BoundedCropEvaluation`, copied verbatim.
@Suite(.timeLimit(.minutes(15))) struct ArticleTests {
    /// Reads a manifest of three fixtures in place of the file that the article names.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    private func LabeledPhotos(manifest path: String) throws -> BoundedCropEvaluation.LabeledPhotos {
        let all = try BoundedCropEvaluation.LabeledPhotos(manifest: PackageFiles.fixtures).photos
        return BoundedCropEvaluation.LabeledPhotos(
            photos: all.filter { ["photos/obama.jpg", "photos/biden.jpg", "photos/coffee.png"].contains($0.file) }
        )
    }

    @Test func theLandingPageMeasuresTheDefault() throws {
        let photos = try LabeledPhotos(manifest: "photos/manifest.json")
        let evaluation = try Evaluation(of: .init(detector: YuNetDetector(), accuracy: .low), on: photos)
        print(evaluation.detection.recall.value, evaluation.detection.right.value)

        #expect(photos.photos.count == 3 && evaluation.detection.recall.value == 1)
    }

    @Test func everyExampleIsTested() throws {
        #expect(try Articles.examples(in: "BoundedCropEvaluation").count > 7)
        let others = Fixture.package.appendingPathComponent("Tests/EvaluationTests/ScoringArticleTests.swift").path
        let untested = try Articles.untested(in: "BoundedCropEvaluation", by: [#filePath, others])
        #expect(untested.isEmpty, "not tested: \(untested)")
    }
}
