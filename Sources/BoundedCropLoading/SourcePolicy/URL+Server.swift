internal import FoundationEssentials

extension URL {
    /// Scheme, host and port: what one server's business is.
    var origin: String { "\(scheme?.lowercased() ?? "")://\(server)" }

    /// Host and port, however they are written.
    var server: String {
        let host = host?.lowercased() ?? ""
        let port = port ?? (scheme?.lowercased() == "https" ? 443 : 80)
        // A name that ends in a dot is the same name.
        return "\(host.hasSuffix(".") ? String(host.dropLast()) : host):\(port)"
    }

    /// Whether the port is one that a server can have, 1...65535, or is left out. Read from the text: `port` leaves out what is too large.
    var hasPossiblePort: Bool {
        guard let slashes = absoluteString.firstRange(of: "//") else { return true }
        let authority = absoluteString[slashes.upperBound...].prefix { !"/?#\\".contains($0) }
        let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        // The colons of an IPv6 address are in brackets.
        let rest = host.lastIndex(of: "]").map { host[$0...] } ?? host
        guard let colon = rest.firstIndex(of: ":") else { return true }
        return HTTPNumber.value(rest[rest.index(after: colon)...]).map { (1...65_535).contains($0) } ?? false
    }
}
