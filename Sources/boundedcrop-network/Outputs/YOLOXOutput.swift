import BoundedCrop

/// Boxes as YOLOX exports them (Z. Ge, S. Liu, F. Wang, Z. Li and J. Sun, 2021): for each cell the center as an offset from the cell, the
/// logarithms of the sides in cells, the score of being an object and that of each class.
struct YOLOXOutput {
    let description: NetworkDescription
    let cells: [GridCell]

    func candidates(in output: NetworkOutput) throws -> [Candidate] {
        let length = 5 + description.classes.count
        try output.require([1, cells.count, length], "cells of all strides, box, object and \(description.classes.count) classes")
        return cells.enumerated().compactMap { index, cell in
            let values = output.values[(index * length)..<((index + 1) * length)]
            let start = values.startIndex
            guard let best = description.bestClass({ values[start + 5 + $0] }) else { return nil }
            return Candidate(
                cell.box(values[start], values[start + 1], width: values[start + 2], height: values[start + 3]),
                score: Double(values[start + 4]) * best.score,
                classIndex: best.index,
                threshold: description.threshold
            )
        }
    }
}
