internal import HummingbirdCore
internal import NIOCore
internal import Synchronization

/// The connections of a service: how many there may be, which have something to do, and how they end together.
final class OpenConnections: Sendable {
    private struct State {
        var count = 0
        /// On which nothing is being asked or answered; of new ones nothing is known yet.
        var resting: [ObjectIdentifier: any Channel] = [:]
        var busy: [ObjectIdentifier: any Channel] = [:]
        var new: [ObjectIdentifier: any Channel] = [:]
        var drain: Drain?

        mutating func settle(_ id: ObjectIdentifier) {
            guard drain?.awaited.remove(id) != nil, drain?.awaited.isEmpty == true else { return }
            drain?.isOver.finish()
        }
    }

    private struct Drain {
        let end: NIODeadline
        /// Those that were busy when it began, and are.
        var awaited: Set<ObjectIdentifier>
        let isOver: AsyncStream<Never>.Continuation
    }

    /// How many there may be.
    let limit: Int
    private let state = Mutex(State())

    init(limit: Int) {
        self.limit = limit
    }

    var count: Int { state.withLock { $0.count } }
    /// Whether no more are let in: then none is kept after its answer.
    var isFull: Bool { count >= limit }
    var isDraining: Bool { drainEnd != nil }
    /// When all of them are closed, whatever is happening on them; nil as long as the service goes on.
    var drainEnd: NIODeadline? { state.withLock { $0.drain?.end } }

    // MARK: What happens on them

    func entered(_ channel: any Channel) {
        state.withLock { $0.new[ObjectIdentifier(channel)] = channel }
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

    /// All that was asked is answered, and has been sent.
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

    // MARK: Their end

    /// Asks all of them to end after what is being asked on them, and waits until that is answered, at most for so long.
    func drain(within limit: Duration) async {
        let (ended, isOver) = AsyncStream.makeStream(of: Never.self)
        let open = state.withLock { state in
            state.drain = Drain(end: .now() + TimeAmount(limit), awaited: Set(state.busy.keys), isOver: isOver)
            if state.busy.isEmpty { isOver.finish() }
            return Array(state.new.values) + Array(state.resting.values) + Array(state.busy.values)
        }
        for channel in open { Self.askToEnd(channel) }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for await _ in ended {} }
            group.addTask { try? await Task.sleep(for: limit) }
            await group.next()
            group.cancelAll()
        }
    }

    private static func askToEnd(_ channel: any Channel) {
        channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
    }
}

/// Those above the limit wait in the system's queue until another ends.
extension OpenConnections: AvailableConnectionsDelegate {
    func connectionOpened() {
        let leaver = state.withLock { state -> (any Channel)? in
            state.count += 1
            return state.count < limit ? nil : state.resting.popFirst()?.value
        }
        // One on which nothing happens makes room.
        if let leaver { Self.askToEnd(leaver) }
    }

    func connectionClosed() {
        state.withLock { $0.count -= 1 }
    }

    func isAcceptingNewConnections() -> Bool { !isFull }
}
