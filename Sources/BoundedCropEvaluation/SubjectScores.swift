/// How much of the marked subjects crops keep, of all photos and of each kind.
package struct SubjectScores: Sendable {
    /// All photos with subjects.
    package private(set) var all = SubjectScore()
    /// The photos of each kind. Photos without a kind are in `all` only.
    package private(set) var byKind: [String: SubjectScore] = [:]

    /// Scores of no photos.
    package init() {}

    /// Counts the crops of a photo.
    mutating func add(_ score: SubjectScore, of kind: String?) {
        guard score.count > 0 else { return }
        all.add(score)
        if let kind { byKind[kind, default: SubjectScore()].add(score) }
    }

    /// The kinds in alphabetical order, then all of them; empty when nothing was counted.
    var rows: [(kind: String?, score: SubjectScore)] {
        guard all.count > 0 else { return [] }
        return byKind.filter { $0.value.count > 0 }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } + [(nil, all)]
    }
}

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
