internal import BoundedCrop

extension ImageURL {
    /// The image as a URL to load: with `http` if it has no scheme, with both slashes if a proxy merged them, and with invalid characters
    /// escaped. Existing escapes are kept.
    ///
    /// Whether the host may be accessed is decided by the loader's policy.
    package var imageURL: String { Self.url(image) }

    /// Returns any picture's text as a URL to load, as described in `imageURL`.
    package static func url(_ image: String) -> String {
        let text = repairingScheme(image)
        let hasScheme = scheme(of: text) != nil
        let url = hasScheme ? text : "http://" + text.drop { $0 == "/" }
        return PercentEncoding.encoded(url, keeping: PercentEncoding.plain + "?#[]", keepingEscapes: true)
    }

    /// The scheme of a text such as `https://host/path` or `https:/host/path`, without its colon; nil if there is none.
    static func scheme(of text: String) -> Substring? {
        guard let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix(":/") else { return nil }
        let scheme = text[..<colon]
        let isName =
            !scheme.isEmpty
            && scheme.utf8.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || Int.isDigit(byte) || "+-.".utf8.contains(byte)
            }
        return isName && !scheme.contains(".") ? scheme : nil
    }

    /// `http:/host` as `http://host`, and `s3:/bucket` as `s3://bucket`, which proxies shorten to one slash.
    static func repairingScheme(_ text: String) -> String {
        guard let scheme = scheme(of: text), scheme.lowercased().hasPrefix("http") || scheme.lowercased() == "s3" else { return text }
        let rest = text[scheme.endIndex...].dropFirst().drop { $0 == "/" }
        return "\(scheme)://\(rest)"
    }
}
