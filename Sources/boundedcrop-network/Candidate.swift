import BoundedCrop

/// What one part of a network's output says: an object of a class in pixels of the network's input.
struct Candidate: Equatable {
    var box: Rect
    /// 0...1.
    var score: Double
    /// The place of the class in the description.
    var classIndex: Int
    /// In YuNet's order.
    var landmarks: [Point]?

    /// Nil for a score below the threshold, and for values that no object has; a network may compute anything.
    init?(_ box: Rect, score: Double, classIndex: Int, landmarks: [Point]? = nil, threshold: Double) {
        guard score >= threshold, !box.isEmpty, [box.x, box.y, box.width, box.height].allSatisfy(Self.isPossible) else { return nil }
        guard landmarks?.allSatisfy({ Self.isPossible($0.x) && Self.isPossible($0.y) }) != false else { return nil }
        self.box = box
        self.score = min(score, 1)
        self.classIndex = classIndex
        self.landmarks = landmarks
    }

    /// Not farther away than the edge of any picture.
    private static func isPossible(_ coordinate: Double) -> Bool { abs(coordinate) <= 1_000_000 }
}

extension [Candidate] {
    /// Limits the comparison of each candidate with all better ones.
    private static var most: Int { 2000 }

    /// The best candidates of each class, by descending score: none overlaps a better one of its class by more than this.
    func suppressed(overlap: Double) -> [Candidate] {
        let sorted = sorted { one, other in
            one.score != other.score ? one.score > other.score : (one.box.y, one.box.x) < (other.box.y, other.box.x)
        }
        var kept: [Candidate] = []
        for candidate in sorted.prefix(Self.most) {
            let isNew = !kept.contains { $0.classIndex == candidate.classIndex && $0.box.intersectionOverUnion(candidate.box) > overlap }
            if isNew { kept.append(candidate) }
        }
        return kept
    }
}
