internal import AsyncHTTPClient
internal import BoundedCrop
internal import NIOCore
internal import NIOPosix
internal import Synchronization

/// HTTP clients that each connect to one address only: the one that the policy was asked about, whatever name servers say a moment later.
/// They keep their connections, so that the next picture of a server needs no new one.
final class PinnedClients: Sendable {
    struct Key: Hashable {
        let host: String
        let address: IPAddress
    }

    private struct Entry {
        let client: HTTPClient
        var users = 0
    }

    private struct State {
        var entries: [Key: Entry] = [:]
        /// Those nobody uses now, the one longest unused first.
        var idle: [Key] = []
        var isClosed = false
    }

    private static let idleLimit = 32
    private let state = Mutex(State())
    private let configuration: HTTPClient.Configuration

    init(_ configuration: HTTPClient.Configuration) {
        self.configuration = configuration
    }

    var isClosed: Bool { state.withLock { $0.isClosed } }

    func withClient<Result: Sendable>(for key: Key, _ body: (HTTPClient) async throws -> Result) async throws -> Result {
        guard let client = take(key) else {
            throw BoundedCropError(.connectionFailed, "the loader was shut down")
        }
        do {
            let result = try await body(client)
            await giveBack(key)
            return result
        } catch {
            await giveBack(key)
            throw error
        }
    }

    /// Closes all connections; requests under way fail.
    func shutDown() async {
        let clients = state.withLock { state in
            defer { state = State(isClosed: true) }
            return state.entries.values.map(\.client)
        }
        for client in clients { try? await client.shutdown() }
    }

    private func take(_ key: Key) -> HTTPClient? {
        state.withLock { state in
            guard !state.isClosed else { return nil }
            if state.entries[key] == nil { state.entries[key] = Entry(client: makeClient(key)) }
            state.entries[key]?.users += 1
            state.idle.removeAll { $0 == key }
            return state.entries[key]?.client
        }
    }

    private func giveBack(_ key: Key) async {
        let leaving: HTTPClient? = state.withLock { state in
            guard !state.isClosed else { return nil }
            state.entries[key]?.users -= 1
            guard state.entries[key]?.users == 0 else { return nil }
            state.idle.append(key)
            guard state.idle.count > Self.idleLimit else { return nil }
            return state.entries.removeValue(forKey: state.idle.removeFirst())?.client
        }
        try? await leaving?.shutdown()
    }

    private func makeClient(_ key: Key) -> HTTPClient {
        var configuration = configuration
        configuration.dnsOverride = [key.host: key.address.description]
        configuration.http1_1ConnectionDebugInitializer = ResponseStatusGuard.guardConnection
        configuration.http2StreamChannelDebugInitializer = ResponseStatusGuard.guardStream
        return HTTPClient(eventLoopGroupProvider: .shared(MultiThreadedEventLoopGroup.singleton), configuration: configuration)
    }
}
