internal import ServiceLifecycle

/// When the service is asked to end, says that it is not ready any more, and lets it end once what was asked before is answered.
///
/// Until then new connections are still answered, each of them once: whoever asks whether the service is ready has to be told that it is
/// not.
struct Draining: Service {
    let responder: ServiceResponder
    let connections: OpenConnections
    /// The longest that it waits.
    let limit: Duration

    func run() async throws {
        try await gracefulShutdown()
        responder.drain()
        await connections.drain(within: limit)
    }
}
