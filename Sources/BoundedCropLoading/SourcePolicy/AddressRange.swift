internal import BoundedCrop

/// A range of IP addresses, such as `10.1.0.0/16` or `2001:db8::/32`.
public struct AddressRange: Hashable, Sendable, CustomStringConvertible {
    let base: IPAddress
    let prefixLength: Int

    /// Creates a range from CIDR notation. A single address is a range that contains only itself.
    ///
    /// - Throws: `invalidArgument` if the text is neither.
    public init(_ text: String) throws {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let base = parts.first.flatMap({ IPAddress(String($0)) }) else {
            throw BoundedCropError(.invalidArgument, "“\(text)” is not an address range such as 10.1.0.0/16")
        }
        let length = parts.count == 2 ? HTTPNumber.value(parts[1]) : base.bytes.count * 8
        guard let length, (0...base.bytes.count * 8).contains(length) else {
            throw BoundedCropError(.invalidArgument, "“\(text)” needs a prefix length from 0 to \(base.bytes.count * 8)")
        }
        self.init(base: base, prefixLength: length)
    }

    private init(base: IPAddress, prefixLength: Int) {
        self.base = base
        self.prefixLength = prefixLength
    }

    /// The base address and prefix length, as in `10.1.0.0/16`.
    public var description: String { "\(base)/\(prefixLength)" }

    func contains(_ address: IPAddress) -> Bool {
        guard address.bytes.count == base.bytes.count else { return false }
        let whole = prefixLength / 8
        guard address.bytes.prefix(whole) == base.bytes.prefix(whole) else { return false }
        let rest = prefixLength % 8
        return rest == 0 || (address.bytes[whole] ^ base.bytes[whole]) >> (8 - rest) == 0
    }

    /// Whether the range is one address.
    var isSingle: Bool { prefixLength == base.bytes.count * 8 }

    private static func known(_ texts: String) -> [AddressRange] {
        texts.split(whereSeparator: \.isWhitespace).compactMap { try? AddressRange(String($0)) }
    }

    /// The IANA IPv4 special-purpose registry, plus multicast and reserved ranges; 192.88.99.0/24 was used by 6to4.
    static let specialIPv4 = known(
        """
        0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 \
        192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4
        """
    )
    /// The special-purpose ranges within 2000::/3: IETF protocols (including Teredo and ORCHID), documentation, 6to4.
    static let specialIPv6 = known("2001::/23 2001:db8::/32 2002::/16 3fff::/20")
    /// The addresses at which clouds hand out the keys of machines and containers: EC2 and most others, ECS, EKS, Alibaba, Oracle, Azure,
    /// Google.
    static let keys = known(
        """
        169.254.169.254 169.254.170.2 169.254.170.23 100.100.100.200 192.0.0.192 168.63.129.16 fd00:ec2::254 fd00:ec2::23 fd20:ce::254
        """
    )
    static let globalUnicast = AddressRange(
        base: IPAddress(bytes: [0x20] + [UInt8](repeating: 0, count: 15)),
        prefixLength: 3
    )
}
