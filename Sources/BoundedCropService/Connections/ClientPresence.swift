internal import BoundedCrop
internal import BoundedCropLoading
internal import NIOCore
internal import Synchronization

/// Whether the client at the other end of a connection is still there.
final class ClientPresence: Sendable {
    /// Lets a request find the presence of its client.
    final class Holder: ChannelInboundHandler, Sendable {
        typealias InboundIn = Never

        let presence: ClientPresence

        init(_ presence: ClientPresence) {
            self.presence = presence
        }
    }

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

    /// Runs a body and cancels it when the client leaves, or when it exceeds the time limit.
    ///
    /// Throws `CancellationError` in the first case and `timeout` in the second, as soon as the body has stopped.
    func run<Result: Sendable>(
        within limit: Duration,
        by clock: any ConnectionClock,
        on eventLoop: any EventLoop,
        _ body: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        let isLate = Atomic(false)
        let task = Task(operation: body)
        // Not a sleeping task: a cancelled one is kept until its wake-up time, and there is one for each request.
        let timer = clock.schedule(at: clock.now + TimeAmount(limit), on: eventLoop) {
            isLate.store(true, ordering: .relaxed)
            task.cancel()
        }
        defer { timer.cancel() }
        let id = state.withLock { state -> UInt64? in
            if state.hasLeft { return nil }
            state.lastID += 1
            state.handlers[state.lastID] = { task.cancel() }
            return state.lastID
        }
        if id == nil { task.cancel() }
        defer { if let id { state.withLock { _ = $0.handlers.removeValue(forKey: id) } } }
        do {
            return try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                task.cancel()
            }
        } catch is CancellationError where isLate.load(ordering: .relaxed) {
            throw BoundedCropError(.timeout, "the answer was not ready within \(limit)")
        }
    }
}
