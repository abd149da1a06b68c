internal import CLibrary

/// A host and its port, as in `Host` or in the target of a request (RFC 3986, 3.2, without a user).
///
/// It is stricter than the grammar, which allows nearly any name, since the name decides whether a request is answered.
struct RequestAuthority: Equatable, Sendable {
    /// In lowercase; for an IPv6 address, the text between the brackets.
    let host: String
    /// Nil where no port is given.
    let port: UInt16?

    /// Nil for an invalid text: without a host, with a user, with characters not allowed in names, or with an invalid port.
    init?(_ text: some StringProtocol) {
        let text = text.lowercased()
        let rest: Substring
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]") else { return nil }
            host = String(text[..<end].dropFirst())
            rest = text[end...].dropFirst()
            var address = in6_addr()
            guard inet_pton(AF_INET6, host, &address) == 1 else { return nil }
        } else {
            host = String(text.prefix { $0 != ":" })
            rest = text.dropFirst(host.count)
            guard !host.isEmpty, host.utf8.count <= 253, host.utf8.allSatisfy(Self.isOfName) else { return nil }
        }
        let digits = rest.dropFirst()
        guard rest.isEmpty || rest.hasPrefix(":"), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        port = UInt16(digits)
        guard digits.isEmpty || port != nil else { return nil }
    }

    /// Whether the host is a loopback name or address.
    var isLoopback: Bool {
        if host == "localhost" || host.hasSuffix(".localhost") || host == "::1" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
        default: false
        }
    }
}
