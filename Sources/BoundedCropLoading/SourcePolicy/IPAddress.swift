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

    /// Whether a cloud hands out keys at this address, or at the IPv4 address that it embeds.
    var handsOutKeys: Bool {
        ([self] + embedded).contains { address in AddressRange.keys.contains { $0.contains(address) } }
    }

    /// Whether both lead to the same server. All addresses of this machine do.
    func isSameServer(as other: IPAddress) -> Bool {
        let (all, others) = ([self] + embedded, [other] + other.embedded)
        return !Set(all).isDisjoint(with: others) || all.contains(where: \.isThisMachine) && others.contains(where: \.isThisMachine)
    }

    /// Loopback, and the unspecified addresses, which are taken for it.
    private var isThisMachine: Bool {
        bytes.count == 4 ? [0, 127].contains(bytes[0]) : bytes.dropLast().allSatisfy { $0 == 0 } && bytes[15] <= 1
    }

    /// The IPv4 addresses that an IPv6 address can be read to embed: mapped, compatible, NAT64 and others (the last four bytes), 6to4, and
    /// Teredo.
    private var embedded: [IPAddress] {
        guard bytes.count == 16 else { return [] }
        var parts = [Array(bytes[12...])]
        if bytes[0] == 0x20, bytes[1] == 0x02 { parts.append(Array(bytes[2..<6])) }
        if bytes[0] == 0x20, bytes[1] == 0x01, bytes[2] == 0, bytes[3] == 0 { parts.append(bytes[12...].map { ~$0 }) }
        return parts.map { IPAddress(bytes: $0) }
    }

    init(bytes: [UInt8]) {
        self.bytes = bytes
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
