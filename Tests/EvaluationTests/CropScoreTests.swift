import BoundedCrop
import Testing

@testable import BoundedCropEvaluation

@Suite struct CropScoreTests {
    private static let size = PixelSize(width: 100, height: 100)
    private static let crop = PixelRect(x: 0, y: 0, width: 50, height: 100)

    private func score(_ faces: Rect..., in crop: PixelRect = crop) -> CropScore {
        var score = CropScore()
        score.add(crop, .init(file: "a", path: "a", faces: faces), in: Self.size)
        return score
    }

    private func numbers(_ score: CropScore) -> [Double] { [score.areaKept, score.largestWhole, score.allWhole] }

    @Test func countsTheVisibleArea() {
        #expect(numbers(score(Rect(x: 10, y: 10, width: 20, height: 20))) == [1, 1, 1])
        #expect(numbers(score(Rect(x: 40, y: 10, width: 20, height: 20))) == [0.5, 0, 0])
        #expect(numbers(score(Rect(x: 60, y: 10, width: 20, height: 20))) == [0, 0, 0])
        #expect(numbers(score(Rect(x: 30, y: 10, width: 20, height: 20))) == [1, 1, 1])
    }

    @Test func countsTheLargestAndAll() {
        let (small, large) = (Rect(x: 0, y: 0, width: 10, height: 10), Rect(x: 60, y: 0, width: 30, height: 30))
        #expect(numbers(score(small, large)) == [0.1, 0, 0])
        #expect(numbers(score(small, large, in: PixelRect(x: 20, y: 0, width: 80, height: 100))) == [0.9, 1, 0])
        #expect(numbers(score(small, large, in: PixelRect(x: 0, y: 0, width: 100, height: 100))) == [1, 1, 1])
    }

    /// The crop ends at 50.
    @Test(arguments: [(47.5, true), (48.5, false), (31.5, false), (32.5, true), (0.0, false), (70.0, false)])
    func aFaceIsCutIfMoreThanATenthIsShownAndMissing(x: Double, isCut: Bool) {
        #expect(score(Rect(x: x, y: 10, width: 20, height: 20)).faceCut == (isCut ? 1 : 0))
    }

    @Test func facesOfLessThanAFiftiethAreNeverCut() {
        #expect(score(Rect(x: 49, y: 10, width: 2, height: 1.9)).faceCut == 0)
        #expect(score(Rect(x: 49, y: 10, width: 2, height: 2)).faceCut == 1)
        #expect(CropScore().faceCut == 0)
    }

    /// The part outside the picture cannot be kept by any crop.
    @Test func ignoresPartsOutsideThePicture() {
        #expect(numbers(score(Rect(x: -10, y: -10, width: 20, height: 20))) == [1, 1, 1])
        #expect(numbers(score(Rect(x: -20, y: 0, width: 10, height: 10))) == [1, 1, 1])
    }

    @Test func isTheMeanOverPhotos() {
        var total = score(Rect(x: 10, y: 10, width: 20, height: 20))
        total.add(score(Rect(x: 40, y: 10, width: 20, height: 20)))
        #expect(numbers(total) == [0.75, 0.5, 0.5])
    }

    @Test func theFirstOfEqualFacesIsTheLargest() {
        let faces = [Rect(x: 60, y: 0, width: 10, height: 10), Rect(x: 0, y: 0, width: 10, height: 10)]
        #expect(LabeledPhotos.Photo(file: "a", path: "a", faces: faces).largest == faces[0])
        #expect(numbers(score(faces[0], faces[1])) == [0.5, 0, 0])
        #expect(LabeledPhotos.Photo(file: "a", path: "a", faces: []).largest == nil)
    }
}
