import BoundedCrop
import Testing

@testable import BoundedCropEvaluation

@Suite(.timeLimit(.minutes(15))) struct SubjectScoreTests {
    private static let size = PixelSize(width: 300, height: 100)
    private static let square = AspectRatio(1, 1)
    private static let left = MarkedSubject(Rect(x: 0, y: 0, width: 50, height: 100))
    private static let right = MarkedSubject(Rect(x: 250, y: 0, width: 50, height: 100), weight: 0.5)

    private func crop(x: Int) -> PixelRect { PixelRect(x: x, y: 0, width: 100, height: 100) }

    private func score(_ subjects: MarkedSubject..., in crop: PixelRect) throws -> SubjectScore {
        var score = SubjectScore()
        try score.add(crop, Self.square, subjects, in: Self.size)
        return score
    }

    private func numbers(_ score: SubjectScore) -> [Double] { [score.kept, score.center, score.best] }

    /// The center's window is 100...200; the best one shows 5000 of 5000 + 2500 weighted pixels.
    @Test func areasCountTimesTheirWeights() throws {
        #expect(try numbers(score(Self.left, Self.right, in: crop(x: 0))) == [5000.0 / 7500, 0, 5000.0 / 7500])
        #expect(try numbers(score(Self.left, Self.right, in: crop(x: 200))) == [2500.0 / 7500, 0, 5000.0 / 7500])
        #expect(try numbers(score(Self.left, Self.right, in: crop(x: 100))) == [0, 0, 5000.0 / 7500])
    }

    @Test func aSubjectMayBeKeptInPart() throws {
        let subject = MarkedSubject(Rect(x: 80, y: 10, width: 40, height: 50))
        #expect(try numbers(score(subject, in: crop(x: 50))) == [1, 0.5, 1])
        #expect(try numbers(score(subject, in: crop(x: 110))) == [0.25, 0.5, 1])
        // Wider than any window: 100 of 200 pixels.
        let wide = MarkedSubject(Rect(x: 0, y: 0, width: 200, height: 100))
        #expect(try numbers(score(wide, in: crop(x: 150))) == [0.25, 0.5, 0.5])
    }

    /// What lies outside the picture cannot be kept by any crop.
    @Test func partsOutsideThePictureDoNotCount() throws {
        #expect(try numbers(score(MarkedSubject(Rect(x: -20, y: 0, width: 40, height: 100)), in: crop(x: 0))) == [1, 0, 1])
        let outside = try score(MarkedSubject(Rect(x: 400, y: 0, width: 40, height: 100)), in: crop(x: 0))
        #expect(outside.count == 0 && numbers(outside) == [1, 1, 1] && outside.ofBest == 1)
    }

    @Test func sharesAreMeansOverCrops() throws {
        var score = try score(MarkedSubject(Rect(x: 80, y: 10, width: 40, height: 50)), in: crop(x: 50))
        try score.add(crop(x: 100), Self.square, [Self.left], in: Self.size)
        #expect(score.count == 2 && numbers(score) == [0.5, 0.25, 1] && score.ofBest == 0.5)
    }

    @Test func theBestWindowFollowsTheWeights() throws {
        let (light, heavy) = (MarkedSubject(Self.left.rectangle, weight: 0.5), MarkedSubject(Self.right.rectangle))
        #expect(try BestWindow.crop(Self.square, subjects: [light, heavy], in: Self.size) == crop(x: 200))
        #expect(try BestWindow.crop(Self.square, subjects: [Self.left, Self.right], in: Self.size).rect.contains(Self.left.rectangle))
        #expect(try BestWindow.crop(Self.square, subjects: [], in: Self.size) == crop(x: 100))
    }

    static let weights: [(Double, Double)] = [
        (0.3, 0.3), (7, 1), (.infinity, 1), (.nan, 1), (0, .leastNormalMagnitude), (-3, .leastNormalMagnitude),
    ]

    @Test(arguments: weights) func aWeightIsMovedIntoItsRange(weight: Double, expected: Double) {
        #expect(MarkedSubject(Self.left.rectangle, weight: weight).weight == expected)
    }
}
