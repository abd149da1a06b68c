import BoundedCrop

/// Faces as SCRFD exports them (J. Guo, J. Deng, A. Lattas and S. Zafeiriou, 2021), in two or three outputs for each stride: scores, the
/// distances of the sides from the cell's corner, and the offsets of five points from it, in cells. A cell has several boxes, one after the
/// other.
struct SCRFDOutput {
    let description: NetworkDescription
    let cells: [GridCell]

    func candidates(in outputs: [NetworkOutput]) throws -> [Candidate] {
        let hasLandmarks = outputs.count > 2 * description.strides.count
        var found: [Candidate] = []
        var rest = cells[...]
        for stride in description.strides {
            let cells = rest.prefix(description.grid(of: stride).area)
            rest = rest.dropFirst(cells.count)
            let rows = cells.count * description.anchors
            func values(_ length: Int, _ meaning: String) throws -> [Float] {
                try outputs.only(rows: rows, of: length, "\(meaning) of the stride \(stride)").values
            }
            let scores = try values(1, "scores")
            let sides = try values(4, "boxes")
            let points = hasLandmarks ? try values(10, "landmarks") : nil
            found += cells.enumerated().flatMap { index, cell in
                (index * description.anchors..<(index + 1) * description.anchors).compactMap { row in
                    candidate(in: cell, row, Double(scores[row]), sides, points)
                }
            }
        }
        return found
    }

    private func candidate(in cell: GridCell, _ row: Int, _ score: Double, _ sides: [Float], _ points: [Float]?) -> Candidate? {
        guard score >= description.threshold else { return nil }
        let distances = sides[(row * 4)..<(row * 4 + 4)].map { Double($0) * cell.stride }
        let corner = cell.point(0, 0)
        return Candidate(
            Rect(
                x: corner.x - distances[0],
                y: corner.y - distances[1],
                width: distances[0] + distances[2],
                height: distances[1] + distances[3]
            ),
            score: score,
            classIndex: 0,
            landmarks: points.map { points in (0..<5).map { cell.point(points[row * 10 + 2 * $0], points[row * 10 + 2 * $0 + 1]) } },
            threshold: description.threshold
        )
    }
}
