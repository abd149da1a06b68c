/// An encoded picture whose header has been read and is within the limits. Pixels are decoded on demand, and only those that are needed.
public struct ImageSource: Sendable {
    package let file: FileBytes
    /// What the file says about its picture; read once, without decoding a pixel.
    public let header: ImageHeader
    /// The options for decoding pixels.
    public let options: DecodingOptions
    /// Empty if other processes read the file: they keep the metadata.
    let metadata: ImageMetadata
    /// Set if other processes read the file.
    let isolation: Isolation?
    /// Decodes pixels of the file: those of its picture, or of a smaller one in it.
    let decodeCells: Codec.Decode
    /// Shared by all copies of this value.
    let overview = DecodedOverview()

    /// The size of the upright picture.
    public var size: PixelSize { header.size }

    /// The file's bytes: a copy, unless the picture was created from an array or a file.
    public var bytes: [UInt8] { file.array }

    /// Creates a picture from the bytes of a file in any of the formats of `ImageFormat`: an array, `Data`, NIO's `ByteBufferView`, or
    /// another collection.
    ///
    /// The collection is kept. Its bytes are copied only if it does not hold them in one piece.
    ///
    /// - Throws: `emptyFile`, `unsupportedFormat`, `missingLibrary` when the format's library is not installed, `malformedImage` when the
    ///   header is damaged, or `limitExceeded`.
    public init(bytes: some RandomAccessCollection<UInt8> & Sendable, options: DecodingOptions = DecodingOptions()) throws {
        guard !bytes.isEmpty else { throw BoundedCropError(.emptyFile, "the file is empty") }
        try options.limits.check(byteCount: bytes.count)
        file = FileBytes(bytes)
        self.options = options
        guard let format = ImageFormat(signatureOf: bytes) else { throw file.withUnsafeBytes { ImageFormat.refusal(of: $0) } }
        decodeCells = format.codec.decode
        if let decoders = options.decoders {
            metadata = ImageMetadata()
            (header, isolation) = try decoders.open(file, options, format: format)
        } else {
            metadata = ImageMetadata(of: file, format: format)
            header = try ImageHeader(format: format, bytes: file, orientation: metadata.orientation)
            isolation = nil
            try options.limits.check(header)
        }
    }

    /// The smaller picture with this header in the same file as a picture, decoded by this function.
    init(_ header: ImageHeader, in source: ImageSource, decodedBy decodeCells: @escaping Codec.Decode) {
        (file, options, metadata, isolation) = (source.file, source.options, source.metadata, nil)
        (self.header, self.decodeCells) = (header, decodeCells)
    }

    /// Creates a picture from the rest of an open file, pipe or socket, such as a `FileHandle`'s descriptor, which stays open.
    ///
    /// Reading blocks until the end, or until this thread's work is cancelled.
    ///
    /// - Throws: What `init(bytes:)` throws, `isDirectory` or `unreadableFile`, and `CancellationError`.
    public init(fileDescriptor: Int32, options: DecodingOptions = DecodingOptions()) throws {
        try self.init(bytes: FileReader.bytes(ofOpenFile: fileDescriptor, limits: options.limits), options: options)
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
