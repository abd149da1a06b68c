import BoundedCrop
import CLibrary

/// Reads the outputs of a described network, picture by picture.
struct OutputReader {
    private let description: NetworkDescription
    /// The cells of all grids in the order of the output: rows of the first stride, then of the next.
    private let cells: [GridCell]

    init(_ description: NetworkDescription) {
        self.description = description
        cells = description.shape == .ssd ? [] : description.strides.flatMap { GridCell.all(of: $0, in: description) }
    }

    /// What the outputs say, in pixels of the input, as often as they say it.
    ///
    /// Throws `detectionFailed` for outputs of another shape, with the expected one and the one found.
    func candidates(in outputs: [NetworkOutput]) throws -> [Candidate] {
        switch description.shape {
        case .yolox: try YOLOXOutput(description: description, cells: cells).candidates(in: outputs[0])
        case .yolov8: try YOLOv8Output(description: description, count: cells.count).candidates(in: outputs[0])
        case .nanodet: try NanoDetOutput(description: description, cells: cells).candidates(in: outputs[0])
        case .ssd: try SSDOutput(description: description).candidates(in: outputs)
        case .yunet: try YuNetOutput(description: description, cells: cells).candidates(in: outputs)
        case .scrfd: try SCRFDOutput(description: description, cells: cells).candidates(in: outputs)
        case .retinaface: try RetinaFaceOutput(description: description, cells: cells).candidates(in: outputs)
        }
    }
}

extension NetworkDescription {
    /// The named class with the highest score; nil if that is not a number. The background does not compete.
    func bestClass(_ score: (Int) -> Float) -> (index: Int, score: Double)? {
        var best: (index: Int, score: Float)?
        for index in classes.indices where classes[index].name != nil {
            let score = score(index)
            if score > best?.score ?? -.infinity { best = (index, score) }
        }
        return best.map { ($0.index, Double($0.score)) }
    }
}

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
