import BoundedCrop

extension NetworkDescription {
    /// What the outputs say, in pixels of the input, as often as they say it.
    ///
    /// Throws `detectionFailed` for outputs of another shape, with the expected one and the one found.
    func candidates(in outputs: [NetworkOutput]) throws -> [Candidate] {
        switch shape {
        case .yolox: try YOLOXOutput(description: self).candidates(in: outputs[0])
        case .nanodet: try NanoDetOutput(description: self).candidates(in: outputs[0])
        case .ssd: try SSDOutput(description: self).candidates(in: outputs)
        case .yunet: try YuNetOutput(description: self).candidates(in: outputs)
        }
    }

    /// The named class with the highest score; nil if that is not a number. The background does not compete.
    func bestClass(_ score: (Int) -> Float) -> (index: Int, score: Double)? {
        var best: (index: Int, score: Float)?
        for index in classes.indices where classes[index].name != nil {
            let score = score(index)
            if score > best?.score ?? -.infinity { best = (index, score) }
        }
        return best.map { ($0.index, Double($0.score)) }
    }

    /// The cells of all grids in the order of the output: rows of the first stride, then of the next.
    var cells: [GridCell] {
        strides.flatMap { stride in
            let columns = (input.width + stride - 1) / stride, rows = (input.height + stride - 1) / stride
            return (0..<rows).flatMap { row in
                (0..<columns).map { GridCell(column: Double($0), row: Double(row), stride: Double(stride)) }
            }
        }
    }
}
