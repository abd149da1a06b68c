/// A network's file with its description, both read and checked as far as that is possible without running the network.
package struct DescribedNetwork: Sendable {
    /// The ONNX file.
    package let bytes: [UInt8]
    package let description: NetworkDescription
    /// The names of the outputs that the description's shape needs, in its order.
    package let outputs: [String]
    /// Of the model and its description.
    package let fingerprint: String

    /// Networks for detection have 1 to 400 MB.
    private static let limits: ImageLimits = {
        var limits = ImageLimits()
        limits.maximumBytes = 1_000_000_000
        return limits
    }()

    /// Reads a model and the description beside it.
    ///
    /// - Throws: `fileNotFound`, `isDirectory`, `unreadableFile`, `limitExceeded` or `unreadableModel`, with the path in the message.
    package init(contentsOfFile path: String) throws {
        let model = try Self.naming("the model \(path)") {
            let bytes = try FileReader.bytes(ofFile: path, limits: Self.limits)
            guard !bytes.isEmpty else { throw BoundedCropError(.unreadableModel, "the file is empty") }
            return (bytes: bytes, outputs: try ONNXOutputs.names(in: bytes))
        }
        let place = Self.descriptionPath(ofModel: path)
        let text = try Self.naming("the description \(place) of the model \(path)") {
            try FileReader.bytes(ofFile: place, limits: ImageLimits())
        }
        (description, outputs) = try Self.naming("the description \(place)") {
            let description = try NetworkDescription(json: text)
            return (description, try description.chosen(from: model.outputs))
        }
        bytes = model.bytes
        fingerprint = Fingerprint.text(of: bytes) + "," + Fingerprint.text(of: text)
    }

    /// `models/cats.json` for `models/cats.onnx`.
    static func descriptionPath(ofModel path: String) -> String {
        (path.hasSuffix(".onnx") ? String(path.dropLast(5)) : path) + ".json"
    }

    private static func naming<Result>(_ what: String, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as BoundedCropError {
            throw BoundedCropError(error.code, "\(what) cannot be used: \(error.message)", underlying: error)
        }
    }
}

extension NetworkDescription {
    /// The outputs that the shape needs, of those that the model has.
    func chosen(from available: [String]) throws -> [String] {
        let wanted = outputs ?? (shape == .yunet ? yunetOutputs : available)
        for name in wanted where !available.contains(name) {
            let names = available.prefix(20).joined(separator: ", ")
            throw BoundedCropError(.unreadableModel, "the model has no output “\(name.prefix(60))”; it has \(names)")
        }
        let counts =
            switch shape {
            case .yolox, .yolov8, .nanodet: [1]
            case .ssd: [1, 2]
            case .yunet: [yunetOutputs.count]
            case .scrfd: [2 * strides.count, 3 * strides.count]
            case .retinaface: [3]
            }
        guard counts.contains(wanted.count) else {
            let count = counts.map(String.init).joined(separator: " or ")
            throw BoundedCropError(
                .unreadableModel,
                "“\(shape.rawValue)” needs \(count) outputs, not \(wanted.count) (\(wanted.prefix(20).joined(separator: ", "))): name them in “outputs”"
            )
        }
        return wanted
    }

    /// Class, object, box and landmarks, each for all strides.
    private var yunetOutputs: [String] {
        ["cls", "obj", "bbox", "kps"].flatMap { kind in strides.map { "\(kind)_\($0)" } }
    }
}
