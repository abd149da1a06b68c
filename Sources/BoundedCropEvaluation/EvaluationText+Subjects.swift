internal import BoundedCrop

extension EvaluationText {
    /// How much of the marked subjects the crops keep; nil when no photo has one.
    package var subjects: String? {
        let header = ["detector", "accuracy", "kind", "crops", "subject kept", "center", "best possible", "of best"]
        let rows = evaluations.flatMap { evaluation in
            evaluation.subjects.rows.map { kind, score in
                [evaluation.subject.detector.name, evaluation.subject.accuracy.rawValue, kind ?? "all", "\(score.count)"]
                    + [score.kept, score.center, score.best, score.ofBest].map(percent)
            }
        }
        return rows.isEmpty ? nil : Self.table(header, rows)
    }
}
