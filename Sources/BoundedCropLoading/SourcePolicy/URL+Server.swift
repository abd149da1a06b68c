internal import FoundationEssentials

extension URL {
    /// Scheme, host and port, normalized.
    var origin: String { "\(scheme?.lowercased() ?? "")://\(server)" }

    /// Host and port, normalized.
    var server: String {
        let host = host?.lowercased() ?? ""
        // A trailing dot does not change a name.
        return "\(host.hasSuffix(".") ? String(host.dropLast()) : host):\(usedPort)"
    }

    /// The port, or the usual one of the scheme.
    var usedPort: Int { port ?? (scheme?.lowercased() == "https" ? 443 : 80) }

    /// Whether this is a URL of HTTP with the name or address of a server.
    var isOfServer: Bool { ["http", "https"].contains(scheme?.lowercased()) && host?.isEmpty == false && hasPossiblePort }

    /// Whether the port is missing or in 1...65535. Read from the text because `port` is nil for numbers that are too large.
    var hasPossiblePort: Bool {
        guard let slashes = absoluteString.firstRange(of: "//") else { return true }
        let authority = absoluteString[slashes.upperBound...].prefix { !"/?#\\".contains($0) }
        let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        // Ignore the colons of an IPv6 address in brackets.
        let rest = host.lastIndex(of: "]").map { host[$0...] } ?? host
        guard let colon = rest.firstIndex(of: ":") else { return true }
        return HTTPNumber.value(rest[rest.index(after: colon)...]).map { (1...65_535).contains($0) } ?? false
    }
}
