internal import BoundedCrop
internal import FoundationEssentials
internal import Synchronization

/// The address to contact for each host: found, checked against the policy, and remembered for a while, so that the address that was
/// checked is the one that is used.
final class CheckedAddresses: Sendable {
    /// Where a name led: for logs only, since it tells what is in a private network.
    struct RefusedAddress: Error, CustomStringConvertible {
        let description: String
    }

    private struct Choice {
        var addresses: [IPAddress]
        let expires: Date
    }

    private static let lifetime = 60.0
    private let policy: SourcePolicy
    private let resolver: AddressResolver
    private let lookUps = Coalescer<String, [IPAddress]>()
    private let choices = Mutex(LeastRecentlyUsed<String, Choice>(countLimit: 1000, costLimit: 1000))

    init(policy: SourcePolicy, resolver: AddressResolver) {
        self.policy = policy
        self.resolver = resolver
    }

    /// The host that a URL names. Throws what the policy throws, `invalidURL` for a name that no server can have.
    func host(of url: URL) throws -> String {
        try policy.check(url)
        var host = url.host ?? ""
        // An IPv6 address.
        if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
        let isName = host.utf8.allSatisfy { byte in
            switch UInt8(byte) {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
            case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"): true
            default: false
            }
        }
        guard isName || IPAddress(host) != nil else {
            throw BoundedCropError(
                .invalidURL,
                "“\(host.prefix(200))” is no host name; one with other letters has to be written in punycode"
            )
        }
        return host
    }

    /// Throws `sourceNotAllowed` when the host leads only to addresses that may not be contacted, `connectionFailed` when to none.
    func address(of host: String, at now: Date) async throws -> IPAddress {
        let known = choices.withLock { $0.use(host) }
        if let known, now < known.expires, let address = known.addresses.first { return address }
        let found = if let literal = IPAddress(host) { [literal] } else { try await lookUp(host) }
        let allowed = found.filter(policy.allows)
        guard let address = allowed.first else {
            guard let refused = found.first else { throw BoundedCropError(.connectionFailed, "\(host) has no address") }
            throw BoundedCropError(
                .sourceNotAllowed,
                "\(host) does not lead to an address of the public internet; private ones have to be allowed explicitly",
                underlying: RefusedAddress(description: "\(host) is at \(refused)")
            )
        }
        let choice = Choice(addresses: allowed, expires: now.addingTimeInterval(Self.lifetime))
        choices.withLock { $0.insert(choice, for: host) }
        return address
    }

    /// Names that are slow to be found are looked up once for all who wait for them, so that few of them cannot take all threads.
    private func lookUp(_ host: String) async throws -> [IPAddress] {
        try await lookUps.value(for: host.lowercased()) { [resolver] in try await resolver.addresses(host) }
    }

    /// Nothing answers at an address: the host's next one is tried, or it is looked up anew.
    func avoid(_ address: IPAddress, of host: String) {
        choices.withLock { choices in
            guard var choice = choices.remove(host) else { return }
            choice.addresses.removeAll { $0 == address }
            if !choice.addresses.isEmpty { choices.insert(choice, for: host) }
        }
    }
}
