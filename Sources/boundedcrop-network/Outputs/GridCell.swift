import BoundedCrop
import CLibrary

/// One cell of a grid over the input.
struct GridCell {
    let column: Double
    let row: Double
    let stride: Double

    /// The cells of one grid, row by row.
    static func all(of stride: Int, in description: NetworkDescription) -> [GridCell] {
        let grid = description.grid(of: stride)
        return (0..<grid.height).flatMap { row in
            (0..<grid.width).map { GridCell(column: Double($0), row: Double(row), stride: Double(stride)) }
        }
    }

    /// The point at an offset from the cell's top left corner, in cells.
    func point(_ x: Float, _ y: Float) -> Point {
        Point(x: (column + Double(x)) * stride, y: (row + Double(y)) * stride)
    }

    /// The box around a point whose sides are powers of e, in cells.
    func box(_ x: Float, _ y: Float, width: Float, height: Float) -> Rect {
        let center = point(x, y)
        let sides = (width: exp(Double(width)) * stride, height: exp(Double(height)) * stride)
        return Rect(x: center.x - sides.width / 2, y: center.y - sides.height / 2, width: sides.width, height: sides.height)
    }
}
