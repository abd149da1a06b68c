public import BoundedCrop

/// What the filters say of the file that is made.
public struct OutputFilters: Hashable, Sendable {
    /// The format (`format`); nil is the negotiated one.
    public var format: ImageFormat?
    /// 1...100 (`quality`); nil is the service's own.
    public var quality: Int?
    /// The most bytes that the file may have, as far as a lower quality helps (`max_bytes`).
    public var maximumBytes: Int?
    /// For how many seconds others may keep the answer (`max_age`); nil is the service's own.
    public var maximumAge: Int?
    /// Whether EXIF and XMP are left out, where the service writes them (`strip_exif`).
    public var stripsEXIF = false
    /// Whether pixels become sRGB and no profile is written, where the service keeps it (`strip_icc`).
    public var stripsICC = false

    /// No filter at all.
    public init() {}

    /// What takes each filter, by its name.
    static let readers: [String: @Sendable (inout OutputFilters, FilterCall) throws -> Void] = [
        // 0 is thumbor's worst quality, which the codecs call 1.
        "quality": { $0.quality = max(1, try FilterArguments($1, count: 1...1).integer(0, in: 0...100)) },
        "format": { $0.format = try format($1) },
        "max_bytes": { $0.maximumBytes = try FilterArguments($1, count: 1...1).integer(0, in: 1...1_000_000_000) },
        "max_age": { $0.maximumAge = try FilterArguments($1, count: 1...1).integer(0, in: 0...1_000_000_000) },
        "strip_exif": { $0.stripsEXIF = try FilterArguments($1, count: 0...0).texts.isEmpty },
        "strip_icc": { $0.stripsICC = try FilterArguments($1, count: 0...0).texts.isEmpty },
    ]

    /// Takes what a filter says; false where it is none of these.
    mutating func take(_ call: FilterCall) throws -> Bool {
        guard let reader = Self.readers[call.name] else { return false }
        try reader(&self, call)
        return true
    }

    private static func format(_ call: FilterCall) throws -> ImageFormat {
        let name = try FilterArguments(call, count: 1...1).texts[0].lowercased()
        guard let format = ImageFormat(rawValue: name == "jpg" ? "jpeg" : name) else {
            let formats = ImageFormat.allCases.map(\.rawValue).joined(separator: ", ")
            throw FilterArguments.failure(call, "names a format that is not written here: \(formats) are")
        }
        return format
    }
}
