/// How much of the marked subjects crops keep, as JSON.
struct SubjectRecord: Encodable, Sendable {
    /// Nil for all kinds together.
    let kind: String?
    let crops: Int
    let subjectKept: Double
    let center: Double
    let best: Double

    static func records(_ scores: SubjectScores) -> [SubjectRecord]? {
        let rows = scores.rows
        if rows.isEmpty { return nil }
        return rows.map { kind, score in
            SubjectRecord(kind: kind, crops: score.count, subjectKept: score.kept, center: score.center, best: score.best)
        }
    }
}
