import BoundedCrop

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
