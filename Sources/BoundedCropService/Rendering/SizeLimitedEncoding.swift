internal import BoundedCrop

/// Finds the best quality with which a picture fits into so many bytes.
enum SizeLimitedEncoding {
    /// The file, and its quality. Where even the lowest is too large, that one; a lossless format is written once, however large.
    ///
    /// Throws what encoding throws, and `CancellationError`, which it asks for before each of the eight attempts at most.
    static func encode(
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
