internal import BoundedCrop
internal import Synchronization

/// The first gate: limits the number of picture requests in progress, in total and per client. When it is full, requests are refused
/// immediately. The second gate is the worker pool, where admitted requests wait for a thread.
final class Admission: Sendable {
    private struct State {
        var inside = 0
        var byClient: [String: Int] = [:]
    }

    /// The maximum number of admitted requests.
    let limit: Int
    /// The maximum number of admitted requests per client; nil for no limit of its own.
    let clientLimit: Int?
    private let state = Mutex(State())

    init(limit: Int, clientLimit: Int?) {
        self.limit = limit
        self.clientLimit = clientLimit
    }

    var insideCount: Int { state.withLock { $0.inside } }

    /// Throws `queueFull` when there is no room, and `tooManyRequests` when the client has too many requests in progress.
    func run<Result>(for client: String, _ body: () async throws -> Result) async throws -> Result {
        try state.withLock { state in
            try check(state, client)
            state.inside += 1
            state.byClient[client, default: 0] += 1
        }
        defer { leave(client) }
        return try await body()
    }

    /// Throws what `run` would throw, without taking a place.
    func check(for client: String) throws {
        try state.withLock { try check($0, client) }
    }

    private func check(_ state: borrowing State, _ client: String) throws {
        guard state.inside < limit else {
            throw BoundedCropError(.queueFull, "\(limit) requests are in progress, the maximum: try again in a moment")
        }
        if let clientLimit, state.byClient[client, default: 0] >= clientLimit {
            throw BoundedCropError(.tooManyRequests, "\(clientLimit) requests of this client are in progress, the maximum")
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
