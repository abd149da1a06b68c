import BoundedCrop
import TestSupport
import Testing

@testable import BoundedCropEvaluation

/// What a detector must reach on labeled photos. Crops are measured over the five aspect ratios, as fractions of what the best window
/// reaches.
struct Gate: Sendable, CustomTestStringConvertible {
    enum Detector: String, Sendable {
        case yunet
        case haar
    }

    let detector: Detector
    let accuracy: DetectionAccuracy
    var recall = 0.0
    /// For faces of at least 5% of the long side.
    var recallAbove5Percent = 0.0
    var precision = 0.0
    /// In photos without a face.
    var mostFalseAlarms = 0.05
    /// With the scheme `all`.
    var areaKept = 0.0
    var largestWhole = 0.0
    /// With the scheme `largest`.
    var largestWholeOfLargest = 0.0
    /// With headroom: of the faces whose eyes and mouth a crop of its shape could show, those that it shows with both.
    var eyesAndMouthWhole = 0.0
    /// With headroom: of the crops, those that cut somebody at the edge.
    var mostPeopleCut = 1.0

    var testDescription: String { "\(detector.rawValue), \(accuracy.rawValue)" }

    /// Expects that the photos of a manifest reach these limits.
    func check(_ manifest: String) throws {
        let detector: any FeatureDetector = detector == .yunet ? YuNetDetector() : HaarCascadeDetector()
        let photos = try LabeledPhotos(manifest: manifest)
        let evaluation = try Evaluation(of: .init(detector: RememberingDetector(detector), accuracy: accuracy), on: photos)
        let score = evaluation.detection
        #expect(score.largestFound.whole > 0 && score.falseAlarms.whole > 0)
        #expect(score.recall.value >= recall)
        #expect(score.recallAboveTiny.value >= recallAbove5Percent)
        #expect(score.right.value >= precision)
        #expect(score.falseAlarms.value <= mostFalseAlarms)
        let (all, largest) = (evaluation.overall(.all), evaluation.overall(.largest))
        #expect(all.reached.areaKept / all.ceiling.areaKept >= areaKept)
        #expect(all.reached.largestWhole / all.ceiling.largestWhole >= largestWhole)
        #expect(largest.reached.largestWhole / largest.ceiling.largestWhole >= largestWholeOfLargest)
        #expect(all.floor.areaKept < all.reached.areaKept)
        let framing = try #require(evaluation.framing[.headroom])
        #expect(framing.features.value >= eyesAndMouthWhole)
        #expect(framing.cutPeople.value <= mostPeopleCut)
        // Without landmarks, eyes are only guessed.
        guard self.detector == .yunet else { return }
        let center = try #require(evaluation.framing[.center])
        #expect(framing.eyeHeight <= center.eyeHeight && framing.cutPeople.value <= center.cutPeople.value)
        #expect(framing.features.value >= center.features.value)
        // Only formats that are not supported.
        #expect(evaluation.unreadable.allSatisfy { $0.reason.contains("is not read here") }, "\(evaluation.unreadable)")
    }
}
