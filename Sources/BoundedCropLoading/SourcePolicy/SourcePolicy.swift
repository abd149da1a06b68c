internal import BoundedCrop
internal import FoundationEssentials

/// The sources that may be loaded from. The policy is checked for every URL, every redirect and every address that is connected to.
///
///     var policy = SourcePolicy.standard
///     policy.allowedHosts = ["images.example.com", "*.cdn.example.com"]
public struct SourcePolicy: Sendable {
    /// The allowed schemes: `http`, `https`, `data` and `file` by default; `s3` can be added. Only redirects to `http` and `https` are ever
    /// followed.
    public var schemes: Set<String> = ["http", "https", "data", "file"]
    /// The allowed hosts, where `*.` stands for any subdomain; nil, the default, allows any host.
    public var allowedHosts: [String]?
    /// The denied hosts, where `*.` stands for any subdomain.
    public var deniedHosts: [String] = []
    /// The allowed ports; nil, the default, allows any port.
    public var allowedPorts: Set<Int>?
    /// The allowed buckets of `s3` URLs; nil, the default, allows any. `s3` is not among the standard ``schemes``.
    public var allowedBuckets: [String]?
    /// Whether to allow addresses outside the public internet, such as loopback, private, link-local, CGNAT, and IPv6 with an embedded IPv4
    /// address. False by default. Set it for local use only, never for URLs that strangers choose. The addresses at which clouds hand out
    /// the keys of machines and containers, such as 169.254.169.254, are allowed only if `allowedRanges` names each alone.
    public var allowsPrivateAddresses = false
    /// Ranges to allow even though they are not public, such as those of your own servers.
    public var allowedRanges: [AddressRange] = []

    /// Allows the public internet, local files and `data` URLs.
    public static let standard = SourcePolicy()
    /// Allows everything, including this machine and its local network: for local use and tests.
    public static let unrestricted = {
        var policy = SourcePolicy()
        policy.allowsPrivateAddresses = true
        return policy
    }()

    /// Creates the standard policy.
    package init() {}

    /// Throws `invalidURL` for a URL that cannot be loaded, and `sourceNotAllowed` for one that is not allowed.
    func check(_ url: URL) throws {
        guard let scheme = url.scheme?.lowercased() else {
            throw BoundedCropError(.invalidURL, "“\(url.absoluteString.prefix(200))” has no scheme, such as https:")
        }
        guard ["http", "https", "data", "file", "s3"].contains(scheme) else {
            throw BoundedCropError(.invalidURL, "\(scheme): is not supported; use http, https, file or data")
        }
        guard schemes.contains(scheme) else {
            throw BoundedCropError(.sourceNotAllowed, "\(scheme): is not an allowed scheme")
        }
        if scheme == "s3" { try checkBucket(of: url) }
        guard scheme.hasPrefix("http") else { return }
        guard let host = url.host?.lowercased(), !host.isEmpty else {
            throw BoundedCropError(.invalidURL, "“\(url.absoluteString.prefix(200))” has no host")
        }
        guard url.hasPossiblePort else {
            throw BoundedCropError(.invalidURL, "“\(url.absoluteString.prefix(200))” has an invalid port; ports are 1...65535")
        }
        if let allowedHosts, !allowedHosts.contains(where: { Self.matches(host, $0) }) {
            throw BoundedCropError(.sourceNotAllowed, "\(host) is not an allowed host")
        }
        if deniedHosts.contains(where: { Self.matches(host, $0) }) {
            throw BoundedCropError(.sourceNotAllowed, "\(host) is a denied host")
        }
        let port = url.port ?? (scheme == "https" ? 443 : 80)
        if let allowedPorts, !allowedPorts.contains(port) {
            throw BoundedCropError(.sourceNotAllowed, "port \(port) is not an allowed port")
        }
    }

    private func checkBucket(of url: URL) throws {
        let bucket = try S3Location(url).ofObject().bucket
        guard allowedBuckets?.contains(bucket) ?? true else {
            throw BoundedCropError(.sourceNotAllowed, "\(bucket) is not an allowed bucket")
        }
    }

    func allows(_ address: IPAddress) -> Bool {
        // Named one by one: a range is rarely meant to hold them.
        if address.handsOutKeys { return allowedRanges.contains { $0.isSingle && $0.contains(address) } }
        return allowsPrivateAddresses || address.isPublic || allowedRanges.contains { $0.contains(address) }
    }

    /// A trailing dot does not change a name.
    private static func matches(_ host: String, _ pattern: String) -> Bool {
        let host = host.hasSuffix(".") ? String(host.dropLast()) : host
        let pattern = pattern.lowercased()
        return pattern.hasPrefix("*.") ? host.hasSuffix(pattern.dropFirst()) : host == pattern
    }
}
