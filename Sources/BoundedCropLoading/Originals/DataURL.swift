internal import BoundedCrop
internal import FoundationEssentials

/// Decodes `data` URLs (RFC 2397).
enum DataURL {
    /// Throws `invalidURL` for one that cannot be read.
    static func bytes(of url: URL, limits: ImageLimits) throws -> [UInt8] {
        let text = url.absoluteString.dropFirst("data:".count)
        guard let comma = text.firstIndex(of: ",") else {
            throw BoundedCropError(.invalidURL, "the data URL has no comma before its data")
        }
        // Base64 uses four characters for three bytes, percent-encoding at most three for one.
        try limits.check(byteCount: text.utf8.count / 4)
        let data = PercentEncoding.decodedBytes(text[text.index(after: comma)...])
        guard text[..<comma].lowercased().hasSuffix(";base64") else { return data }
        guard let bytes = Data(base64Encoded: Data(data), options: .ignoreUnknownCharacters) else {
            throw BoundedCropError(.invalidURL, "the data URL contains invalid base64")
        }
        return Array(bytes)
    }
}
