internal import BoundedCrop

/// The formats that a client accepts, with their q-values (RFC 9110, 12.5.1).
struct AcceptHeader: Sendable {
    private struct Range {
        let type: Substring
        let quality: Double
    }

    private let ranges: [Range]

    /// - Parameter text: The header; nil where it is missing, which accepts everything.
    init(_ text: String?) {
        ranges = (text ?? "").split(separator: ",").compactMap { part in
            let pieces = part.split(separator: ";").map { $0.filter { !$0.isWhitespace }.lowercased() }
            guard let type = pieces.first else { return nil }
            let quality = pieces.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
            return Range(type: type[...], quality: quality.isNaN ? 0 : min(max(quality, 0), 1))
        }
    }

    /// The q-value of a format, 0...1, from the most specific matching range.
    func quality(of format: ImageFormat) -> Double {
        guard !ranges.isEmpty else { return 1 }
        for type in [format.mediaType, "image/*", "*/*"] {
            if let range = ranges.first(where: { $0.type == type }) { return range.quality }
        }
        return 0
    }

    /// Whether the client names the format itself: accepting everything does not mean that it can show this format.
    func names(_ format: ImageFormat) -> Bool {
        ranges.contains { $0.type == format.mediaType && $0.quality > 0 }
    }

    /// The same for all headers that choose the same format for every picture.
    var cacheKey: String { ImageFormat.allCases.map { format(for: $0).rawValue }.joined(separator: ",") }

    /// The format to answer with: WebP where the client names it with no lower q-value, otherwise the picture's own format.
    func format(for source: ImageFormat) -> ImageFormat {
        names(.webp) && quality(of: .webp) >= quality(of: source) ? .webp : source
    }
}

extension ImageFormat {
    /// The media type, such as `image/jpeg`.
    var mediaType: String {
        switch self {
        case .jpeg: "image/jpeg"
        case .png: "image/png"
        case .webp: "image/webp"
        }
    }
}
