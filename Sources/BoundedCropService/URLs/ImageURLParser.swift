internal import BoundedCrop

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
        guard !text.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) else {
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
        url.trim = try take(ImageURL.Trim.init(segment:))
        url.manualCrop = try take(ImageURL.ManualCrop.init(segment:))
        let shares = url.manualCrop == nil ? take { ImagorParts.region($0) } : nil
        url.fitIn = take(ImageURL.FitIn.init(segment:))
        let stretches = takeStretch()
        url.dimensions = try take(ImageURL.Dimensions.init(segment:))
        let padding = url.dimensions == nil && url.fitIn == nil ? nil : take { ImagorParts.padding($0) }
        url.horizontalAlignment = take { ImageURL.HorizontalAlignment(rawValue: String($0)) }
        url.verticalAlignment = take { ImageURL.VerticalAlignment(rawValue: String($0)) }
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
        guard parts.count == 3, parts[0] == "stretch", (try? ImageURL.Dimensions(segment: parts[1])) != nil else { return false }
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
