internal import Synchronization

/// Whether the client at the other end of a connection is still there.
final class ClientPresence: Sendable {
    private struct State {
        var hasLeft = false
        var handlers: [UInt64: @Sendable () -> Void] = [:]
        var lastID: UInt64 = 0
    }

    private let state = Mutex(State())

    func leave() {
        let handlers = state.withLock { state in
            state.hasLeft = true
            defer { state.handlers = [:] }
            return Array(state.handlers.values)
        }
        for handler in handlers { handler() }
    }

    /// Runs a body that is cancelled when the client leaves.
    func run<Result: Sendable>(_ body: @escaping @Sendable () async throws -> Result) async throws -> Result {
        let task = Task(operation: body)
        let id = state.withLock { state -> UInt64? in
            if state.hasLeft { return nil }
            state.lastID += 1
            state.handlers[state.lastID] = { task.cancel() }
            return state.lastID
        }
        if id == nil { task.cancel() }
        defer { if let id { state.withLock { _ = $0.handlers.removeValue(forKey: id) } } }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }
}
