import BoundedCrop

/// How outputs are encoded, as options say.
struct OutputEncoder {
    /// The format; nil for that of the output's extension, or else that of the source.
    let format: ImageFormat?
    let settings: EncodingSettings
    /// The most bytes of each output; nil for any number.
    let maximumBytes: Int?

    func encoding(template: OutputTemplate, source: ImageHeader) -> ImageEncoding {
        encoding(named: template.format, source: source)
    }

    /// - Parameter choice: The format in place of the one of `--format`.
    func encoding(_ choice: OutputOptions.FormatChoice, source: ImageHeader) -> ImageEncoding {
        ImageEncoding(choice.format ?? source.outputFormat, settings)
    }

    /// - Parameter named: The format that the file's name asks for.
    func encoding(named: ImageFormat?, source: ImageHeader) -> ImageEncoding {
        ImageEncoding(format ?? named ?? source.outputFormat, settings)
    }

    /// The encoding if it is the same for all pictures; nil if it depends on the picture.
    func encodingOfAll(template: OutputTemplate) -> ImageEncoding? {
        (format ?? template.format).map { ImageEncoding($0, settings) }
    }

    /// Encodes a picture so that it fits into the allowed number of bytes.
    ///
    /// Throws what encoding throws, and `limitExceeded` if no quality is low enough.
    func fitted(_ encoding: ImageEncoding, _ encode: (ImageEncoding) throws -> [UInt8]) throws -> [UInt8] {
        let bytes = try SizeLimitedEncoding.encode(encoding, maximumBytes: maximumBytes, encode).bytes
        try checkSize(bytes.count, encoding)
        return bytes
    }

    /// Throws `limitExceeded` for a file that is too large.
    func checkSize(_ count: Int, _ encoding: ImageEncoding) throws {
        guard let maximumBytes, count > maximumBytes else { return }
        let why = encoding.quality == nil ? "\(encoding.format.title) has no quality to lower" : "no quality gives fewer"
        throw BoundedCropError(.limitExceeded, "the output takes \(count) bytes, --max-output-bytes allows \(maximumBytes), and \(why)")
    }
}
