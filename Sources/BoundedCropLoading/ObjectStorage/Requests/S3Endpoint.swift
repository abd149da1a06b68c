internal import BoundedCrop
internal import FoundationEssentials

/// Where the requests for a bucket go.
struct S3Endpoint: Hashable {
    let scheme: String
    /// The name or address, and the port unless it is the usual one, as in the `Host` field.
    let host: String
    /// The path before the key, escaped: empty, or the endpoint's own path and the bucket, without a slash at the end.
    let prefix: String

    /// The region that is assumed until a server names another.
    static let standardRegion = "us-east-1"

    /// Throws `invalidArgument` if the configuration's endpoint is not that of a server, or its region none.
    init(of bucket: String, in region: String, _ configuration: S3Configuration) throws {
        guard Self.isRegion(region) else {
            throw BoundedCropError(.invalidArgument, "“\(region.prefix(60))” is not the name of a region, such as eu-central-1")
        }
        let own = try configuration.endpoint.map(Self.parts)
        let isAmazons = own.map { Self.isAmazons($0.host) } ?? true
        let isPartOfHost = !(configuration.usesPathStyle ?? !isAmazons) && Self.isPossibleInHost(bucket)
        var base = own ?? (scheme: "https", host: Self.amazonsHost(in: region), path: "")
        if isPartOfHost { base.host = "\(bucket).\(base.host)" } else { base.path += "/\(bucket)" }
        (scheme, host, prefix) = base
    }

    /// The escaped path of a key.
    func path(of key: String) -> String {
        let path = prefix + (key.isEmpty && !prefix.isEmpty ? "" : "/" + PercentEncoding.encoded(key, keeping: "-._~/"))
        return path.isEmpty ? "/" : path
    }

    /// Whether a text can be the name of a region, and so part of a host's name.
    static func isRegion(_ text: String) -> Bool {
        (1...40).contains(text.utf8.count) && text.utf8.allSatisfy { $0.isASCIILetterOrDigit || $0 == UInt8(ascii: "-") }
    }

    /// Throws `invalidArgument` if the URL is not that of a server.
    static func check(_ endpoint: URL) throws { _ = try parts(endpoint) }

    private static func amazonsHost(in region: String) -> String {
        "s3.\(region).\(amazonsDomain(of: region))"
    }

    static func amazonsDomain(of region: String) -> String {
        "amazonaws.com" + (region.hasPrefix("cn-") ? ".cn" : "")
    }

    private static func isAmazons(_ host: String) -> Bool {
        let name = host.prefix { $0 != ":" }
        return name.hasSuffix(".amazonaws.com") || name.hasSuffix(".amazonaws.com.cn")
    }

    /// Without dots: certificates hold for one more part of the name only.
    private static func isPossibleInHost(_ bucket: String) -> Bool {
        let letters = "abcdefghijklmnopqrstuvwxyz0123456789-".utf8
        return bucket.utf8.count <= 63 && bucket.utf8.allSatisfy { letters.contains($0) } && !bucket.hasSuffix("-")
    }

    private static func parts(_ endpoint: URL) throws -> (scheme: String, host: String, path: String) {
        let text = endpoint.absoluteString
        guard endpoint.isOfServer, let scheme = endpoint.scheme?.lowercased(), let host = endpoint.host?.lowercased(),
            !text.contains(where: { "?#@".contains($0) })
        else {
            // There may be a password in it.
            let shown = text.contains("@") ? "what contains @" : "“\(text.prefix(200))”"
            throw BoundedCropError(
                .invalidArgument,
                "\(shown) is not the endpoint of an object storage, such as https://storage.example.com or http://127.0.0.1:9000"
            )
        }
        let literal = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
        let isUsual = endpoint.port == nil || endpoint.port == (scheme == "https" ? 443 : 80)
        let path = PercentEncoding.encoded(endpoint.path, keeping: "-._~/")
        return (scheme, literal + (isUsual ? "" : ":\(endpoint.port ?? 0)"), path.hasSuffix("/") ? String(path.dropLast()) : path)
    }
}
