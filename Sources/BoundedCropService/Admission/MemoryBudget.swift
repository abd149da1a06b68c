internal import Synchronization

/// The bytes that decoded pictures may take together. Whoever needs more than is left waits, in the order of coming.
final class MemoryBudget: Sendable {
    private struct Waiter {
        let id: UInt64
        let byteCount: Int
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var free: Int
        var waiting: [Waiter] = []
        var lastID: UInt64 = 0
    }

    let byteLimit: Int
    private let state: Mutex<State>

    init(byteLimit: Int) {
        self.byteLimit = byteLimit
        state = Mutex(State(free: byteLimit))
    }

    var usedBytes: Int { state.withLock { byteLimit - $0.free } }
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Runs a body that takes about so many bytes; one that takes more than there are runs alone.
    ///
    /// Throws what the body throws, and `CancellationError` when cancelled while it waits.
    func run<Result>(byteCount: Int, _ body: () async throws -> Result) async throws -> Result {
        let byteCount = min(max(0, byteCount), byteLimit)
        try await take(byteCount)
        defer { giveBack(byteCount) }
        return try await body()
    }

    private func take(_ byteCount: Int) async throws {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let answer: Result<Void, any Error>? = state.withLock { state in
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if state.waiting.isEmpty, byteCount <= state.free {
                        state.free -= byteCount
                        return .success(())
                    }
                    state.waiting.append(Waiter(id: id, byteCount: byteCount, continuation: continuation))
                    return nil
                }
                if let answer { continuation.resume(with: answer) }
            }
        } onCancel: {
            let (left, next) = state.withLock { state in
                let left = state.waiting.firstIndex { $0.id == id }.map { state.waiting.remove(at: $0) }
                return (left, Self.next(&state))
            }
            left?.continuation.resume(throwing: CancellationError())
            for waiter in next { waiter.continuation.resume() }
        }
    }

    private func giveBack(_ byteCount: Int) {
        let next = state.withLock { state in
            state.free += byteCount
            return Self.next(&state)
        }
        for waiter in next { waiter.continuation.resume() }
    }

    private static func next(_ state: inout State) -> [Waiter] {
        var next: [Waiter] = []
        while let first = state.waiting.first, first.byteCount <= state.free {
            state.free -= first.byteCount
            next.append(state.waiting.removeFirst())
        }
        return next
    }
}
