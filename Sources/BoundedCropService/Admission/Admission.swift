internal import BoundedCrop
internal import Synchronization

/// The first gate: how many requests for pictures may be under way, in all and for one client. Whoever comes when it is full is refused
/// at once. The second gate is the worker pool, where those who are inside wait for a thread.
final class Admission: Sendable {
    private struct State {
        var inside = 0
        var byClient: [String: Int] = [:]
    }

    /// How many may be inside.
    let limit: Int
    /// How many of one client may be inside; nil is as many as there is room for.
    let clientLimit: Int?
    private let state = Mutex(State())

    init(limit: Int, clientLimit: Int?) {
        self.limit = limit
        self.clientLimit = clientLimit
    }

    var insideCount: Int { state.withLock { $0.inside } }

    /// Throws `queueFull` when there is no room, `tooManyRequests` when the client has too many under way.
    func run<Result>(for client: String, _ body: () async throws -> Result) async throws -> Result {
        try state.withLock { state in
            try check(state, client)
            state.inside += 1
            state.byClient[client, default: 0] += 1
        }
        defer { leave(client) }
        return try await body()
    }

    /// Throws what `run` would, for whoever has something else to do first.
    func check(for client: String) throws {
        try state.withLock { try check($0, client) }
    }

    private func check(_ state: borrowing State, _ client: String) throws {
        guard state.inside < limit else {
            throw BoundedCropError(.queueFull, "\(limit) requests are under way, the most that may be: try again in a moment")
        }
        if let clientLimit, state.byClient[client, default: 0] >= clientLimit {
            throw BoundedCropError(.tooManyRequests, "\(clientLimit) requests of this client are under way, the most that may be")
        }
    }

    private func leave(_ client: String) {
        state.withLock { state in
            state.inside -= 1
            state.byClient[client, default: 1] -= 1
            if state.byClient[client] == 0 { state.byClient[client] = nil }
        }
    }
}
