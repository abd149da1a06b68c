/// An encoded picture whose header has been read and is within the limits. Pixels are decoded on demand, and only those that are needed.
public struct ImageSource: Sendable {
    /// The file's bytes.
    public let bytes: [UInt8]
    /// What the file says about its picture; read once, without decoding a pixel.
    public let header: ImageHeader
    /// The options for decoding pixels.
    public let options: DecodingOptions
    /// Empty if other processes read the file: they keep the metadata.
    let metadata: ImageMetadata
    /// Set if other processes read the file.
    let isolation: Isolation?
    /// Shared by all copies of this value.
    let overview = DecodedOverview()

    /// The size of the upright picture.
    public var size: PixelSize { header.size }

    /// Creates a picture from the bytes of a JPEG, PNG or WebP file.
    ///
    /// - Throws: `emptyFile`, `unsupportedFormat`, `malformedImage` when the header is damaged, or `limitExceeded`.
    public init(bytes: [UInt8], options: DecodingOptions = DecodingOptions()) throws {
        guard !bytes.isEmpty else { throw BoundedCropError(.emptyFile, "the file is empty") }
        try options.limits.check(byteCount: bytes.count)
        guard let format = ImageFormat(signatureOf: bytes) else {
            let found = ImageFormat.nameOfUnsupported(bytes).map { "\($0) is not read here" } ?? "these bytes are no picture"
            throw BoundedCropError(.unsupportedFormat, "\(found); JPEG, PNG and WebP are")
        }
        if let decoders = options.decoders {
            metadata = ImageMetadata()
            (header, isolation) = try decoders.open(bytes, options, format: format)
        } else {
            metadata = ImageMetadata(of: bytes, format: format)
            header = try ImageHeader(format: format, bytes: bytes, orientation: metadata.orientation)
            isolation = nil
            try options.limits.check(header.storedSize)
        }
        self.bytes = bytes
        self.options = options
    }

    /// Creates a picture from a file. A file above the limit of bytes is not read.
    ///
    /// - Throws: What `init(bytes:)` throws, and `fileNotFound`, `isDirectory` or `unreadableFile`.
    public init(contentsOfFile path: String, options: DecodingOptions = DecodingOptions()) throws {
        do {
            try self.init(bytes: FileReader.bytes(ofFile: path, limits: options.limits), options: options)
        } catch let error as BoundedCropError {
            throw error.about(path)
        }
    }
}
