internal import ServiceLifecycle

/// On shutdown, reports the service as not ready and lets it end once all earlier requests are answered.
///
/// Until then, new connections are still answered, with one request each, so that readiness probes see that the service is not ready.
struct Draining: Service {
    let responder: ServiceResponder
    let connections: OpenConnections
    /// The maximum waiting time.
    let limit: Duration

    func run() async throws {
        try await gracefulShutdown()
        responder.isReady = false
        await connections.drain(within: limit)
    }
}
