import BoundedCrop
import Foundation

/// The files of `Fixtures/`, found from where this source file is.
enum Fixture {
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Fixtures")

    static func source(_ name: String, _ options: DecodingOptions = DecodingOptions()) throws -> ImageSource {
        try ImageSource(contentsOfFile: root.appendingPathComponent(name).path, options: options)
    }

    /// A picture of one colour as a file.
    static func flat(_ width: Int, _ height: Int, _ format: ImageFormat = .png) throws -> ImageSource {
        let pixels = PixelBuffer(size: PixelSize(width: width, height: height), filledWith: (100, 150, 200, 255))
        return try ImageSource(bytes: pixels.encoded(EncodingOptions(format: format)))
    }
}
