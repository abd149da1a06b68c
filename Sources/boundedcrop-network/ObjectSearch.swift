import BoundedCrop

/// A described network, ready to search pictures.
struct ObjectSearch {
    private let path: String
    private let description: NetworkDescription
    private let network: ObjectNetwork
    private let reader: OutputReader

    /// - Parameter fingerprint: That of the files that are meant; nil for whatever they are now.
    init(contentsOfFile path: String, fingerprint: String?) throws {
        let files = try DescribedNetwork(contentsOfFile: path)
        guard fingerprint == nil || fingerprint == files.fingerprint else {
            throw BoundedCropError(
                .unreadableModel,
                "the model \(path) or its description was changed after it was opened: open it again"
            )
        }
        self.path = path
        description = files.description
        reader = OutputReader(files.description)
        network = try Self.naming(path) { try ObjectNetwork(onnx: files.bytes, outputs: files.outputs) }
    }

    /// What the network finds, in pixels of the picture. Errors name the model.
    func features(in pixels: PixelBuffer) throws -> [Answer.Found] {
        try Self.naming(path) {
            let input = try NetworkInput(pixels, for: description)
            let outputs = try network.run(input.planes, of: description.input)
            return try reader.candidates(in: outputs).suppressed(overlap: description.overlap).compactMap { candidate in
                feature(candidate, shownAt: input.shown, of: pixels.size)
            }
        }
    }

    private static func naming<Result>(_ path: String, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as BoundedCropError {
            throw BoundedCropError(error.code, "the model \(path) cannot be used: \(error.message)", underlying: error)
        }
    }

    private func feature(_ candidate: Candidate, shownAt shown: PixelSize, of size: PixelSize) -> Answer.Found? {
        let kind = description.classes[candidate.classIndex]
        let box = candidate.box.scaled(from: shown, to: size)
        guard let name = kind.name, kind.weight > 0, !box.intersection(size.bounds).isEmpty else { return nil }
        let points = candidate.landmarks?.map { point in
            Point(
                x: point.x * Double(size.width) / Double(shown.width),
                y: point.y * Double(size.height) / Double(shown.height)
            )
        }
        return Answer.Found(
            x: box.x,
            y: box.y,
            width: box.width,
            height: box.height,
            confidence: candidate.score,
            kind: name,
            priority: kind.weight,
            landmarks: points.flatMap { Landmarks($0) }
        )
    }
}
