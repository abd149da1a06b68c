internal import BoundedCrop

/// Finds the best quality with which a picture fits into so many bytes.
enum SizeLimitedEncoding {
    /// The file, and its quality. Where even the lowest is too large, that one; a lossless format is written once, however large.
    ///
    /// Throws what encoding throws, and `CancellationError`, which it asks for before each of the eight attempts at most.
    static func encode(
        _ options: EncodingOptions,
        maximumBytes: Int?,
        _ encode: (EncodingOptions) throws -> [UInt8]
    ) throws -> (bytes: [UInt8], quality: Int) {
        // The best that fits or, as long as none does, the lowest so far: the search ends with the lowest of all.
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
