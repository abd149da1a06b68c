/// How a picture is written.
public struct EncodingOptions: Hashable, Sendable {
    /// How much coarser colour is kept than brightness in a JPEG.
    public enum ChromaSubsampling: String, Hashable, Sendable, CaseIterable {
        /// Half as fine in both directions: the smallest files.
        case half = "4:2:0"
        /// Half as fine from left to right only.
        case horizontal = "4:2:2"
        /// As fine as brightness: for text and hard edges between colours.
        case none = "4:4:4"
    }

    /// The format to write. Options that it has no use for are checked but change nothing.
    public var format: ImageFormat
    /// 1...100, for JPEG and lossy WebP; 85 by default.
    public var quality = 85
    /// Whether a JPEG is written so that it can be shown coarse first; smaller too, and slower.
    public var progressive = false
    /// How fine colour is in a JPEG; half as fine in both directions by default.
    public var chromaSubsampling = ChromaSubsampling.half
    /// What a JPEG shows where the picture is transparent: red, green, blue. White by default.
    public var background: [UInt8] = [255, 255, 255]
    /// zlib's level for PNG, 0...9; 3 by default, which takes a third of the time of 6 for 8% more bytes.
    public var compressionLevel = 3
    /// Whether a WebP keeps every pixel exactly; `quality` is then the effort.
    public var lossless = false

    /// The defaults for a format. What is set later is checked when a picture is encoded.
    public init(format: ImageFormat) {
        self.format = format
    }

    func check() throws {
        guard (1...100).contains(quality), (0...9).contains(compressionLevel), background.count == 3 else {
            throw BoundedCropError(
                .invalidArgument,
                "quality \(quality) is not in 1...100, compression level \(compressionLevel) not in 0...9, or the background not 3 bytes"
            )
        }
    }
}
