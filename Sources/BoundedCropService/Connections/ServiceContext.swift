internal import Hummingbird
internal import NIOCore

/// The context of a request: its connection.
struct ServiceContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        channel = source.channel
    }

    /// The client's address, without its port.
    var client: String { channel.client }

    /// Runs a body that is cancelled when the client leaves, or when it exceeds the time limit: see ``ClientPresence``.
    func whileClientWaits<Result: Sendable>(
        within limit: Duration,
        by clock: any ConnectionClock,
        _ body: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        let presence = try await channel.pipeline.handler(type: ClientPresence.Holder.self).map(\.presence).get()
        return try await presence.run(within: limit, by: clock, on: channel.eventLoop, body)
    }
}

extension Channel {
    /// The client's address, without its port.
    var client: String { remoteAddress?.ipAddress ?? "local" }
}
