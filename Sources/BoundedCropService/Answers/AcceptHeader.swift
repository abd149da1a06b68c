internal import BoundedCrop

/// The formats that a client accepts, with their q-values (RFC 9110, 12.5.1).
struct AcceptHeader: Sendable {
    private struct Range {
        let type: Substring
        let quality: Double
    }

    private let ranges: [Range]
    private let offers: [ImageFormat]

    /// - Parameters:
    ///   - text: The header; nil where it is missing, which accepts everything.
    ///   - offers: Formats to answer with instead of the picture's own where the client names them; the best one first.
    init(_ text: String?, offering offers: [ImageFormat]) {
        self.offers = offers
        ranges = (text ?? "").readPart.split(separator: ",").compactMap { part in
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
    var cacheKey: String {
        [false, true].flatMap { isAnimated in ImageFormat.writable.map { format(for: $0, isAnimated: isAnimated).rawValue } }
            .joined(separator: ",")
    }

    /// The format to answer with: of the offers that the client names, the one with the highest q-value, if that is no lower than the
    /// q-value of the picture's own format, and that format otherwise.
    ///
    /// JPEG XL is answered only to clients that name it: others get a WebP instead of an animation, or a JPEG or PNG.
    ///
    /// - Parameters:
    ///   - hasAlpha: Whether the answer may be transparent.
    ///   - isAnimated: Whether the answer is an animation, which needs a format that says how often it is shown.
    func format(for own: ImageFormat, hasAlpha: Bool = false, isAnimated: Bool = false) -> ImageFormat {
        let own = own != .jxl || names(.jxl) ? own : isAnimated ? .webp : hasAlpha ? .png : .jpeg
        let named = offers.filter { names($0) && (!isAnimated || AnimationWriter.writesLoopCounts($0)) }
        guard let highest = named.map(quality).max(), highest >= quality(of: own) else { return own }
        return named.first { quality(of: $0) == highest } ?? own
    }
}

extension ImageFormat {
    /// The formats that are answered instead of a picture's own to clients that name them.
    static let negotiated: [ImageFormat] = [.jxl, .avif, .webp]
}

extension String {
    /// What is read of the value of a header field: clients send less, and the time for reading it is bounded.
    var readPart: Substring { Substring(utf8.prefix(8192)) }
}
