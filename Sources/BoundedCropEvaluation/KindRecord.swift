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
