import BoundedCrop
import BoundedCropEffects
import Testing

@testable import BoundedCropEvaluation

/// What redaction covers of a picture of 200x100 and of a face in it.
@Suite struct HidingScoreTests {
    private static let size = PixelSize(width: 200, height: 100)
    private static let face = Rect(x: 50, y: 30, width: 40, height: 40)

    private func hidden(_ places: [Rect], faces: [Rect] = [face], ignored: [Rect] = []) -> HiddenShare {
        HiddenShare(of: places, in: .init(file: "a", path: "a", faces: faces, ignored: ignored), size: Self.size)
    }

    /// The margin of 30% covers what is found a little beside the face, or in its middle.
    @Test(arguments: [
        (Rect(x: 50, y: 30, width: 40, height: 40), true), (Rect(x: 55, y: 35, width: 30, height: 30), true),
        (Rect(x: 57, y: 30, width: 40, height: 40), true), (Rect(x: 70, y: 30, width: 40, height: 40), false),
        (Rect(x: 60, y: 40, width: 20, height: 20), false), (Rect(x: 120, y: 30, width: 40, height: 40), false),
    ])
    func aFaceIsCoveredIfNineTenthsOfItsMiddleAre(place: Rect, isCovered: Bool) {
        #expect(hidden([place]).isCovered == [isCovered])
    }

    @Test func severalPlacesCoverAFaceTogether() {
        let halves = [Rect(x: 50, y: 25, width: 20, height: 50), Rect(x: 70, y: 25, width: 20, height: 50)]
        #expect(hidden([halves[0]]).isCovered == [false] && hidden(halves).isCovered == [true])
    }

    @Test func facesOutsideThePictureDoNotCount() {
        #expect(hidden([], faces: [Rect(x: 300, y: 0, width: 10, height: 10), Self.face]).isCovered == [nil, false])
    }

    /// Every pixel that the effect changes is counted, and no other.
    @Test func whatTheEffectChangesAwayFromFacesIsCoveredForNothing() throws {
        let place = Rect(x: 120.5, y: 20, width: 33, height: 40)
        let white = try PixelBuffer(size: Self.size, color: .white)
        let redacted = try white.redacted(.fill(.black), features: [Feature(place)])
        let changed = zip(white.bytes, redacted.bytes).enumerated().count { $0.offset % 4 == 0 && $0.element.0 != $0.element.1 }
        #expect(changed > 1500 && hidden([place]).forNothing == Double(changed) / 20_000)
        #expect(hidden([place], ignored: [place]).forNothing == 0)
        #expect(hidden([Self.face]).forNothing == 0 && hidden([]).forNothing == 0)
    }

    @Test func sharesAreCountedBySizeAndTheRestIsAMean() {
        var score = HidingScore()
        let small = Rect(x: 180, y: 80, width: 8, height: 8)
        let photo = LabeledPhotos.Photo(file: "a", path: "a", faces: [Self.face, small])
        for places in [[Self.face], [Self.face, small], [Rect(x: 0, y: 0, width: 20, height: 20)]] {
            score.add(HiddenShare(of: places, in: photo, size: Self.size), photo, in: Self.size, EvaluationRules())
        }
        let covered = Dictionary(uniqueKeysWithValues: score.covered.map { ($0.key.description, [$0.value.part, $0.value.whole]) })
        #expect(covered == ["<5%": [1, 3], "12-30%": [2, 3]] && score.allCovered.part == 3 && score.allCovered.whole == 6)
        let last = HiddenShare(of: [Rect(x: 0, y: 0, width: 20, height: 20)], in: photo, size: Self.size)
        #expect(last.forNothing > 0.01 && score.forNothing == last.forNothing / 3)
    }
}
