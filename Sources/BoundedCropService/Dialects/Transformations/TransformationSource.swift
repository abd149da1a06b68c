internal import BoundedCrop

/// The picture in the path of a hosted service's URL.
enum TransformationSource {
    /// The text of a path that is percent-encoded once.
    ///
    /// - Throws: `invalidURL` if it is empty, not UTF-8, or contains control characters.
    static func image(_ path: some StringProtocol) throws -> String {
        let text = try decoded(path)
        guard !text.isEmpty else { throw BoundedCropError(.invalidURL, "the URL names no picture") }
        return text
    }

    /// A percent-encoded text. Throws `invalidURL` if it is not UTF-8, or contains control characters.
    static func decoded(_ path: some StringProtocol) throws -> String {
        guard let text = PercentEncoding.decoded(path) else { throw BoundedCropError(.invalidURL, "the URL's escapes are not UTF-8") }
        guard !text.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) else {
            throw BoundedCropError(.invalidURL, "the URL contains control characters")
        }
        return text
    }

    /// Whether a text is a URL, rather than a path in the folder.
    static func isURL(_ text: String) -> Bool { ImageURL.scheme(of: text) != nil }
}
