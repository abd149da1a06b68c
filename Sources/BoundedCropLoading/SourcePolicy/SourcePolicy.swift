internal import BoundedCrop
internal import FoundationEssentials

/// Which sources may be loaded from. It is asked for every URL, every redirect, and for the address that a connection is really made to.
///
///     var policy = SourcePolicy.standard
///     policy.allowedHosts = ["images.example.com", "*.cdn.example.com"]
public struct SourcePolicy: Sendable {
    /// The schemes that are loaded: `http`, `https`, `data` and `file` by default. A redirect never leads to `file` or `data`.
    public var schemes: Set<String> = ["http", "https", "data", "file"]
    /// Hosts to load from, `*.` standing for any subdomain; nil, the default, is any.
    public var allowedHosts: [String]?
    /// Hosts never to load from, `*.` standing for any subdomain.
    public var deniedHosts: [String] = []
    /// Ports to connect to; nil, the default, is any.
    public var allowedPorts: Set<Int>?
    /// Whether addresses may be contacted that are not of the public internet: loopback, private, link-local, CGNAT, IPv6 with an IPv4
    /// address in it and the like. They may not by default; allow it for local use only, never for URLs that strangers choose.
    public var allowsPrivateAddresses = false
    /// Ranges that may be contacted although they are not public, such as those of your own servers.
    public var allowedRanges: [AddressRange] = []

    /// The public internet, local files and `data` URLs.
    public static let standard = SourcePolicy()
    /// Everything, the machine itself and its neighbours too: for local use and tests.
    public static let unrestricted = {
        var policy = SourcePolicy()
        policy.allowsPrivateAddresses = true
        return policy
    }()

    /// The standard policy, to be changed.
    public init() {}

    /// Throws `invalidURL` for a URL that names nothing to load, `sourceNotAllowed` for one that may not be.
    func check(_ url: URL) throws {
        guard let scheme = url.scheme?.lowercased() else {
            throw BoundedCropError(.invalidURL, "“\(url.absoluteString.prefix(200))” has no scheme, such as https:")
        }
        guard ["http", "https", "data", "file"].contains(scheme) else {
            throw BoundedCropError(.invalidURL, "\(scheme): is not loaded here; http, https, file and data are")
        }
        guard schemes.contains(scheme) else {
            throw BoundedCropError(.sourceNotAllowed, "\(scheme): is not among the schemes that may be loaded")
        }
        guard scheme.hasPrefix("http") else { return }
        guard let host = url.host?.lowercased(), !host.isEmpty else {
            throw BoundedCropError(.invalidURL, "“\(url.absoluteString.prefix(200))” names no server")
        }
        guard url.hasPossiblePort else {
            throw BoundedCropError(.invalidURL, "“\(url.absoluteString.prefix(200))” has a port that no server has: they are 1...65535")
        }
        if let allowedHosts, !allowedHosts.contains(where: { Self.matches(host, $0) }) {
            throw BoundedCropError(.sourceNotAllowed, "\(host) is not among the hosts that may be loaded from")
        }
        if deniedHosts.contains(where: { Self.matches(host, $0) }) {
            throw BoundedCropError(.sourceNotAllowed, "\(host) may not be loaded from")
        }
        let port = url.port ?? (scheme == "https" ? 443 : 80)
        if let allowedPorts, !allowedPorts.contains(port) {
            throw BoundedCropError(.sourceNotAllowed, "port \(port) is not among those that may be connected to")
        }
    }

    func allows(_ address: IPAddress) -> Bool {
        allowsPrivateAddresses || address.isPublic || allowedRanges.contains { $0.contains(address) }
    }

    /// A name that ends in a dot is the same name.
    private static func matches(_ host: String, _ pattern: String) -> Bool {
        let host = host.hasSuffix(".") ? String(host.dropLast()) : host
        let pattern = pattern.lowercased()
        return pattern.hasPrefix("*.") ? host.hasSuffix(pattern.dropFirst()) : host == pattern
    }
}
