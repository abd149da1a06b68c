internal import BoundedCrop

/// Finds the best quality at which a picture fits into a number of bytes.
enum SizeLimitedEncoding {
    /// The file and its quality. If even the lowest quality is too large, that file is returned. A lossless format is encoded once,
    /// whatever its size.
    ///
    /// Throws what encoding throws, and `CancellationError`, which is checked before each attempt. There are at most eight.
    static func encode(
        _ options: EncodingOptions,
        maximumBytes: Int?,
        _ encode: (EncodingOptions) throws -> [UInt8]
    ) throws -> (bytes: [UInt8], quality: Int) {
        // The best attempt that fits or, as long as none fits, the lowest quality so far; the search ends with the lowest.
        var best = (bytes: try encode(options), quality: options.quality)
        guard let maximumBytes, best.bytes.count > maximumBytes, options.format != .png else { return best }
        var (low, high) = (1, min(options.quality, 100) - 1)
        while low <= high {
            try Cancellation.checkCurrent()
            var attempt = options
            attempt.quality = (low + high) / 2
            let bytes = try encode(attempt)
            if bytes.count <= maximumBytes || best.bytes.count > maximumBytes { best = (bytes, attempt.quality) }
            if bytes.count <= maximumBytes { low = attempt.quality + 1 } else { high = attempt.quality - 1 }
        }
        return best
    }
}
