internal import BoundedCrop

/// The source at the end of an imgproxy URL: `plain/URL@EXTENSION`, or base64 in any number of segments with `.EXTENSION`, which is
/// encrypted behind `enc/`.
struct ImgproxySource: Sendable {
    /// The picture, not percent-encoded except for its own escapes.
    let image: String
    /// The extension; nil if there is none.
    let fileExtension: String?

    /// Parses the segments after the options. Throws `invalidURL`.
    ///
    /// - Parameters:
    ///   - base: What comes before every source; empty for nothing.
    ///   - key: The key of encrypted sources.
    init(segments: ArraySlice<Substring>, base: String = "", key: [UInt8]? = nil) throws {
        let source = try Self(segments, key)
        (fileExtension, image) = (source.fileExtension, Self.withoutLocalScheme(Self.based(source.image, base)))
    }

    private init(_ segments: ArraySlice<Substring>, _ key: [UInt8]?) throws {
        guard let first = segments.first else { throw BoundedCropError(.invalidURL, "the URL names no picture") }
        if first == "enc", segments.count > 1 {
            guard let key else { throw BoundedCropError(.invalidURL, "the setting imgproxy-source-key has no key for encrypted sources") }
            self = try Self(segments.dropFirst().joined(), .encrypted(key))
            return
        }
        if first == "plain", segments.count > 1 {
            self = try Self(segments.dropFirst().joined(separator: "/"), .plain)
            return
        }
        do {
            self = try Self(segments.joined(), .base64)
        } catch {
            // For the eyes of people, a file's name may follow.
            guard segments.count > 1, segments.last?.contains(".") == true,
                let named = try? Self(segments.dropLast().joined(), .base64)
            else { throw error }
            self = named
        }
    }

    private enum Form {
        case plain, base64
        case encrypted([UInt8])
    }

    private init(_ text: String, _ form: Form) throws {
        let isPlain = if case .plain = form { true } else { false }
        let parts = Self.parts(text[...], isPlain ? "@" : ".")
        guard parts.count <= 2 else {
            let escape = isPlain ? "an “@” of the source is written %40" : "base64 has no “.”"
            throw BoundedCropError(.invalidURL, "the source has more than one extension: \(escape)")
        }
        fileExtension = parts.count > 1 && !parts[1].isEmpty ? String(parts[1]) : nil
        let image: String?
        switch form {
        case .plain: image = try Self.decoded(parts[0])
        case .base64: image = Self.text(base64: parts[0])
        case .encrypted(let key): image = try Self.decrypted(parts[0], key)
        }
        guard let image else {
            throw BoundedCropError(.invalidURL, "“\(text.prefix(80))” is neither an option, plain/URL, nor a source in URL-safe base64")
        }
        guard !image.isEmpty else { throw BoundedCropError(.invalidURL, "the URL names no picture") }
        try Self.check(image)
        self.image = image
    }

    /// An initialization vector and a text that was encrypted by AES in CBC mode, in URL-safe base64. Throws the same for whatever is wrong,
    /// which would tell about the key or the text.
    private static func decrypted(_ text: Substring, _ key: [UInt8]) throws -> String {
        let digits = text.prefix { $0 != "=" }
        guard let bytes = URLSafeBase64.bytes(digits), let plain = AES.decrypted(bytes, key: key),
            let source = String(validating: plain, as: UTF8.self), !source.isEmpty, !source.hasControlCharacters
        else { throw BoundedCropError(.invalidURL, "the encrypted source was not encrypted with the key of this service") }
        return source
    }

    /// A source behind the base, with one slash between them.
    private static func based(_ image: String, _ base: String) -> String {
        guard !base.isEmpty else { return image }
        // Otherwise a source could go on with the name of the host.
        let base = base.hasSuffix("/") ? base : base + "/"
        return image.hasPrefix(base) ? image : base + image.drop { $0 == "/" }
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
