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

    /// Whether the client names a format that it would not receive otherwise.
    var mayChoose: Bool { (offers + [.jxl]).contains(where: names) }

    /// The same for all headers that choose the same formats for every picture.
    var cacheKey: String {
        [false, true].flatMap { isAnimated in
            ImageFormat.writable.map { formats(for: $0, isAnimated: isAnimated).map(\.rawValue).joined(separator: "/") }
        }
        .joined(separator: ",")
    }

    /// The formats to answer with, the best one first; the others are for answers that do not fit into those before them. These are the offers
    /// that the client names, by their q-values, if those are no lower than the q-value of the picture's own format, and then that format.
    ///
    /// JPEG XL is answered only to clients that name it. Others get a WebP instead of an animation, or a JPEG or PNG; that is also the last
    /// format for those that name it.
    ///
    /// - Parameters:
    ///   - hasAlpha: Whether the answer may be transparent.
    ///   - isAnimated: Whether the answer is an animation, which needs a format that says how often it is shown.
    func formats(for own: ImageFormat, hasAlpha: Bool = false, isAnimated: Bool = false) -> [ImageFormat] {
        let shown: ImageFormat = own != .jxl ? own : isAnimated ? .webp : hasAlpha ? .png : .jpeg
        let kept = own == .jxl && names(.jxl) ? [own, shown] : [shown]
        let least = quality(of: kept[0])
        let named = offers.filter { names($0) && quality(of: $0) >= least && (!isAnimated || AnimationWriter.writesLoopCounts($0)) }
        return named.sorted { quality(of: $0) > quality(of: $1) } + kept.filter { !named.contains($0) }
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
