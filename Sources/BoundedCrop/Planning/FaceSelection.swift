/// Determines the position of a window along one axis when it cannot contain every face.
///
/// Criteria in order: the greatest weight of whole faces; the least weight of cut faces that could be whole, of which those with eyes and mouth
/// count half; the greatest weight of faces with their padding; nearest to the center of the faces kept; lowest position. A face longer than the window can never be whole, so its
/// visible fraction counts.
struct FaceSelection {
    struct Face {
        var span: Span
        /// The eyes and the mouth.
        var features: Span
        var padded: Span
        var weight: Double
    }

    private let faces: [Face]
    private let window: Int
    private let limit: Int

    /// Weights are normalized to a sum of 1 and faces are sorted, so that sums are the same at any scale and in any order.
    init(faces: [Face], window: Int, limit: Int) {
        var faces = faces.sorted { $0.order.lexicographicallyPrecedes($1.order) }
        let total = faces.reduce(0) { $0 + $1.weight }
        if total > 0 {
            for index in faces.indices { faces[index].weight /= total }
        }
        self.faces = faces
        self.window = window
        self.limit = limit
    }

    private struct Score {
        var whole = 0.0
        var cut = 0.0
        var padded = 0.0
        var offCenter = 0.0

        func isBetter(than other: Score) -> Bool {
            // Smaller differences are rounding errors.
            let slack = 1e-12
            if abs(whole - other.whole) > slack { return whole > other.whole }
            if abs(cut - other.cut) > slack { return cut < other.cut }
            if abs(padded - other.padded) > slack { return padded > other.padded }
            return offCenter < other.offCenter
        }
    }

    /// The best start of the window, 0...(limit - window). The time grows with the square of the number of faces, so this can be cancelled.
    func start() throws -> Int {
        let last = limit - window
        // Between two adjacent values of this list, no face starts or stops being whole, visible or fully padded. Only the distance to the
        // center changes and, linearly, how much is visible of faces longer than the window.
        let turns = faces.flatMap { [$0.span, $0.features, $0.padded].flatMap { Self.turns(of: $0, window) } } + [0]
        let changes = Set(turns).filter { (0...last).contains($0) }.sorted()
        let hasLongFaces = faces.contains { $0.span.length > window }
        var best: (start: Int, score: Score)?
        for (index, first) in changes.enumerated() {
            try Cancellation.checkCurrent()
            let end = index + 1 < changes.count ? changes[index + 1] - 1 : last
            let middle = middle(at: first)
            let nearest = min(max(Span.start(ofWindow: window, centeredOn: middle, within: limit), first), end)
            for start in hasLongFaces ? [first, nearest, end] : [nearest] {
                let score = score(at: start, middle: middle)
                if best.map({ score.isBetter(than: $0.score) }) ?? true { best = (start, score) }
            }
        }
        return best?.start ?? 0
    }

    /// The window starts at which a span starts or stops being whole or visible.
    private static func turns(of span: Span, _ window: Int) -> [Int] {
        [span.low - window, span.low - window + 1, span.high - window, span.low, span.low + 1, span.high]
    }

    private func score(at start: Int, middle: Double) -> Score {
        let view = Span(low: start, high: start + window)
        var score = Score()
        for face in faces {
            let shown = view.overlap(face.span)
            if face.span.length > window {
                score.whole += face.weight * Double(shown) / Double(face.span.length)
            } else if view.contains(face.span) {
                score.whole += face.weight
            } else if shown > 0 {
                score.cut += view.contains(face.features) ? face.weight / 2 : face.weight
            }
            if view.contains(face.padded) { score.padded += face.weight }
        }
        score.offCenter = abs(Double(start) + Double(window) / 2 - middle)
        return score
    }

    /// The center of the faces that are whole in a window, or otherwise of the heaviest visible one, or otherwise of the picture.
    private func middle(at start: Int) -> Double {
        let view = Span(low: start, high: start + window)
        let whole = faces.filter { view.contains($0.span) }
        if let first = whole.first { return whole.dropFirst().reduce(first.padded) { $0.union($1.padded) }.center }
        let shown = faces.filter { view.overlap($0.span) > 0 }
        return shown.max { $0.weight < $1.weight }?.span.center ?? Double(limit) / 2
    }
}

extension FaceSelection.Face {
    fileprivate var order: [Double] {
        [span, features, padded].flatMap { [Double($0.low), Double($0.high)] } + [weight]
    }
}
