import BoundedCrop

/// Boxes as YOLOv8, YOLO11 and their relatives export them (Ultralytics, from 2023 on), with no score of being an object: the centers' columns
/// and rows of all boxes and their widths and heights, in pixels of the input, then the scores of all boxes for each class.
struct YOLOv8Output {
    let description: NetworkDescription
    /// That of boxes: one for each cell.
    let count: Int

    func candidates(in output: NetworkOutput) throws -> [Candidate] {
        let length = 4 + description.classes.count + description.extra
        let extra = description.extra > 0 ? ", \(description.extra) others" : ""
        if output.shape.count == 3, output.shape[2] == count, output.shape[1] > length {
            throw BoundedCropError(
                .detectionFailed,
                "the output \(output.name) has the shape \(output.shapeText), not [1, \(length), \(count)] (box, \(description.classes.count) classes\(extra)): if all classes are described, say how many numbers follow them, such as those of masks or keypoints, in “extra”"
            )
        }
        try output.require([1, length, count], "box, \(description.classes.count) classes\(extra); cells of all strides")
        let values = output.values
        return (0..<count).compactMap { index in
            guard let best = description.bestClass({ values[(4 + $0) * count + index] }) else { return nil }
            let box = (0..<4).map { Double(values[$0 * count + index]) }
            return Candidate(
                Rect(x: box[0] - box[2] / 2, y: box[1] - box[3] / 2, width: box[2], height: box[3]),
                score: best.score,
                classIndex: best.index,
                threshold: description.threshold
            )
        }
    }
}
