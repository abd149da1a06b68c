import BoundedCrop
import FoundationEssentials

/// The line that answers a request.
struct WorkerAnswer: Encodable {
    let id: JSONNode
    let outcome: Result<[WorkerResult], BoundedCropError>

    private enum CodingKeys: String, CodingKey { case id, results, error }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        switch outcome {
        case .success(let results): try container.encode(results, forKey: .results)
        case .failure(let error): try container.encode(ErrorRecord.Body(error), forKey: .error)
        }
    }

    /// The line with its newline.
    func line() throws -> [UInt8] { [UInt8](try JSONText.data(self)) + [UInt8(ascii: "\n")] }

    /// The line of a failure; one without an id if the failure cannot be written as JSON.
    static func line(_ id: JSONNode, _ error: any Error) -> [UInt8] {
        let known = error as? BoundedCropError ?? BoundedCropError(.detectionFailed, "\(error)", underlying: error)
        let unwritten = #"{"error":{"code":"encodingFailed","message":"the answer cannot be written as JSON"},"id":null}"# + "\n"
        return (try? WorkerAnswer(id: id, outcome: .failure(known)).line()) ?? Array(unwritten.utf8)
    }
}

/// What is said of a crop.
struct MadeRecord: Encodable, Sendable {
    /// Nil if nothing was planned, as in a request that aligns its crop.
    let planned: CropRecord?
    let file: String
    let crop: PixelRect
    let output: OutputRecord?
    let covered: Int?

    private enum CodingKeys: String, CodingKey { case file, crop, output, covered }

    func encode(to encoder: any Encoder) throws {
        if let planned { return try planned.encode(to: encoder) }
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(file, forKey: .file)
        try container.encode(crop, forKey: .crop)
        try container.encode(output, forKey: .output)
        try container.encodeIfPresent(covered, forKey: .covered)
    }
}

/// What is answered for one output, or for detection.
indirect enum WorkerResult: Encodable, Sendable {
    case features(DetectionRecord)
    /// A plan, or a crop that was written to a file.
    case crop(MadeRecord)
    /// A crop in the answer.
    case image(MadeRecord, [UInt8])
    /// The pixels of a crop: red, green, blue and alpha, not premultiplied.
    case pixels(MadeRecord, [UInt8], PixelSize)
    /// The crops of an output that each face has.
    case faces([WorkerResult])
    /// A video, or the path of its camera.
    case video(VideoRecord)
    /// No crop, because of a correction.
    case leftOut(CorrectedAwayRecord)

    private enum CodingKeys: String, CodingKey { case image, output, faces }

    /// As `OutputRecord`, for what is no file.
    private struct PixelsRecord: Encodable {
        let file = ""
        let format = "rgba"
        let width: Int
        let height: Int
        let bytes: Int

        private enum CodingKeys: String, CodingKey { case file, format, width, height, bytes }
    }

    func encode(to encoder: any Encoder) throws {
        switch self {
        case .features(let record): try record.encode(to: encoder)
        case .crop(let record): try record.encode(to: encoder)
        case .video(let record): try record.encode(to: encoder)
        case .leftOut(let record): try record.encode(to: encoder)
        case .image(let record, let bytes):
            try record.encode(to: encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(Data(bytes), forKey: .image)
        case .pixels(let record, let bytes, let size):
            try record.encode(to: encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(PixelsRecord(width: size.width, height: size.height, bytes: bytes.count), forKey: .output)
            try container.encode(Data(bytes), forKey: .image)
        case .faces(let faces):
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(faces, forKey: .faces)
        }
    }
}
