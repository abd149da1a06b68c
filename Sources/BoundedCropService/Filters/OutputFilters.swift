package import BoundedCrop

/// The filters for the output file.
package struct OutputFilters: Hashable, Sendable {
    /// The format (`format`); nil for the negotiated one.
    package var format: ImageFormat?
    /// The quality, 1...100 (`quality`); nil for the service's default.
    package var quality: Int?
    /// The maximum number of bytes of the file, as far as a lower quality can reach it (`max_bytes`).
    package var maximumBytes: Int?
    /// The number of seconds for which clients and proxies may cache the answer (`max_age`); nil for the service's default.
    package var maximumAge: Int?
    /// The second since 1970 after which there is no answer (`expires`); nil for never.
    package var expiry: Int?
    /// The name under which the file is saved, without its extension (`filename`); nil for the picture's own name.
    package var fileName: String?
    /// Whether browsers save the file instead of showing it (`attachment`).
    package var isAttachment = false
    /// Whether an animation is answered with its first frame (`still`, and thumbor's `cover`).
    package var isStill = false
    /// The most that is kept of EXIF and XMP where the service would keep more (`strip_exif`).
    package var metadata = MetadataSelection.Extent.everything
    /// Whether colors are converted to sRGB and no profile is written where the service would keep it (`strip_icc`).
    package var stripsICC = false
    /// Whether the answer has a placeholder of the finished picture (`placeholder`).
    package var hasPlaceholder = false
    /// Whether the answer is the file as it is (`raw`).
    package var isRaw = false

    /// Creates the defaults, without any filter.
    package init() {}

    /// The last second of the year 9999.
    static let latestExpiry = 253_402_300_799

    /// The reader of each filter, by name.
    static let readers: [String: @Sendable (inout OutputFilters, FilterCall) throws -> Void] = [
        // 0 is thumbor's worst quality, which the codecs call 1.
        "quality": { $0.quality = max(1, try FilterArguments($1, count: 1...1).integer(0, in: 0...100)) },
        "format": { $0.format = try format($1) },
        "max_bytes": { $0.maximumBytes = try FilterArguments($1, count: 1...1).integer(0, in: 1...1_000_000_000) },
        "max_age": { $0.maximumAge = try FilterArguments($1, count: 1...1).integer(0, in: 0...1_000_000_000) },
        "expires": { $0.expiry = try FilterArguments($1, count: 1...1).integer(0, in: 0...latestExpiry) },
        "filename": { $0.fileName = try fileName($1) },
        "attachment": { $0.isAttachment = try FilterArguments($1, count: 0...0).texts.isEmpty },
        "still": { $0.isStill = try FilterArguments($1, count: 0...0).texts.isEmpty },
        "cover": { $0.isStill = try FilterArguments($1, count: 0...0).texts.isEmpty },
        "placeholder": { $0.hasPlaceholder = try FilterArguments($1, count: 0...0).texts.isEmpty },
        "raw": { $0.isRaw = try FilterArguments($1, count: 0...0).texts.isEmpty },
        "strip_exif": { $0.metadata = try metadata($1) },
        "strip_icc": { $0.stripsICC = try FilterArguments($1, count: 0...0).texts.isEmpty },
    ]

    /// Applies a filter; false if it is not one of these.
    mutating func take(_ call: FilterCall) throws -> Bool {
        guard let reader = Self.readers[call.name] else { return false }
        try reader(&self, call)
        return true
    }

    /// All of the argument, since names may have commas.
    private static func fileName(_ call: FilterCall) throws -> String {
        let name = call.argumentText.trimmingSpaces()
        guard ContentDisposition.isFileName(name) else {
            throw FilterArguments.failure(
                call,
                "names no file: use 1 to \(ContentDisposition.longestName) bytes without slashes, control characters and changes of direction"
            )
        }
        return name
    }

    private static func metadata(_ call: FilterCall) throws -> MetadataSelection.Extent {
        switch try FilterArguments(call, count: 0...1).texts.first {
        case nil, "": .nothing
        case "except_rights": .rights
        default: throw FilterArguments.failure(call, "takes nothing or except_rights, which leaves creator, copyright and licence")
        }
    }

    private static func format(_ call: FilterCall) throws -> ImageFormat {
        let name = try FilterArguments(call, count: 1...1).texts[0].lowercased()
        guard let format = ImageFormat(writableNamed: name) else {
            throw FilterArguments.failure(call, "names an unsupported output format; supported are \(ImageFormat.writableNames)")
        }
        return format
    }
}
