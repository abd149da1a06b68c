internal import BoundedCrop
internal import FoundationEssentials
internal import Synchronization
internal import Tracing

/// The address to contact for each host. Addresses are resolved, checked against the policy and cached for a while, so that the address
/// that was checked is the address that is used.
final class CheckedAddresses: Sendable {
    /// The refused address that a name resolved to; for logs only, because it reveals what is in a private network.
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
    private let tracer: StageTracer
    private let credentialsEndpoints: CredentialsEndpoints
    private let lookUps = Coalescer<String, [IPAddress]>()
    private let choices = Mutex(LeastRecentlyUsed<String, Choice>(countLimit: 1000, costLimit: 1000))

    init(policy: SourcePolicy, resolver: AddressResolver, tracer: StageTracer, credentialsEndpoints: CredentialsEndpoints) {
        self.policy = policy
        self.resolver = resolver
        self.tracer = tracer
        self.credentialsEndpoints = credentialsEndpoints
    }

    /// Returns the host that a URL names. Throws what the policy throws, and `invalidURL` for an invalid host name.
    func host(of url: URL) throws -> String {
        try policy.check(url)
        var host = url.host ?? ""
        // An IPv6 address in brackets.
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
                "“\(host.prefix(200))” is not a host name; names with other characters must be written in Punycode"
            )
        }
        return host
    }

    /// Throws `sourceNotAllowed` if all of the host's addresses are disallowed, and `connectionFailed` if it has none.
    func address(of host: String, at now: Date) async throws -> IPAddress {
        let known = choices.withLock { $0.use(host) }
        if let known, now < known.expires, let address = known.addresses.first { return address }
        let found = if let literal = IPAddress(host) { [literal] } else { try await lookUp(host) }
        let allowed = found.filter(policy.allows)
        guard let address = allowed.first else {
            guard let refused = found.first else { throw BoundedCropError(.connectionFailed, "\(host) has no address") }
            throw BoundedCropError(
                .sourceNotAllowed,
                refused.handsOutKeys && policy.allowsPrivateAddresses
                    ? "\(host) hands out keys for this machine, not pictures"
                    : "\(host) does not resolve to a public internet address; private addresses must be allowed explicitly",
                underlying: RefusedAddress(description: "\(host) is at \(refused)")
            )
        }
        let choice = Choice(addresses: allowed, expires: now.addingTimeInterval(Self.lifetime))
        choices.withLock { $0.insert(choice, for: host) }
        return address
    }

    /// Throws `sourceNotAllowed` for a server that hands out this machine's keys: the environment may name one of its own addresses, of
    /// which other ports are allowed. A name that cannot be resolved now allows nothing.
    func refuseCredentials(_ host: String, _ address: IPAddress, port: Int) async throws {
        for place in credentialsEndpoints.places where place.port == port {
            let found = if let literal = IPAddress(place.host) { [literal] } else { try await lookUp(place.host) }
            guard host.lowercased() == place.host || found.contains(where: { $0.isSameServer(as: address) }) else { continue }
            throw BoundedCropError(.sourceNotAllowed, "\(host) hands out keys for this machine, not pictures")
        }
    }

    /// Looks up each name once for all waiting callers, so that a few slow names cannot occupy all threads.
    private func lookUp(_ host: String) async throws -> [IPAddress] {
        try await tracer.run("boundedcrop.resolve", ["dns.question.name": .string(host)]) { _ in
            try await lookUps.value(for: host.lowercased()) { [resolver] in try await resolver.addresses(host) }
        }
    }

    /// Stops using an address that cannot be reached. Returns whether the host has another one; if not, it is looked up again.
    func avoid(_ address: IPAddress, of host: String) -> Bool {
        choices.withLock { choices in
            guard var choice = choices.remove(host) else { return false }
            choice.addresses.removeAll { $0 == address }
            guard !choice.addresses.isEmpty else { return false }
            choices.insert(choice, for: host)
            return true
        }
    }
}
