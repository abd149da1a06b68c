internal import BoundedCrop
internal import BoundedCropRendering

/// Parses image URLs part by part, in the fixed order.
struct ImageURLParser {
    /// The part between two requests of a chain.
    static let separator = "then:"

    private var rest: Substring

    static func read(_ instructions: some StringProtocol, limits: ImageURLLimits) throws -> ImageURL {
        try limits.check(instructions)
        // What follows a bare question mark is the image's query, and is not encoded for this URL.
        let parts = instructions.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard let path = PercentEncoding.decoded(parts[0]) else {
            throw BoundedCropError(.invalidURL, "the URL's escapes are not UTF-8")
        }
        let text = parts.count > 1 ? "\(path)?\(parts[1])" : path
        guard !text.hasControlCharacters else {
            throw BoundedCropError(.invalidURL, "the URL contains control characters")
        }
        var parser = ImageURLParser(rest: text[...])
        let url = try parser.read()
        try limits.check(url)
        return url
    }

    private mutating func read() throws -> ImageURL {
        var earlier: [ImageURL] = []
        while true {
            var url = try readParts()
            if take({ $0 == Self.separator ? true : nil }) == true {
                earlier.append(url)
                continue
            }
            guard !rest.isEmpty else { throw BoundedCropError(.invalidURL, "the URL names no picture") }
            (url.earlier, url.image) = (earlier, String(rest))
            return url
        }
    }

    private mutating func readParts() throws -> ImageURL {
        var url = ImageURL(image: "")
        url.isDebug = take { $0 == "debug" ? true : nil } ?? false
        url.isMeta = take { $0 == "meta" ? true : nil } ?? false
        url.trim = try take(RenderRequest.Trim.init(segment:))
        url.manualCrop = try take(ImageURL.ManualCrop.init(segment:))
        let shares = url.manualCrop == nil ? take { ImagorParts.region($0) } : nil
        url.fitIn = take(RenderRequest.FitIn.init(segment:))
        let stretches = takeStretch()
        url.dimensions = try take(RenderRequest.Dimensions.init(segment:))
        let padding = url.dimensions == nil && url.fitIn == nil ? nil : take { ImagorParts.padding($0) }
        url.horizontalAlignment = take { RenderRequest.HorizontalAlignment(rawValue: String($0)) }
        url.verticalAlignment = take { RenderRequest.VerticalAlignment(rawValue: String($0)) }
        url.isSmart = take { $0 == "smart" ? true : nil } ?? false
        if rest.hasPrefix("filters:") {
            guard let (calls, image) = FilterCallReader(rest.dropFirst("filters:".count)).read() else {
                throw BoundedCropError(.invalidURL, "“\(rest.prefix(80))” has no filters of the form NAME(…) with a slash after the last")
            }
            url.filters = calls
            rest = image
        }
        if let padding { url.filters = url.filters.map { ImagorParts.padded($0, by: padding) } }
        if stretches, url.fitIn == nil { url.filters.insert(FilterCall("stretch"), at: 0) }
        if let shares { url.filters.insert(shares, at: 0) }
        return url
    }

    /// Whether imagor's `stretch/` was there: only before a size, since it may also be a folder.
    private mutating func takeStretch() -> Bool {
        let parts = rest.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == "stretch", (try? RenderRequest.Dimensions(segment: parts[1])) != nil else { return false }
        rest = rest.dropFirst("stretch/".count)
        return true
    }

    /// The next part, if it matches and a slash follows. Without a slash, it is the image.
    private mutating func take<Part>(_ read: (Substring) throws -> Part?) rethrows -> Part? {
        guard let slash = rest.firstIndex(of: "/"), let part = try read(rest[..<slash]) else { return nil }
        rest = rest[rest.index(after: slash)...]
        return part
    }
}

/// The parts of a URL that imagor adds to thumbor's grammar, as filters of this service.
enum ImagorParts {
    /// `0.1x0.2:0.9x0.8`, a manual crop in shares of the sides; nil if the text is something else.
    static func region(_ segment: Substring) -> FilterCall? {
        RenderRequest.Region(shares: segment).map { FilterCall("region", $0.filterText) }
    }

    /// The padding behind a size: `LEFTxTOP:RIGHTxBOTTOM`, or `LEFTxTOP` for both sides; nil if the text is something else.
    static func padding(_ segment: Substring) -> [Int]? {
        let corners = segment.split(separator: ":", omittingEmptySubsequences: false).map { corner in
            corner.split(separator: "x", omittingEmptySubsequences: false).map { Int(digits: $0) }
        }
        guard (1...2).contains(corners.count), corners.allSatisfy({ $0.count == 2 }) else { return nil }
        let lengths = (corners[0] + corners[corners.count - 1]).compactMap(\.self)
        return lengths.count == 4 ? lengths : nil
    }

    /// As in imagor, padding is a part of what `fill` fills, and nothing without it.
    static func padded(_ call: FilterCall, by padding: [Int]) -> FilterCall {
        let arguments = call.arguments
        guard call.name == "fill", (1...2).contains(arguments.count) else { return call }
        let own = arguments.count == 1 ? [arguments[0], "false"] : arguments
        return FilterCall(name: "fill", argumentText: (own + padding.map(String.init)).joined(separator: ","))
    }
}

/// The path of a request, split into its authorization and its instructions.
package struct RequestPath: Hashable, Sendable {
    /// The authorization that the path claims. A ``URLSigner`` verifies it.
    package enum Authorization: Hashable, Sendable {
        /// `unsafe`: explicitly not signed.
        case unsafe
        /// The text in the place of a signature, unchanged.
        case signature(String)
        /// Neither.
        case missing

        /// Parses the first part of a path, not percent-encoded.
        init(first part: String) {
            self = part == "unsafe" ? .unsafe : URLSigner.isSignature(part) ? .signature(part) : .missing
        }
    }

    /// The authorization at the beginning of the path.
    package let authorization: Authorization
    /// Everything after the slash that follows it, still percent-encoded: what a signature covers, and what `ImageURL` parses.
    package let instructions: String

    /// Splits a path as it stands in the request line, percent-encoded, with or without its leading slash. A query after a bare `?` belongs
    /// to it.
    package init(_ path: some StringProtocol) {
        // By bytes, since splitting by characters would have to form them first.
        let slash = UInt8(ascii: "/")
        let text = String(path)
        let path = text[(text.utf8.first == slash ? text.utf8.index(after: text.startIndex) : text.startIndex)...]
        let end = path.utf8.firstIndex(of: slash)
        let first = end.flatMap {
            path.utf8.distance(from: path.startIndex, to: $0) <= Self.longestFirstPart ? PercentEncoding.decoded(path[..<$0]) : nil
        }
        authorization = first.map { Authorization(first: $0) } ?? .missing
        guard let end, authorization != .missing else {
            instructions = String(path)
            return
        }
        instructions = String(path[path.utf8.index(after: end)...])
    }

    /// The length of a SHA-256 signature with all its characters escaped.
    private static let longestFirstPart = 3 * 44
}
