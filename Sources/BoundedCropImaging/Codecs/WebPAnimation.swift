internal import CImageCodecs

/// Writes an animated WebP frame by frame. Use it from one thread at a time.
package final class WebPAnimation {
    private let handle: OpaquePointer
    private let size: PixelSize
    private var elapsed = Duration.zero
    /// The start of the next frame in milliseconds, rounded from the total time so that errors do not add up.
    private var time: Int32 = 0

    /// Creates an animation without frames that repeats forever.
    ///
    /// Throws `unsupportedFormat` when the size is too large for WebP, `invalidArgument` for options out of range.
    package init(size: PixelSize, compression: ImageEncoding.WebPCompression) throws {
        try ImageEncoding.webp(compression).check()
        self.size = size
        let width = UInt32(exactly: size.width) ?? .max
        let height = UInt32(exactly: size.height) ?? .max
        var created: OpaquePointer?
        try CCall.check(failure: .encodingFailed) { error in
            created = bc_webp_animation_create(width, height, compression.level, compression.isLossless, error)
            return created == nil ? error.pointee.code : Int32(BC_OK)
        }
        guard let created else { throw BoundedCropError(.encodingFailed, "libwebp gave no animation") }
        handle = created
    }

    deinit { bc_webp_animation_destroy(handle) }

    /// Adds a frame that is shown for a duration of at least a millisecond.
    ///
    /// Throws `invalidArgument` for a frame of another size or an animation longer than 24 days, `encodingFailed` when libwebp fails.
    package func add(_ frame: PixelBuffer, for duration: Duration) throws {
        guard frame.size == size else {
            throw BoundedCropError(.invalidArgument, "a frame of \(frame.size) does not fit an animation of \(size)")
        }
        let end = elapsed + max(duration, .zero)
        let milliseconds = (end / .milliseconds(1)).rounded()
        guard milliseconds < Double(Int32.max), time < Int32.max - 1 else {
            throw BoundedCropError(.invalidArgument, "an animation lasts at most 24 days, not \(end)")
        }
        try CCall.check(failure: .encodingFailed) { bc_webp_animation_add(handle, frame.bytes, time, $0) }
        elapsed = end
        time = max(time + 1, Int32(milliseconds))
    }

    /// Returns the file. Call it once, after the last frame. Throws `encodingFailed`, also if there are no frames.
    package func finish() throws -> [UInt8] {
        var output = bc_bytes()
        defer { bc_bytes_free(output) }
        try CCall.check(failure: .encodingFailed) { bc_webp_animation_finish(handle, time, &output, $0) }
        return Array(UnsafeBufferPointer(start: output.bytes, count: output.length))
    }
}
