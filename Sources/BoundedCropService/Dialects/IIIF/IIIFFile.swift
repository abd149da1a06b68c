internal import BoundedCrop

/// The last part of an IIIF URL: `QUALITY.FORMAT`.
struct IIIFFile: Hashable, Sendable, CustomStringConvertible {
    enum Quality: String, Hashable, Sendable, CaseIterable {
        case `default`, color, gray, bitonal
    }

    let quality: Quality
    let format: ImageFormat

    /// The formats by their words in IIIF, in the order of `info.json`. AVIF is an extension.
    private static let words: [(word: String, format: ImageFormat)] = [
        ("jpg", .jpeg), ("png", .png), ("webp", .webp), ("gif", .gif), ("avif", .avif),
    ]

    /// The words of the formats that can be written on this machine.
    static let writableWords = words.filter(\.format.support.isWritable).map(\.word)

    init(_ quality: Quality, _ format: ImageFormat) {
        (self.quality, self.format) = (quality, format)
    }

    /// Throws `invalidURL`.
    init(_ text: String) throws {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2 else {
            throw IIIFProblem.malformed("part", text, "a quality and a format with a point between them, such as default.jpg")
        }
        guard let quality = Quality(rawValue: String(parts[0])) else {
            throw IIIFProblem.malformed("quality", parts[0], "default, color, gray or bitonal")
        }
        let format = Self.words.first { $0.word == parts[1] }?.format
        guard let format, Self.writableWords.contains(String(parts[1])) else {
            throw IIIFProblem.malformed("format", parts[1], "one that can be written here: \(Self.writableWords.joined(separator: ", "))")
        }
        self.init(quality, format)
    }

    /// The text in the URL.
    var description: String { "\(quality.rawValue).\(Self.words.first { $0.format == format }?.word ?? format.rawValue)" }

    var filters: [FilterCall] {
        var filters: [FilterCall] = []
        if quality == .gray { filters.append(FilterCall(name: "grayscale")) }
        if quality == .bitonal { filters.append(FilterCall(name: "bitonal")) }
        filters.append(FilterCall(name: "format", argumentText: format.rawValue))
        // IIIF knows no animations.
        if format != .jpeg { filters.append(FilterCall(name: "still")) }
        return filters
    }
}
