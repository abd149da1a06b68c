internal import FoundationEssentials

/// What a detector program is told about a picture, on one line of JSON.
struct DetectorRequest: Encodable {
    /// A PNG; base64 in JSON.
    private let image: Data
    private let width: Int
    private let height: Int
    private let accuracy: String

    init(_ pixels: PixelBuffer, accuracy: DetectionAccuracy) throws {
        image = Data(try pixels.blocking.encoded(as: .png(compressionLevel: 1)))
        (width, height) = (pixels.size.width, pixels.size.height)
        self.accuracy = accuracy.rawValue
    }

    func line() throws -> [UInt8] { Array(try JSONText.data(self)) }
}
