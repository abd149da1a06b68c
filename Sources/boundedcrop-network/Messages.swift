import BoundedCrop
import FoundationEssentials

/// A line of standard input. Its size and accuracy are not needed: the PNG has a size, and the network runs in one way.
struct Request: Decodable {
    private let image: String
    /// The picture's number, which the answer repeats.
    let number: Int?

    init(line: String) throws {
        do {
            self = try JSONDecoder().decode(Request.self, from: Data(line.utf8))
        } catch {
            throw BoundedCropError(.invalidArgument, "a line of input is not {\"image\": \"a PNG as Base64\"} but “\(line.prefix(60))”")
        }
    }

    func pixels() throws -> PixelBuffer {
        guard let bytes = Data(base64Encoded: image) else {
            throw BoundedCropError(.invalidArgument, "the “image” on standard input is not Base64")
        }
        return try ImageSource(bytes: Array(bytes)).pixels()
    }
}

/// A line of standard output: features or an error.
struct Answer: Encodable {
    struct Found: Encodable, Equatable {
        let x: Double
        let y: Double
        let width: Double
        let height: Double
        let confidence: Double
        let kind: String
        let priority: Double
        let landmarks: Landmarks?
    }

    private let number: Int?
    private let features: [Found]?
    private let error: String?

    init(number: Int?, features: [Found]) {
        self.number = number
        self.features = features
        error = nil
    }

    init(number: Int?, error: String) {
        self.number = number
        features = nil
        self.error = error
    }
}
