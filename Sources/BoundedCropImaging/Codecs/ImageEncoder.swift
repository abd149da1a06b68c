internal import CImageCodecs

extension PixelBuffer {
    /// Encodes this picture as a file on a worker thread.
    ///
    /// - Parameters:
    ///   - encoding: The format and its settings.
    ///   - workers: The worker pool; by default the one shared by the whole process.
    /// - Returns: The bytes of the file.
    /// - Throws: `invalidArgument` for a setting out of range, `unsupportedFormat` when the picture is too large for the format,
    ///   `missingLibrary` when the format's library is not installed, `encodingFailed` when the codec fails, `queueFull` when too many jobs
    ///   are waiting, `CancellationError` when the task is cancelled.
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
    /// `colorProfile = .keep`, and what is selected of EXIF, XMP and IPTC's records.
    ///
    /// EXIF and XMP are written anew for this picture: upright, its sides, and the subject area and the regions of faces at their new
    /// positions. IPTC's records are written as XMP. GIF has no place for EXIF.
    ///
    /// - Parameters:
    ///   - encoding: The format and its settings.
    ///   - source: The file that the picture was made from.
    ///   - keeping: What to write of the file's metadata; the rights by default. If the picture hides somebody, set `namesPeople` to false.
    ///   - rectangle: The part of the upright source that this picture shows, from edge to edge; nil if there is no such part or it is
    ///     unknown, which drops the subject area and the regions.
    /// - Returns: The bytes of the file.
    /// - Throws: What `encoded(as:)` throws.
    public func encoded(
        as encoding: ImageEncoding,
        from source: ImageSource,
        keeping: MetadataSelection = .rights,
        showing rectangle: PixelRect? = nil
    ) throws -> [UInt8] {
        try encoded(as: encoding, metadata: source.metadataToKeep(for: picture.size, keeping, showing: rectangle))
    }

    /// Passes the bytes of the encoded file to a closure, without a copy, for example to send them or to write them to a file.
    ///
    /// - Parameters:
    ///   - encoding: The format and its settings.
    ///   - body: Receives the bytes, which are freed when it returns.
    /// - Returns: What the closure returns.
    /// - Throws: What `encoded(as:)` and the closure throw.
    package func withEncoded<Result>(as encoding: ImageEncoding, _ body: (UnsafeRawBufferPointer) throws -> Result) throws -> Result {
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
        let codec = encoding.codec
        let (width, height) = (UInt32(clamping: picture.width), UInt32(clamping: picture.height))
        try CCall.check(failure: .encodingFailed) { error in
            metadata.withSpans { codec.encode(picture.bytes, width, height, $0, &output, error) }
        }
        return try body(UnsafeRawBufferPointer(start: output.bytes, count: output.length))
    }
}

/// Finds the best quality at which a picture fits into a number of bytes.
package enum SizeLimitedEncoding {
    /// How long the search for a quality takes at most for a pixel, besides the first attempt, in units of 10 ns.
    package static func effort(_ encoding: ImageEncoding) -> Double {
        guard let quality = encoding.quality else { return 0 }
        // Each attempt halves the qualities that are left.
        let attempts = Int.bitWidth - max(0, min(quality, 100) - 1).leadingZeroBitCount
        return Double(attempts) * encoding.codec.effort
    }

    /// The file and its quality. If even the lowest quality is too large, that file is returned. A lossless format is encoded once,
    /// whatever its size.
    ///
    /// Throws what encoding throws, and `CancellationError`, which is checked before each attempt. There are at most eight.
    package static func encode(
        _ encoding: ImageEncoding,
        maximumBytes: Int?,
        _ encode: (ImageEncoding) throws -> [UInt8]
    ) throws -> (bytes: [UInt8], quality: Int?) {
        // The best that fits or, as long as none does, the lowest so far: the search ends with the lowest of all.
        var best = (bytes: try encode(encoding), quality: encoding.quality)
        guard let maximumBytes, best.bytes.count > maximumBytes, let quality = encoding.quality else { return best }
        var (low, high) = (1, min(quality, 100) - 1)
        while low <= high {
            try Cancellation.checkCurrent()
            let middle = (low + high) / 2
            var attempt = encoding
            attempt.quality = middle
            let bytes = try encode(attempt)
            if bytes.count <= maximumBytes || best.bytes.count > maximumBytes { best = (bytes, middle) }
            if bytes.count <= maximumBytes { low = middle + 1 } else { high = middle - 1 }
        }
        return best
    }
}
