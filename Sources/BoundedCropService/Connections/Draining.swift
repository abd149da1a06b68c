internal import ServiceLifecycle

/// Says that the service is not ready any more as soon as it is asked to end.
struct Draining: Service {
    let responder: ServiceResponder

    func run() async throws {
        try await gracefulShutdown()
        responder.drain()
    }
}
