@testable import BoundedCrop

/// A reference for `FaceSelection` that tries every position, using integers only.
struct FaceSelectionReference {
    struct Face {
        var span: Span
        var padded: Span
        var weight: Int
    }

    var faces: [Face]
    var window: Int
    var limit: Int

    /// Divisible by every length up to 20, so that fractions of a face are integers.
    private static let unit = 232_792_560

    /// Compared from the first element; the greatest wins: weight of whole faces, minus weight of cut faces, weight of padded faces, minus
    /// the distance to the center.
    func score(at start: Int) -> [Int] {
        let shown = faces.map { face in (start..<start + window).count { $0 >= face.span.low && $0 < face.span.high } }
        var (whole, cut, padded) = (0, 0, 0)
        for (face, shown) in zip(faces, shown) {
            let length = face.span.high - face.span.low
            if length > window {
                whole += face.weight * (shown * Self.unit / length)
            } else if shown == length {
                whole += face.weight * Self.unit
            } else if shown > 0 {
                cut += face.weight
            }
            if face.padded.low >= start && face.padded.high <= start + window { padded += face.weight }
        }
        return [whole, -cut, padded, -abs(2 * start + window - doubledMiddle(at: start))]
    }

    /// Twice the center of the whole faces with their padding; otherwise of the heaviest visible face (the first of equals), or of the
    /// picture.
    private func doubledMiddle(at start: Int) -> Int {
        let whole = faces.filter { $0.span.low >= start && $0.span.high <= start + window }
        if let low = whole.map(\.padded.low).min(), let high = whole.map(\.padded.high).max() { return low + high }
        let shown = faces.filter { $0.span.low < start + window && $0.span.high > start }
        let heaviest = shown.filter { face in shown.allSatisfy { $0.weight <= face.weight } }
        let first = heaviest.min { ($0.span.low, $0.span.high) < ($1.span.low, $1.span.high) }
        return first.map { $0.span.low + $0.span.high } ?? limit
    }

    /// The lowest start with the best score.
    func start() -> Int {
        var best = 0
        for start in 1..<limit - window + 1 where score(at: best).lexicographicallyPrecedes(score(at: start)) { best = start }
        return best
    }
}
