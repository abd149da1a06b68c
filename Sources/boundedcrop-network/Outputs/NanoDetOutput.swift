import BoundedCrop
import CLibrary

/// Boxes as NanoDet-Plus exports them: for each cell the scores of the classes, then for each side of the box a distribution of its distance
/// from the cell's corner, in cells (X. Li et al., "Generalized Focal Loss", 2020).
struct NanoDetOutput {
    let description: NetworkDescription
    let cells: [GridCell]

    func candidates(in output: NetworkOutput) throws -> [Candidate] {
        let classes = description.classes.count
        try output.require([1, cells.count, nil], "cells of all strides, \(classes) classes and four distributions")
        let length = output.shape[2]
        guard length >= classes + 8, (length - classes) % 4 == 0 else {
            throw BoundedCropError(
                .detectionFailed,
                "the output \(output.name) has the shape \(output.shapeText), not [1, \(cells.count), \(classes) + a multiple of 4] (\(classes) classes and four distributions of two or more numbers): the model does not match its description"
            )
        }
        let steps = (length - classes) / 4
        return cells.enumerated().compactMap { index, cell in
            let values = output.values[(index * length)..<((index + 1) * length)]
            let start = values.startIndex
            guard let best = description.bestClass({ values[start + $0] }), best.score >= description.threshold else { return nil }
            let distances = (0..<4).map { side in
                let first = start + classes + side * steps
                return Self.mean(of: values[first..<(first + steps)]) * cell.stride
            }
            let corner = cell.point(0, 0)
            let box = Rect(
                x: corner.x - distances[0],
                y: corner.y - distances[1],
                width: distances[0] + distances[2],
                height: distances[1] + distances[3]
            )
            return Candidate(box, score: best.score, classIndex: best.index, threshold: description.threshold)
        }
    }

    /// The mean of 0, 1, 2 ... weighted with the softmax of the values; NaN if one of them is.
    private static func mean(of values: ArraySlice<Float>) -> Double {
        // Without the largest value, a power could be infinite.
        let largest = Double(values.max() ?? 0)
        let weights = values.map { exp(Double($0) - largest) }
        return zip(0..., weights).reduce(0) { $0 + Double($1.0) * $1.1 } / weights.reduce(0, +)
    }
}
