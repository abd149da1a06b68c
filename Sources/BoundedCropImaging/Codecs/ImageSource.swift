/// An encoded picture whose header has been read and found to be within limits. Pixels are decoded when asked for, and only those
/// that are needed.
public struct ImageSource: Sendable {
    /// The file's bytes.
    public let bytes: [UInt8]
    /// What the file says of its picture; read once, without decoding a pixel.
    public let header: ImageHeader
    /// How pixels are read from the file when they are asked for.
    public let options: DecodingOptions
    /// Empty where the file is read by other processes, which keep it to themselves.
    let metadata: ImageMetadata
    /// Where the file is read by other processes.
    let isolation: Isolation?

    /// The size of the upright picture.
    public var size: PixelSize { header.size }

    /// A picture from the bytes of a JPEG, PNG or WebP file.
    ///
    /// Throws `emptyFile`, `unsupportedFormat`, `malformedImage` when the header is damaged, or `limitExceeded`.
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

    /// A picture from a file.
    ///
    /// Throws, beside what `init(bytes:)` throws, `fileNotFound`, `isDirectory` or `unreadableFile`. A file above the limit of bytes
    /// is not read.
    public init(contentsOfFile path: String, options: DecodingOptions = DecodingOptions()) throws {
        try self.init(bytes: FileReader.bytes(ofFile: path, limits: options.limits), options: options)
    }

    /// The whole upright picture at full resolution.
    ///
    /// Throws `malformedImage` when the file is truncated or damaged.
    public func pixels() throws -> PixelBuffer {
        try pixels(of: PixelRect(x: 0, y: 0, width: size.width, height: size.height), scaledTo: size)
    }

    /// A rectangle of the upright picture at a size of its own. Decodes no more than the rectangle, at the smallest scale that still looks
    /// as if it had been shrunk from the full one.
    ///
    /// Throws `invalidArgument` when the rectangle is empty or reaches outside the picture, `malformedImage` when what is needed of
    /// the file is truncated or damaged.
    public func pixels(of rectangle: PixelRect, scaledTo target: PixelSize) throws -> PixelBuffer {
        try check(rectangle, scaledTo: target)
        return try decoder(covering: [(rectangle, target)]).decode().pixels(of: rectangle, scaledTo: target)
    }

    /// One decode that holds all the rectangles at the sizes they are wanted at, never coarser than an overview.
    func decoder(covering crops: [(rectangle: PixelRect, size: PixelSize)]) -> RegionDecoder {
        var union = Rect(x: 0, y: 0, width: 0, height: 0)
        var scale = overviewScale(longSide: 1)
        for (rectangle, size) in crops {
            union = union.union(rectangle.rect)
            let horizontal = Double(rectangle.width) / Double(size.width)
            let vertical = Double(rectangle.height) / Double(size.height)
            scale = min(scale, horizontal / Self.density, vertical / Self.density)
        }
        return RegionDecoder(source: self, upright: union, scale: scale)
    }

    /// The whole picture, with at least `longSide` pixels along its long side where the file has as many.
    ///
    /// Finer than a look needs, so that most thumbnails can be cut from it too; and the same whatever will be cut, because what is found
    /// must not depend on that.
    func overview(longSide: Int) -> RegionDecoder {
        RegionDecoder(source: self, upright: size.bounds, scale: overviewScale(longSide: longSide))
    }

    private func overviewScale(longSide: Int) -> Double {
        // JPEGs come in halves, quarters and eighths; the others are shrunk by any number, and would be a little too coarse.
        let usual = header.format == .jpeg ? 800 : 1000
        return Double(size.longSide) / Double(max(longSide, usual))
    }

    func check(_ rectangle: PixelRect, scaledTo target: PixelSize) throws {
        guard !rectangle.rect.isEmpty, size.bounds.contains(rectangle.rect) else {
            throw BoundedCropError(.invalidArgument, "\(rectangle) does not lie inside the picture of \(size)")
        }
        try Resampling.check(outputSize: target)
    }

    /// How many decoded pixels there are at least, along each axis, for one that is wanted: where decoded and wanted pixels are as
    /// large as each other but not in step, averaging would blur (libvips' `thumbnail` leaves as many).
    private static let density = 2.0
}
