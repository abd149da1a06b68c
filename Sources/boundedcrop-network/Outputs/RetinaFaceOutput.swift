import BoundedCrop
import CLibrary

/// Faces as RetinaFace exports them (J. Deng, J. Guo, E. Ververas, I. Kotsia and S. Zafeiriou, 2020): boxes, scores of the background and of
/// a face, and five points, for each side of each cell. Boxes and points are relative to the square with this side around the cell's center.
struct RetinaFaceOutput {
    let description: NetworkDescription
    let cells: [GridCell]

    func candidates(in outputs: [NetworkOutput]) throws -> [Candidate] {
        let squares = squares
        let boxes = try outputs.only(rows: squares.count, of: 4, "boxes").values
        let scores = try outputs.only(rows: squares.count, of: 2, "background and face").values
        let points = try outputs.only(rows: squares.count, of: 10, "landmarks").values
        return squares.enumerated().compactMap { row, square in
            let score = Double(scores[row * 2 + 1])
            guard score >= description.threshold else { return nil }
            let center = square.point(boxes[row * 4], boxes[row * 4 + 1])
            let (width, height) = (square.length(boxes[row * 4 + 2]), square.length(boxes[row * 4 + 3]))
            return Candidate(
                Rect(x: center.x - width / 2, y: center.y - height / 2, width: width, height: height),
                score: score,
                classIndex: 0,
                landmarks: (0..<5).map { square.point(points[row * 10 + 2 * $0], points[row * 10 + 2 * $0 + 1]) },
                threshold: description.threshold
            )
        }
    }

    private struct Square {
        let center: Point
        let side: Double

        // In training, places were divided by 0.1 and sides by 0.2, which are called the variances.

        func point(_ x: Float, _ y: Float) -> Point {
            Point(x: center.x + 0.1 * Double(x) * side, y: center.y + 0.1 * Double(y) * side)
        }

        func length(_ value: Float) -> Double { side * exp(0.2 * Double(value)) }
    }

    /// In the order of the outputs: those of each cell together.
    private var squares: [Square] {
        var rest = cells[...]
        return zip(description.strides, description.sizes).flatMap { stride, sizes in
            let cells = rest.prefix(description.grid(of: stride).area)
            rest = rest.dropFirst(cells.count)
            return cells.flatMap { cell in sizes.map { Square(center: cell.point(0.5, 0.5), side: $0) } }
        }
    }
}
