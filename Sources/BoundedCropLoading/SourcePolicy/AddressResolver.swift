internal import BoundedCrop
internal import CLibrary

/// Resolves names to addresses. Injectable, so that tests can use their own names.
struct AddressResolver: Sendable {
    /// Throws `connectionFailed` if the name has no address.
    let addresses: @Sendable (_ host: String) async throws -> [IPAddress]

    /// The system's resolver, on its own threads because it blocks while name servers respond.
    static let system = {
        // As many threads as a service has concurrent loads: an unresponsive name server delays only its own names.
        let threads = WorkerPool(threadCount: 16, queueLimit: 10_000)
        return AddressResolver { host in try await threads.run { _ in try lookUp(host) } }
    }()

    private static func lookUp(_ host: String) throws -> [IPAddress] {
        var hints = addrinfo()
        hints.ai_socktype = SocketKind.stream
        var list: UnsafeMutablePointer<addrinfo>?
        // First as a numeric address, in every notation that the system accepts: 2130706433 is 127.0.0.1 too.
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
