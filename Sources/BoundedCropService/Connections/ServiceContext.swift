internal import Hummingbird
internal import NIOCore

/// What is known of a request beside the request: its connection.
struct ServiceContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        channel = source.channel
    }

    /// The client's address, without its port.
    var client: String { channel.remoteAddress?.ipAddress ?? "local" }

    /// Whether the client is still there.
    var presence: ClientPresence {
        get async throws {
            try await channel.pipeline.handler(type: ConnectionGuard.self).map(\.presence).get()
        }
    }
}
