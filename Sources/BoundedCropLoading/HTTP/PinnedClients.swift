internal import AsyncHTTPClient
internal import BoundedCrop
internal import Synchronization

/// HTTP clients that each connect to one address only: the one that the policy checked, regardless of later DNS answers. They keep their
/// connections open so that the next picture from the same server can reuse them.
final class PinnedClients: Sendable {
    struct Key: Hashable {
        let host: String
        let address: IPAddress
    }

    private struct State {
        /// The clients for new requests.
        var clients: [Key: OwnedClient] = [:]
        /// The clients in use, with the number of requests that use each.
        var used: [ObjectIdentifier: (client: OwnedClient, users: Int)] = [:]
        /// The keys of clients that are not in use, the least recently used first.
        var idle: [Key] = []
        var isClosed = false
    }

    private static let idleLimit = 32
    private let state = Mutex(State())
    private let configuration: HTTPClient.Configuration

    init(_ configuration: HTTPClient.Configuration) {
        self.configuration = configuration
    }

    /// The number of clients for new requests.
    var count: Int { state.withLock { $0.clients.count } }

    var isClosed: Bool { state.withLock { $0.isClosed } }

    func withClient<Result: Sendable>(for key: Key, _ body: (HTTPClient) async throws -> Result) async throws -> Result {
        guard let client = take(key) else {
            throw BoundedCropError(.connectionFailed, "the loader was shut down")
        }
        do {
            let result = try await body(client.http)
            giveBack(client, key)
            return result
        } catch {
            giveBack(client, key, isSuspect: Self.mayComeOfConnection(error))
            throw error
        }
    }

    /// Closes all connections; requests in progress fail.
    func shutDown() async {
        let clients = state.withLock { state in
            defer { state = State(isClosed: true) }
            let unused = state.idle.compactMap { state.clients[$0] }
            return unused + state.used.values.map(\.client)
        }
        for client in clients { await client.shutDown() }
    }

    private func take(_ key: Key) -> OwnedClient? {
        state.withLock { state in
            guard !state.isClosed else { return nil }
            let client = state.clients[key] ?? makeClient(key)
            state.clients[key] = client
            state.used[ObjectIdentifier(client), default: (client, 0)].users += 1
            state.idle.removeAll { $0 == key }
            return client
        }
    }

    /// - Parameter isSuspect: Whether the client's connections must not be reused. The client then ends with its current requests.
    private func giveBack(_ client: OwnedClient, _ key: Key, isSuspect: Bool = false) {
        // A client that leaves is closed when it is released, which is outside the lock.
        _ = state.withLock { state -> OwnedClient? in
            guard !state.isClosed else { return nil }
            if isSuspect, state.clients[key] === client { state.clients[key] = nil }
            let id = ObjectIdentifier(client)
            state.used[id]?.users -= 1
            guard state.used[id]?.users == 0 else { return nil }
            state.used[id] = nil
            guard state.clients[key] === client else { return client }
            state.idle.append(key)
            guard state.idle.count > Self.idleLimit else { return nil }
            return state.clients.removeValue(forKey: state.idle.removeFirst())
        }
    }

    /// Whether the connection itself may be faulty: it failed, or delivered something other than what was requested.
    private static func mayComeOfConnection(_ error: any Error) -> Bool {
        guard let code = (error as? BoundedCropError)?.code else { return false }
        return [.connectionFailed, .invalidContentLength, .invalidResponse].contains(code)
    }

    private func makeClient(_ key: Key) -> OwnedClient {
        var configuration = configuration
        configuration.dnsOverride = [key.host: key.address.description]
        return OwnedClient(configuration)
    }
}
