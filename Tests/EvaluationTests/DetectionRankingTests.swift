import BoundedCrop
import Testing

@testable import BoundedCropEvaluation

/// Cases that can be verified by hand.
@Suite struct DetectionRankingTests {
    private func ranking(of faces: Int, _ detections: [(Double, Bool)]) -> DetectionRanking {
        var ranking = DetectionRanking()
        ranking.addLabeled(faces)
        for (confidence, isFace) in detections { ranking.add(confidence: confidence, isFace: isFace) }
        return ranking
    }

    @Test(
        arguments: [
            (2, [(0.9, true), (0.8, true)], 1.0),
            (4, [(0.9, true), (0.8, true)], 0.5),
            (2, [(0.9, false), (0.8, true), (0.7, true)], 2.0 / 3),
            // Where recall is 1/2, the best precision at that or a higher one is 1; at 1, it is 2/3.
            (2, [(0.9, true), (0.8, false), (0.7, true)], 5.0 / 6),
            (1, [], 0), (1, [(0.9, false)], 0),
        ] as [(Int, [(Double, Bool)], Double)]
    )
    func averagePrecisionIsTheAreaUnderTheBestPrecisions(faces: Int, detections: [(Double, Bool)], area: Double) throws {
        for detections in [detections, detections.reversed()] {
            #expect(try abs(#require(ranking(of: faces, detections).averagePrecision) - area) < 1e-12)
        }
    }

    /// No threshold parts them, so that their order does not matter.
    @Test func detectionsOfOneConfidenceCountTogether() {
        let one = ranking(of: 1, [(0.5, true), (0.5, false)]).averagePrecision
        #expect(one == 0.5 && one == ranking(of: 1, [(0.5, false), (0.5, true)]).averagePrecision)
    }

    @Test func withoutFacesThereIsNoAveragePrecision() {
        #expect(ranking(of: 0, [(0.9, false)]).averagePrecision == nil)
    }

    @Test func calibrationHasTenBinsOfConfidence() {
        let bins = ranking(of: 9, [(0, false), (0.05, true), (0.7, true), (0.75, true), (0.79, false), (1, true)]).calibration
        #expect(bins.count == 10 && bins.map(\.faces.whole) == [2, 0, 0, 0, 0, 0, 0, 3, 0, 1])
        #expect(bins.map(\.faces.part) == [1, 0, 0, 0, 0, 0, 0, 2, 0, 1])
        #expect(bins[0].meanConfidence == 0.025 && bins[1].meanConfidence == 0 && bins[9].meanConfidence == 1)
        #expect(abs(bins[7].meanConfidence - 2.24 / 3) < 1e-12 && bins[7].confidences == 0.7...0.8)
    }
}
