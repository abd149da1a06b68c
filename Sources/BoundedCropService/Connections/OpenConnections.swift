internal import HummingbirdCore
internal import NIOCore
internal import Synchronization

/// The connections of a service: their limit, which of them are busy, and their common end.
final class OpenConnections: Sendable {
    private struct State {
        var count = 0
        /// Connections without a request or a pending answer. New connections, whose state is unknown, are in `new`.
        var resting: [ObjectIdentifier: any Channel] = [:]
        var busy: [ObjectIdentifier: any Channel] = [:]
        var new: [ObjectIdentifier: any Channel] = [:]
        var drain: Drain?
        var isOver = false

        mutating func settle(_ id: ObjectIdentifier) {
            guard drain?.awaited.remove(id) != nil, drain?.awaited.isEmpty == true else { return }
            drain?.isOver.finish()
        }
    }

    private struct Drain {
        let end: NIODeadline
        /// The connections that were busy when draining began and still are.
        var awaited: Set<ObjectIdentifier>
        let isOver: AsyncStream<Never>.Continuation
    }

    /// The maximum number of connections.
    let limit: Int
    private let clock: any ConnectionClock
    private let state = Mutex(State())

    init(limit: Int, clock: any ConnectionClock) {
        (self.limit, self.clock) = (limit, clock)
    }

    var count: Int { state.withLock { $0.count } }
    /// Whether the limit is reached. Connections are then closed after their answer.
    var isFull: Bool { count >= limit }
    var isDraining: Bool { drainEnd != nil }
    /// When all connections are closed, whatever their state; nil unless the service is shutting down.
    var drainEnd: NIODeadline? { state.withLock { $0.drain?.end } }

    // MARK: State changes

    func entered(_ channel: any Channel) {
        let isOver = state.withLock { state in
            state.new[ObjectIdentifier(channel)] = channel
            return state.isOver
        }
        if isOver { channel.close(promise: nil) }
    }

    /// A request begins.
    func works(_ channel: any Channel) {
        state.withLock { state in
            let id = ObjectIdentifier(channel)
            state.new[id] = nil
            state.resting[id] = nil
            state.busy[id] = channel
        }
    }

    /// All requests are answered, and the answers have been sent.
    func rests(_ channel: any Channel) {
        state.withLock { state in
            let id = ObjectIdentifier(channel)
            state.busy[id] = nil
            state.resting[id] = channel
            state.settle(id)
        }
    }

    func left(_ channel: any Channel) {
        state.withLock { state in
            let id = ObjectIdentifier(channel)
            state.new[id] = nil
            state.resting[id] = nil
            state.busy[id] = nil
            state.settle(id)
        }
    }

    // MARK: Draining

    /// Asks all connections to end after their current requests, and waits until those are answered, at most for the limit.
    func drain(within limit: Duration) async {
        let (ended, isOver) = AsyncStream.makeStream(of: Never.self)
        let end = clock.now + TimeAmount(limit)
        let (idle, busy) = state.withLock { state in
            state.drain = Drain(end: end, awaited: Set(state.busy.keys), isOver: isOver)
            return (Array(state.new.values) + Array(state.resting.values), Array(state.busy.values))
        }
        for channel in idle + busy { Self.askToEnd(channel) }
        guard let eventLoop = busy.first?.eventLoop else { return }
        let timer = clock.schedule(at: end, on: eventLoop) { isOver.finish() }
        for await _ in ended {}
        timer.cancel()
    }

    /// Closes the connections that are left after the service has ended, and further ones: nobody answers those that the system had accepted
    /// when the service stopped listening.
    func closeAll() {
        let left = state.withLock { state in
            state.isOver = true
            return [state.new, state.resting, state.busy].flatMap(\.values)
        }
        for channel in left { channel.close(promise: nil) }
    }

    private static func askToEnd(_ channel: any Channel) {
        channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
    }
}

/// Connections above the limit wait in the system's queue until another one ends.
extension OpenConnections: AvailableConnectionsDelegate {
    func connectionOpened() {
        let leaver = state.withLock { state -> (any Channel)? in
            state.count += 1
            return state.count < limit ? nil : state.resting.popFirst()?.value
        }
        // An idle connection makes room.
        if let leaver { Self.askToEnd(leaver) }
    }

    func connectionClosed() {
        state.withLock { $0.count -= 1 }
    }

    func isAcceptingNewConnections() -> Bool { !isFull }
}
