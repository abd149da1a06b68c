internal import CImageCodecs

/// Writes an animation frame by frame: WebP, GIF, AVIF, JPEG XL or PNG. Memory does not grow with the number of frames, except for the file itself.
/// Use it from one thread at a time.
package final class AnimationWriter {
    private let handle: OpaquePointer
    private let codec: EncodingCodec.Frames
    private let size: PixelSize
    private let metadata: ImageMetadata
    private var elapsed = Duration.zero
    /// The start of the next frame in milliseconds, rounded from the total time so that errors do not add up.
    private var time: Int32 = 0

    /// Whether animations can be written in this encoding.
    package static func supports(_ encoding: ImageEncoding) -> Bool { encoding.codec.frames != nil }

    /// Whether the format of an animation says how often it is shown. AVIF does so only from version 1 of libavif on.
    package static func writesLoopCounts(_ format: ImageFormat) -> Bool {
        format.isWritable && ImageEncoding(format).codec.frames?.writesLoopCounts() == true
    }

    /// Creates an animation without frames.
    ///
    /// - Parameters:
    ///   - size: The size of every frame.
    ///   - loopCount: How often the animation is shown in all, at most 65535; 0 means forever. AVIF files say it only from version 1 of
    ///     libavif on.
    ///   - hasAlpha: Whether frames may have transparent pixels. AVIF, JPEG XL and PNG have to know.
    ///   - encoding: The format and its settings.
    /// - Throws: `unsupportedFormat` when the size is too large or the format has no animations, `missingLibrary`, and `invalidArgument`
    ///   for settings out of range.
    package convenience init(size: PixelSize, loopCount: Int = 0, hasAlpha: Bool = true, encoding: ImageEncoding) throws {
        try self.init(size: size, loopCount: loopCount, hasAlpha: hasAlpha, encoding: encoding, metadata: ImageMetadata())
    }

    init(size: PixelSize, loopCount: Int, hasAlpha: Bool, encoding: ImageEncoding, metadata: ImageMetadata) throws {
        try encoding.check()
        guard (0...65_535).contains(loopCount) else {
            throw BoundedCropError(.invalidArgument, "an animation is shown at most 65535 times, not \(loopCount)")
        }
        guard let codec = encoding.codec.frames else {
            let others = ImageFormat.writable.filter { Self.supports(ImageEncoding($0)) }.titles
            throw BoundedCropError(.unsupportedFormat, "animations are not written as \(encoding.format.title); \(others) are")
        }
        (self.size, self.codec, self.metadata) = (size, codec, metadata)
        let (width, height, count) = (UInt32(exactly: size.width) ?? .max, UInt32(exactly: size.height) ?? .max, UInt32(loopCount))
        var created: OpaquePointer?
        try CCall.check(failure: .encodingFailed) { error in
            created = metadata.withSpans { codec.create(width, height, count, hasAlpha, $0, error) }
            return created == nil ? error.pointee.code : Int32(BC_OK)
        }
        guard let created else { throw BoundedCropError(.encodingFailed, "no \(encoding.format.title) animation could be started") }
        handle = created
    }

    deinit { codec.destroy(handle) }

    /// Adds a frame that is shown for a duration: at least a millisecond, or twenty in a GIF, which counts hundredths of a second.
    ///
    /// - Throws: `invalidArgument` for a frame of another size or an animation longer than 24 days, `encodingFailed` when the codec fails.
    package func add(_ frame: PixelBuffer, for duration: Duration) throws {
        guard frame.size == size else {
            throw BoundedCropError(.invalidArgument, "a frame of \(frame.size) does not fit an animation of \(size)")
        }
        let end = elapsed + max(duration, .zero)
        let milliseconds = (end / .milliseconds(1)).rounded()
        guard milliseconds < Double(Int32.max), time < Int32.max - 1 else {
            throw BoundedCropError(.invalidArgument, "an animation lasts at most 24 days, not \(end)")
        }
        let next = max(time + 1, Int32(milliseconds))
        try CCall.check(failure: .encodingFailed) { error in
            metadata.withSpans { codec.add(handle, frame.bytes, time..<next, $0, error) }
        }
        (elapsed, time) = (end, next)
    }

    /// Returns the file. Call it once, after the last frame.
    ///
    /// - Throws: `encodingFailed`, also if there are no frames.
    package func finish() throws -> [UInt8] {
        var output = bc_bytes()
        defer { bc_bytes_free(output) }
        try CCall.check(failure: .encodingFailed) { error in
            metadata.withSpans { codec.finish(handle, time, $0, &output, error) }
        }
        var file = Array(UnsafeBufferPointer(start: output.bytes, count: output.length))
        codec.amend(&file)
        return file
    }
}
