import BoundedCrop

/// Boxes as SSD-like networks export them, with their corners as shares of the input's sides: as rows of image, class, score and corners, or
/// as corners in one output and the scores of the classes in another.
struct SSDOutput {
    let description: NetworkDescription

    func candidates(in outputs: [NetworkOutput]) throws -> [Candidate] {
        if outputs.count == 1 { return try candidates(inRows: outputs[0]) }
        // Either may be first, unless there are as many classes as coordinates.
        let isSwapped = outputs[0].shape.last != 4 && outputs[1].shape.last == 4
        return try isSwapped ? candidates(boxes: outputs[1], scores: outputs[0]) : candidates(boxes: outputs[0], scores: outputs[1])
    }

    private func candidates(inRows output: NetworkOutput) throws -> [Candidate] {
        try output.require([1, 1, nil, 7], "rows of image, class, score and four corners")
        return try (0..<output.shape[2]).compactMap { row in
            let values = output.values[(row * 7)..<(row * 7 + 7)]
            let start = values.startIndex
            // Rows that are not used have a class of -1, or a score of 0.
            guard let index = Int(exactly: values[start + 1].rounded()), index >= 0 else { return nil }
            let score = Double(values[start + 2])
            guard score >= description.threshold else { return nil }
            guard description.classes.indices.contains(index) else {
                throw BoundedCropError(
                    .detectionFailed,
                    "the output \(output.name) names the class \(index), but the description has \(description.classes.count) classes, from 0 on"
                )
            }
            return Candidate(box(values[(start + 3)...]), score: score, classIndex: index, threshold: description.threshold)
        }
    }

    private func candidates(boxes: NetworkOutput, scores: NetworkOutput) throws -> [Candidate] {
        let classes = description.classes.count
        try boxes.require([1, nil, 4], "four corners of N boxes")
        let count = boxes.shape[1]
        try scores.require([1, count, classes], "\(classes) classes of \(count) boxes")
        return (0..<count).compactMap { row in
            guard let best = description.bestClass({ scores.values[row * classes + $0] }) else { return nil }
            return Candidate(
                box(boxes.values[(row * 4)...]),
                score: best.score,
                classIndex: best.index,
                threshold: description.threshold
            )
        }
    }

    /// From left, top, right and bottom.
    private func box(_ values: ArraySlice<Float>) -> Rect {
        let corners = values.prefix(4).map(Double.init)
        let (width, height) = (Double(description.input.width), Double(description.input.height))
        return Rect(
            x: corners[0] * width,
            y: corners[1] * height,
            width: (corners[2] - corners[0]) * width,
            height: (corners[3] - corners[1]) * height
        )
    }
}
