/// The file that a crop was written to, as JSON.
public struct OutputRecord: Codable, Hashable, Sendable {
    /// The file's path; empty for an answer of the service.
    public var file: String
    /// The width in pixels.
    public var width: Int
    /// The height in pixels.
    public var height: Int
    /// The format of the file.
    public var format: ImageFormat
    /// The length of the file in bytes.
    public var bytes: Int

    /// Creates a record from its parts.
    public init(file: String, size: PixelSize, format: ImageFormat, bytes: Int) {
        self.file = file
        width = size.width
        height = size.height
        self.format = format
        self.bytes = bytes
    }
}
