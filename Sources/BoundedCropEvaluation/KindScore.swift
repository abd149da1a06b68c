/// The scores of the photos of one kind, such as dark photos.
package struct KindScore: Sendable {
    /// The `kind` of the photos.
    package let kind: String
    /// How well the detections match the labels.
    package internal(set) var detection: DetectionScore
    /// How much of the labeled faces the crops of the scheme `all` keep, all aspects combined. The scores are empty when no photo of this
    /// kind has a face.
    package internal(set) var crops = Evaluation.Crops()

    init(kind: String, rules: EvaluationRules) {
        self.kind = kind
        detection = DetectionScore(rules: rules)
    }
}

extension [KindScore] {
    /// Changes the score of a kind; the first change of a kind appends it. A photo without a kind changes nothing.
    mutating func change(_ kind: String?, rules: EvaluationRules, _ change: (inout KindScore) -> Void) {
        guard let kind else { return }
        if let index = firstIndex(where: { $0.kind == kind }) { return change(&self[index]) }
        var score = KindScore(kind: kind, rules: rules)
        change(&score)
        append(score)
    }
}

/// The scores of the photos of one kind as JSON.
struct KindRecord: Encodable, Sendable {
    let kind: String
    let photos: Int
    let found: EvaluationRecord.Count
    let recall: Double
    let precision: Double
    let falseAlarms: EvaluationRecord.Count
    /// Nil when no photo of this kind has a face.
    let areaKept: Double?
    let bestAreaKept: Double?
    let millisecondsMedian: Double

    init(_ score: KindScore) {
        kind = score.kind
        photos = score.detection.milliseconds.count
        found = EvaluationRecord.Count(score.detection.recall)
        recall = score.detection.recall.value
        precision = score.detection.right.value
        falseAlarms = EvaluationRecord.Count(score.detection.falseAlarms)
        areaKept = score.crops.reached.isEmpty ? nil : score.crops.reached.areaKept
        bestAreaKept = score.crops.ceiling.isEmpty ? nil : score.crops.ceiling.areaKept
        millisecondsMedian = score.detection.milliseconds(percentile: 0.5)
    }
}
