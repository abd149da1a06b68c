/// Finds the best quality at which a picture fits into a number of bytes.
package enum SizeLimitedEncoding {
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
