internal import ServiceLifecycle

/// When the service is asked to end, says that it is not ready any more, and lets it end once no picture is being worked on.
///
/// Until then new connections are still answered: whoever asks whether the service is ready has to be told that it is not.
struct Draining: Service {
    let responder: ServiceResponder
    let admission: Admission
    /// The longest that it waits.
    let limit: Duration

    func run() async throws {
        try await gracefulShutdown()
        responder.drain()
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await admission.empty() }
            group.addTask { try? await Task.sleep(for: limit) }
            await group.next()
            group.cancelAll()
        }
    }
}
