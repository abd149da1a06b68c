extension FaceSearch {
    /// The search at high accuracy: a run on a large copy in tiles, and one on a small copy. What is not certain must be confirmed by a
    /// closer run, the more so if only one of both sees it, except where nothing surer is found.
    func thorough() throws -> [Feature] {
        let large = try picture.pixels(longSide: Self.largeSide)
        let small = try large.pixels(longSide: Self.smallSide)
        let fine = try FaceTiles(of: large.size).parts.flatMap { try run(on: large, part: $0, leavingOutCut: true) }
        let coarse = small.size == large.size ? [] : try run(on: small)
        var (sure, doubtful): ([Feature], [Feature]) = ([], [])
        var runs = 0
        func judge(_ candidate: Feature, isSeenTwice: Bool) throws {
            if candidate.confidence >= (isSeenTwice ? Self.likelyScore : Self.certainScore) { return sure.append(candidate) }
            runs += 1
            let score = isSeenTwice ? Self.sureScore : Self.confirmingScore
            let sides = coarse.isEmpty ? 3.0 : 4
            if runs > Self.mostRuns, isSeenTwice {
                sure.append(candidate)
            } else if runs <= Self.mostRuns, let face = try confirmed(candidate, from: score, in: large, sides: sides, longSide: 256) {
                sure.append(face)
            } else if candidate.confidence >= Self.sureScore {
                doubtful.append(candidate)
            }
        }
        for candidate in (fine + coarse).filter({ $0.confidence >= Self.unsureScore }).strongest {
            try judge(candidate, isSeenTwice: Self.isSeen(candidate, in: fine, and: coarse))
        }
        let (isNoneSure, places) = (sure.isEmpty, sure + doubtful)
        let turned = try turned(small, unlessUpright: sure, from: Self.certainScore)
        for face in turned.strongest {
            let isSeenTwice = places.contains { $0.isSamePlace(as: face) }
            if isSeenTwice || isNoneSure { try judge(face, isSeenTwice: isSeenTwice) }
        }
        if sure.isEmpty { swap(&sure, &doubtful) }
        if keepsAll { return sure + fine + coarse + turned }
        return sure + doubtful.map(\.unsure) + (fine + coarse).filter { $0.confidence < Self.sureScore }
    }

    /// Enough for the faces that matter; crowds have many unsure ones.
    private static let mostRuns = 16

    /// Whether both runs see a face, and one of them surely.
    private static func isSeen(_ candidate: Feature, in one: [Feature], and other: [Feature]) -> Bool {
        let scores = [one, other].map { run in run.filter { $0.isSamePlace(as: candidate) }.map(\.confidence).max() ?? 0 }
        return scores.min() ?? 0 >= unsureScore && scores.max() ?? 0 >= sureScore
    }
}
