internal import BoundedCrop

extension EvaluationText {
    /// A row for each kind of photo; nil when no photo has a kind.
    package var kinds: String? {
        let header = [
            "detector", "accuracy", "kind", "photos", "found", "recall", "precision", "false alarms", "face area kept", "best possible",
            "ms median",
        ]
        let rows = evaluations.flatMap { evaluation in
            evaluation.kinds.map { [evaluation.subject.detector.name, evaluation.subject.accuracy.rawValue] + cells($0) }
        }
        return rows.isEmpty ? nil : Self.table(header, rows)
    }

    private func cells(_ score: KindScore) -> [String] {
        let detection = score.detection
        let kept = [score.crops.reached, score.crops.ceiling].map { $0.isEmpty ? "-" : percent($0.areaKept) }
        let counts = [detection.recall, detection.falseAlarms].map { $0.whole == 0 ? "-" : "\($0.part)/\($0.whole)" }
        return [score.kind, "\(detection.milliseconds.count)", counts[0], percent(detection.recall), percent(detection.right), counts[1]]
            + kept + [tenths(detection.milliseconds(percentile: 0.5))]
    }
}
