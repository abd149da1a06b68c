internal import CLibrary

/// An IP address: 4 bytes for IPv4 or 16 for IPv6.
struct IPAddress: Hashable, Sendable, CustomStringConvertible {
    let bytes: [UInt8]

    /// Parses an address in its usual notation, without port or brackets.
    init?(_ text: String) {
        var four = in_addr()
        var six = in6_addr()
        if inet_pton(AF_INET, text, &four) == 1 {
            bytes = withUnsafeBytes(of: &four) { Array($0) }
        } else if inet_pton(AF_INET6, text, &six) == 1 {
            bytes = withUnsafeBytes(of: &six) { Array($0) }
        } else {
            return nil
        }
    }

    init?(_ address: UnsafePointer<sockaddr>) {
        switch Int32(address.pointee.sa_family) {
        case AF_INET:
            bytes = address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { pointer in
                withUnsafeBytes(of: pointer.pointee.sin_addr) { Array($0) }
            }
        case AF_INET6:
            bytes = address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { pointer in
                withUnsafeBytes(of: pointer.pointee.sin6_addr) { Array($0) }
            }
        default:
            return nil
        }
    }

    var description: String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        inet_ntop(bytes.count == 4 ? AF_INET : AF_INET6, bytes, &text, socklen_t(text.count))
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Whether the address belongs to the public internet. It must not be loopback, private, link-local, shared (CGNAT), multicast,
    /// documentation or otherwise special-purpose according to the IANA registries (RFC 6890). IPv6 addresses that embed an IPv4 address
    /// (mapped, compatible, NAT64, 6to4, Teredo) are never public.
    var isPublic: Bool {
        if bytes.count == 4 { return !AddressRange.specialIPv4.contains { $0.contains(self) } }
        // Global unicast is 2000::/3 except for these ranges.
        return AddressRange.globalUnicast.contains(self) && !AddressRange.specialIPv6.contains { $0.contains(self) }
    }
}
