package import BoundedCropImaging
import TestSupport

extension Fixture {
    /// A picture of a single color as a file.
    package static func flat(_ width: Int, _ height: Int, _ format: ImageFormat = .png) throws -> ImageSource {
        let pixels = PixelBuffer(size: PixelSize(width: width, height: height), filledWith: (100, 150, 200, 255))
        return try ImageSource(bytes: pixels.blocking.encoded(as: ImageEncoding(format)))
    }
}
