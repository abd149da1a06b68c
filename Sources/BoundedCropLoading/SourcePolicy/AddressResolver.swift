internal import BoundedCrop
internal import Glibc

/// Finds the addresses of a name. Injected, so that tests have names of their own.
struct AddressResolver: Sendable {
    /// Throws `connectionFailed` where the name has no address.
    let addresses: @Sendable (_ host: String) async throws -> [IPAddress]

    /// The system's own way, on threads of its own, since it blocks for as long as name servers take.
    static let system = {
        // As many as a service loads at once: a name server that does not answer holds its own names up, not the others.
        let threads = WorkerPool(threadCount: 16, queueLimit: 10_000)
        return AddressResolver { host in try await threads.run { _ in try lookUp(host) } }
    }()

    private static func lookUp(_ host: String) throws -> [IPAddress] {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        // As a number first, in every notation that the system takes for one: 2130706433 is 127.0.0.1 too.
        hints.ai_flags = AI_NUMERICHOST
        var status = getaddrinfo(host, nil, &hints, &list)
        if status != 0 {
            hints.ai_flags = AI_ADDRCONFIG
            status = getaddrinfo(host, nil, &hints, &list)
        }
        guard status == 0, let list else {
            throw BoundedCropError(.connectionFailed, "\(host) has no address: \(String(cString: gai_strerror(status)))")
        }
        defer { freeaddrinfo(list) }
        return sequence(first: list) { $0.pointee.ai_next }.compactMap { $0.pointee.ai_addr.flatMap { IPAddress($0) } }
    }
}
