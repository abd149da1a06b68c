internal import BoundedCrop

/// Finds the best quality with which a picture fits into so many bytes.
enum SizeLimitedEncoding {
    /// The file, and its quality. Where even the lowest is too large, that one; a lossless format is written once, however large.
    static func encode(
        _ options: EncodingOptions,
        maximumBytes: Int?,
        _ encode: (EncodingOptions) throws -> [UInt8]
    ) throws -> (bytes: [UInt8], quality: Int) {
        let first = try encode(options)
        guard let maximumBytes, first.count > maximumBytes, options.format != .png else { return (first, options.quality) }
        var best: (bytes: [UInt8], quality: Int)?
        var (low, high) = (1, options.quality - 1)
        while low <= high {
            var attempt = options
            attempt.quality = (low + high) / 2
            let bytes = try encode(attempt)
            if bytes.count <= maximumBytes {
                best = (bytes, attempt.quality)
                low = attempt.quality + 1
            } else {
                high = attempt.quality - 1
            }
        }
        if let best { return best }
        var lowest = options
        lowest.quality = 1
        return (try encode(lowest), 1)
    }
}
