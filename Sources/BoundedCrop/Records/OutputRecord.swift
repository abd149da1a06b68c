/// The file that a crop was written to, as JSON.
package struct OutputRecord: Encodable, Sendable {
    package let file: String
    package let width: Int
    package let height: Int
    package let format: ImageFormat
    package let bytes: Int

    package init(file: String, size: PixelSize, format: ImageFormat, bytes: Int) {
        self.file = file
        width = size.width
        height = size.height
        self.format = format
        self.bytes = bytes
    }
}
