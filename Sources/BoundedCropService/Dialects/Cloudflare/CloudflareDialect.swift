internal import BoundedCrop

/// Cloudflare's grammar: `/cdn-cgi/image/width=300,fit=cover,gravity=face/PICTURE`, where the picture is a path or a URL. There are no
/// signatures.
package struct CloudflareDialect: Dialect {
    package let limits: ImageURLLimits
    private static let prefix = "cdn-cgi/image/"

    package init(_ configuration: ServiceConfiguration) {
        limits = configuration.urlLimits
    }

    package func request(_ target: DialectTarget) throws -> DialectRequest {
        let path = target.path.hasPrefix(Self.prefix) ? target.path.dropFirst(Self.prefix.count) : target.path[...]
        guard let slash = path.utf8.firstIndex(of: UInt8(ascii: "/")) else {
            throw BoundedCropError(.invalidURL, "the form is /cdn-cgi/image/OPTIONS/PICTURE, with options such as width=300,fit=cover")
        }
        let image = try Self.image(path[path.utf8.index(after: slash)...], query: target.query)
        var reader = CloudflareReader(try CloudflareOptions(path[..<slash]))
        return try reader.request(for: image)
    }

    /// The picture: a URL as it is, with its query, or escaped as a whole; or a path, whose escapes are decoded.
    private static func image(_ text: Substring, query: String?) throws -> String {
        let written = text.drop { $0 == "/" }
        guard let decoded = PercentEncoding.decoded(written) else {
            throw BoundedCropError(.invalidURL, "the escapes of the picture are not UTF-8")
        }
        let isPlain = ImageURL.scheme(of: String(written)) != nil
        let image = (isPlain ? String(written) : decoded) + (query.map { "?\($0)" } ?? "")
        guard !written.isEmpty else { throw BoundedCropError(.invalidURL, "the URL names no picture after its options") }
        guard !(image + decoded).hasControlCharacters else {
            throw BoundedCropError(.invalidURL, "the picture's name contains control characters")
        }
        return image
    }
}
