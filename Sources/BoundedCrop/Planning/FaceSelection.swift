/// Where to put a window along one direction when it cannot hold every face.
///
/// In this order: the greatest weight of whole faces; the least weight of faces cut though they could be whole; the greatest weight of
/// faces with their padding; nearest to the middle of the faces kept; lowest. A face longer than the window can never be whole, so it
/// counts by the share of it that shows.
struct FaceSelection {
    struct Face {
        var span: Span
        var padded: Span
        var weight: Double
    }

    let faces: [Face]
    let window: Int
    let limit: Int

    private struct Score {
        var whole = 0.0
        var cut = 0.0
        var padded = 0.0
        var offCenter = 0.0

        func isBetter(than other: Score) -> Bool {
            if whole != other.whole { return whole > other.whole }
            if cut != other.cut { return cut < other.cut }
            if padded != other.padded { return padded > other.padded }
            return offCenter < other.offCenter
        }
    }

    /// The best start of the window, 0...(limit - window).
    func start() -> Int {
        let last = limit - window
        var best = 0
        var bestScore = score(at: 0)
        func consider(_ start: Int) {
            let score = score(at: start)
            if score.isBetter(than: bestScore) { (best, bestScore) = (start, score) }
        }
        // Between two neighbours of this list, no face starts or stops to be whole, to show or to have its padding: all but the
        // distance to the middle stays as it is, or changes evenly.
        let turns = faces.flatMap { Self.turns(of: $0.span, window) + Self.turns(of: $0.padded, window) } + [0, last]
        let changes = Set(turns).filter { (0...last).contains($0) }.sorted()
        for (index, start) in changes.enumerated() {
            let next = index + 1 < changes.count ? changes[index + 1] - 1 : last
            consider(start)
            consider(min(max(centered(on: middle(at: start)), start), next))
            consider(next)
        }
        return best
    }

    /// The starts of a window at which a span begins or ends to be whole in it, or to show.
    private static func turns(of span: Span, _ window: Int) -> [Int] {
        [span.low - window, span.low - window + 1, span.high - window, span.low, span.low + 1, span.high]
    }

    private func score(at start: Int) -> Score {
        let view = Span(low: start, high: start + window)
        var score = Score()
        for face in faces {
            let shown = view.overlap(face.span)
            if face.span.length > window {
                score.whole += face.weight * Double(shown) / Double(face.span.length)
            } else if view.contains(face.span) {
                score.whole += face.weight
            } else if shown > 0 {
                score.cut += face.weight
            }
            if view.contains(face.padded) { score.padded += face.weight }
        }
        score.offCenter = abs(Double(start) + Double(window) / 2 - middle(at: start))
        return score
    }

    private func centered(on center: Double) -> Int {
        Span.start(ofWindow: window, centeredOn: center, within: limit)
    }

    /// The middle of the faces that are whole in a window, or else of the heaviest that shows, or else of the picture.
    private func middle(at start: Int) -> Double {
        let view = Span(low: start, high: start + window)
        let whole = faces.filter { view.contains($0.span) }
        if let first = whole.first { return whole.dropFirst().reduce(first.padded) { $0.union($1.padded) }.center }
        let shown = faces.filter { view.overlap($0.span) > 0 }
        return shown.max { $0.weight < $1.weight }?.span.center ?? Double(limit) / 2
    }
}
