internal import CImageCodecs

extension PixelBuffer {
    /// Encodes this picture as a file on a worker thread.
    ///
    /// - Parameters:
    ///   - encoding: The format and its settings.
    ///   - workers: The worker pool; by default the one shared by the whole process.
    /// - Returns: The bytes of the file.
    /// - Throws: `invalidArgument` for a setting out of range, `unsupportedFormat` when the picture is too large for the format,
    ///   `encodingFailed` when the codec fails, `queueFull` when too many jobs are waiting, `CancellationError` when the task is cancelled.
    public func encoded(as encoding: ImageEncoding, on workers: WorkerPool = .shared) async throws -> [UInt8] {
        try await workers.run { _ in try blocking.encoded(as: encoding) }
    }

    /// An encoder that works on the caller's thread.
    public var blocking: BlockingEncoder { BlockingEncoder(picture: self) }
}

/// Encodes a picture on the caller's thread and blocks it for some milliseconds per megapixel. Use it in programs without concurrency and
/// on your own threads. In asynchronous code use `PixelBuffer.encoded(as:on:)`.
public struct BlockingEncoder: Sendable {
    let picture: PixelBuffer

    /// Encodes the picture as a file.
    ///
    /// - Parameter encoding: The format and its settings.
    /// - Returns: The bytes of the file.
    /// - Throws: `invalidArgument` for a setting out of range, `unsupportedFormat` when the picture is too large for the format,
    ///   `encodingFailed` when the codec fails.
    public func encoded(as encoding: ImageEncoding) throws -> [UInt8] {
        try encoded(as: encoding, metadata: ImageMetadata())
    }

    /// Encodes the picture with metadata from the file that it was made from: the ICC profile if that file was read with
    /// `colorProfile = .keep`, and EXIF and XMP on request.
    ///
    /// EXIF is adjusted to this picture: upright, its sides, no thumbnail, and the subject area at its new position.
    ///
    /// - Parameters:
    ///   - encoding: The format and its settings.
    ///   - source: The file that the picture was made from.
    ///   - keepingMetadata: Whether to write EXIF and XMP.
    ///   - rectangle: The part of the upright source that this picture shows, from edge to edge; nil if there is no such part or it is
    ///     unknown, which drops the subject area.
    /// - Returns: The bytes of the file.
    /// - Throws: What `encoded(as:)` throws.
    public func encoded(
        as encoding: ImageEncoding,
        from source: ImageSource,
        keepingMetadata: Bool = false,
        showing rectangle: PixelRect? = nil
    ) throws -> [UInt8] {
        try encoded(as: encoding, metadata: source.metadataToKeep(for: picture.size, all: keepingMetadata, showing: rectangle))
    }

    /// Passes the bytes of the encoded file to a closure, without a copy, for example to send them or to write them to a file.
    ///
    /// - Parameters:
    ///   - encoding: The format and its settings.
    ///   - body: Receives the bytes, which are freed when it returns.
    /// - Returns: What the closure returns.
    /// - Throws: What `encoded(as:)` and the closure throw.
    public func withEncoded<Result>(as encoding: ImageEncoding, _ body: (UnsafeRawBufferPointer) throws -> Result) throws -> Result {
        try withEncoded(as: encoding, metadata: ImageMetadata(), body)
    }

    func encoded(as encoding: ImageEncoding, metadata: ImageMetadata) throws -> [UInt8] {
        try withEncoded(as: encoding, metadata: metadata) { Array($0) }
    }

    private func withEncoded<Result>(
        as encoding: ImageEncoding,
        metadata: ImageMetadata,
        _ body: (UnsafeRawBufferPointer) throws -> Result
    ) throws -> Result {
        try encoding.check()
        var output = bc_bytes()
        defer { bc_bytes_free(output) }
        let (width, height) = (UInt32(clamping: picture.width), UInt32(clamping: picture.height))
        try CCall.check(failure: .encodingFailed) { error in
            metadata.withSpans { spans in
                switch encoding {
                case .jpeg(let quality, let isProgressive, let subsampling, let background):
                    bc_jpeg_encode(
                        picture.bytes,
                        width,
                        height,
                        bc_jpeg_settings(
                            quality: quality,
                            isProgressive: isProgressive,
                            chromaSubsampling: subsampling,
                            background: background
                        ),
                        spans,
                        &output,
                        error
                    )
                case .png(let level): bc_png_encode(picture.bytes, width, height, Int32(level), spans, &output, error)
                case .webp(let compression):
                    bc_webp_encode(picture.bytes, width, height, compression.level, compression.isLossless, spans, &output, error)
                }
            }
        }
        return try body(UnsafeRawBufferPointer(start: output.bytes, count: output.length))
    }
}

extension ImageEncoding.WebPCompression {
    var isLossless: Bool {
        switch self {
        case .lossy: false
        case .lossless: true
        }
    }

    /// The quality or the effort.
    var level: Int32 {
        switch self {
        case .lossy(let level), .lossless(let level): Int32(level)
        }
    }
}

extension ImageSource {
    /// The metadata of this file for a picture of this size made from it: the kept profile, and everything else if requested.
    func metadataToKeep(for size: PixelSize, all: Bool, showing rectangle: PixelRect? = nil) throws -> ImageMetadata {
        if let isolation { return try isolation.metadataToKeep(self, for: size, all: all) }
        let area = rectangle.flatMap { subjectArea(in: $0, scaledTo: size) }
        // A profile that could not be used is of no use to others, and libpng refuses to write it.
        let keepsProfile = options.colorProfile == .keep && header.isRGB && metadata.colorTransform(for: header) != nil
        return ImageMetadata(
            exif: all ? metadata.exif.flatMap { EXIF($0)?.rewritten(for: size, subjectArea: area) } : nil,
            xmp: all ? metadata.xmp : nil,
            iccProfile: keepsProfile ? metadata.iccProfile : nil
        )
    }
}

extension ImageMetadata {
    fileprivate func withSpans(_ body: (bc_metadata) -> Int32) -> Int32 {
        (iccProfile ?? []).withUnsafeBytes { icc in
            (exif ?? []).withUnsafeBytes { exif in
                (xmp ?? []).withUnsafeBytes { xmp in
                    body(bc_metadata(icc_profile: bc_span(icc), exif: bc_span(exif), xmp: bc_span(xmp)))
                }
            }
        }
    }
}

extension bc_jpeg_settings {
    fileprivate init(quality: Int, isProgressive: Bool, chromaSubsampling: ImageEncoding.ChromaSubsampling, background: Color) {
        let subsampling =
            switch chromaSubsampling {
            case .half: BC_SUBSAMPLING_420
            case .horizontal: BC_SUBSAMPLING_422
            case .full: BC_SUBSAMPLING_444
            }
        let pixel = background.pixel
        self.init(
            quality: Int32(quality),
            progressive: isProgressive,
            subsampling: subsampling,
            background: (pixel.red, pixel.green, pixel.blue)
        )
    }
}
