internal import FoundationEssentials

/// What a detector program is told about a picture, on one line of JSON.
struct DetectorRequest: Encodable {
    /// A PNG; base64 in JSON.
    private let image: Data
    /// Counts the pictures of a process, from 1.
    private var number = 1
    private let width: Int
    private let height: Int
    private let accuracy: String

    init(_ pixels: PixelBuffer, accuracy: DetectionAccuracy) throws {
        image = Data(try pixels.blocking.encoded(as: .png(compressionLevel: 1)))
        (width, height) = (pixels.size.width, pixels.size.height)
        self.accuracy = accuracy.rawValue
    }

    /// The line for a process whose picture of this number it is.
    func line(number: Int) throws -> [UInt8] {
        var request = self
        request.number = number
        return Array(try JSONText.data(request))
    }
}
