import BoundedCrop

/// Boxes and landmarks as YuNet exports them (W. Wu, H. Peng and S. Yu, 2023), in four outputs for each stride: the scores of being a face
/// and an object, boxes like YOLOX's, and offsets of five points from the cell.
struct YuNetOutput {
    let description: NetworkDescription
    let cells: [GridCell]

    func candidates(in outputs: [NetworkOutput]) throws -> [Candidate] {
        let levels = description.strides.count
        var found: [Candidate] = []
        var rest = cells[...]
        for (level, stride) in description.strides.enumerated() {
            let cells = rest.prefix(description.grid(of: stride).area)
            rest = rest.dropFirst(cells.count)
            let parts = (0..<4).map { outputs[$0 * levels + level] }
            for (part, (length, meaning)) in zip(parts, [(1, "faces"), (1, "objects"), (4, "boxes"), (10, "landmarks")]) {
                try part.require([1, cells.count, length], "\(meaning) of the stride \(stride)")
            }
            found += cells.enumerated().compactMap { index, cell in candidate(in: cell, index, parts.map(\.values)) }
        }
        return found
    }

    private func candidate(in cell: GridCell, _ index: Int, _ parts: [[Float]]) -> Candidate? {
        let product = Self.share(parts[0][index]) * Self.share(parts[1][index])
        let score = product.squareRoot()
        guard score >= description.threshold else { return nil }
        let box = Array(parts[2][(index * 4)..<(index * 4 + 4)])
        let offsets = Array(parts[3][(index * 10)..<(index * 10 + 10)])
        return Candidate(
            cell.box(box[0], box[1], width: box[2], height: box[3]),
            score: score,
            classIndex: 0,
            landmarks: (0..<5).map { cell.point(offsets[2 * $0], offsets[2 * $0 + 1]) },
            threshold: description.threshold
        )
    }

    /// Scores are 0...1 apart from rounding.
    private static func share(_ value: Float) -> Double { min(max(Double(value), 0), 1) }
}
