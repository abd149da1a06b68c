internal import BoundedCrop

/// The source at the end of an imgproxy URL: `plain/URL@EXTENSION`, or base64 in any number of segments with `.EXTENSION`.
struct ImgproxySource: Sendable {
    /// The picture, not percent-encoded except for its own escapes.
    let image: String
    /// The extension; nil if there is none.
    let fileExtension: String?

    /// Parses the segments after the options. Throws `invalidURL`.
    init(segments: ArraySlice<Substring>) throws {
        guard let first = segments.first else { throw BoundedCropError(.invalidURL, "the URL names no picture") }
        if first == "enc", segments.count > 1 {
            throw BoundedCropError(.invalidURL, "encrypted sources are not available here: use plain/URL or base64")
        }
        if first == "plain", segments.count > 1 {
            self = try Self(segments.dropFirst().joined(separator: "/"), isPlain: true)
            return
        }
        do {
            self = try Self(segments.joined(), isPlain: false)
        } catch {
            // For the eyes of people, a file's name may follow.
            guard segments.count > 1, segments.last?.contains(".") == true,
                let named = try? Self(segments.dropLast().joined(), isPlain: false)
            else { throw error }
            self = named
        }
    }

    private init(_ text: String, isPlain: Bool) throws {
        let parts = Self.parts(text[...], isPlain ? "@" : ".")
        guard parts.count <= 2 else {
            let escape = isPlain ? "an “@” of the source is written %40" : "base64 has no “.”"
            throw BoundedCropError(.invalidURL, "the source has more than one extension: \(escape)")
        }
        fileExtension = parts.count > 1 && !parts[1].isEmpty ? String(parts[1]) : nil
        let image = isPlain ? try Self.decoded(parts[0]) : Self.text(base64: parts[0])
        guard let image else {
            throw BoundedCropError(.invalidURL, "“\(text.prefix(80))” is neither an option, plain/URL, nor a source in URL-safe base64")
        }
        guard !image.isEmpty else { throw BoundedCropError(.invalidURL, "the URL names no picture") }
        try Self.check(image)
        self.image = Self.withoutLocalScheme(image)
    }

    /// Splits a text, also where a combining mark follows the separator, which would make one character of both.
    static func parts(_ text: Substring, _ separator: Unicode.Scalar) -> [Substring] {
        text.unicodeScalars.split(separator: separator, omittingEmptySubsequences: false).map { Substring($0) }
    }

    /// Decodes the escapes once. Throws `invalidURL` if that is not UTF-8, or contains control characters.
    static func decoded(_ text: Substring) throws -> String {
        guard let decoded = PercentEncoding.decoded(text) else {
            throw BoundedCropError(.invalidURL, "the escapes in “\(text.prefix(80))” are not UTF-8")
        }
        try check(decoded)
        return decoded
    }

    /// Throws `invalidURL` for control characters.
    static func check(_ text: String) throws {
        guard !text.hasControlCharacters else {
            throw BoundedCropError(.invalidURL, "the URL contains control characters")
        }
    }

    /// The text that is encoded in URL-safe base64, with any padding or none; nil if it is not UTF-8.
    static func text(base64 text: some StringProtocol) -> String? {
        var digits = Substring(text)
        while digits.utf8.last == UInt8(ascii: "=") { digits.removeLast() }
        return URLSafeBase64.string(digits)
    }

    /// A path without the escapes of colons that a proxy made.
    static func withPlainColons(_ text: String) -> String { text.replacing("%3A", with: ":").replacing("%3a", with: ":") }

    /// The same for the options alone, which begin a path: those whose colons are all escaped.
    static func withPlainOptions(_ path: String) -> String {
        var segments = parts(path[...], "/")
        for (index, segment) in segments.enumerated() {
            let isWritten = segment.utf8.contains(UInt8(ascii: ":"))
            let plain = isWritten ? String(segment) : withPlainColons(String(segment))
            guard isWritten || plain.utf8.count < segment.utf8.count else { break }
            segments[index] = plain[...]
        }
        return segments.joined(separator: "/")
    }

    /// URL-safe base64 without padding.
    static func base64(_ bytes: some Sequence<UInt8>) -> String {
        URLSafeBase64.text(bytes).replacing("=", with: "")
    }

    /// `local:///a.jpg`, imgproxy's name of a file below its root, as the path below this service's.
    static func withoutLocalScheme(_ image: String) -> String {
        guard image.hasPrefix("local:/") else { return image }
        let path = image.dropFirst("local:".count).drop { $0 == "/" }
        return path.isEmpty ? image : String(path)
    }

    /// A path with both slashes in `plain/http:/host`, which proxies shorten to one; nil if none is missing.
    static func repaired(_ path: String) -> String? {
        let text = "/" + path
        guard let plain = text.firstRange(of: "/plain/"), let colon = text[plain.upperBound...].firstRange(of: ":/") else { return nil }
        let scheme = text[plain.upperBound..<colon.lowerBound]
        guard !scheme.isEmpty, !scheme.contains("/"), text[colon.upperBound...].first.map({ $0 != "/" }) ?? false else { return nil }
        let slashes = scheme == "local" ? "//" : "/"
        return String(text[..<colon.upperBound].dropFirst()) + slashes + text[colon.upperBound...]
    }
}
