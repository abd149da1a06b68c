internal import NIOCore

/// Measures the time limits of connections and requests.
protocol ConnectionClock: Sendable {
    /// The current time.
    var now: NIODeadline { get }
    /// Runs work on an event loop at a time, or soon if it has passed.
    func schedule(at time: NIODeadline, on eventLoop: any EventLoop, _ work: @escaping @Sendable () -> Void) -> Scheduled<Void>
}

extension ConnectionClock {
    /// Runs work on the event loop of the caller.
    func schedule(at time: NIODeadline, on eventLoop: NIOIsolatedEventLoop, _ work: @escaping () -> Void) -> Scheduled<Void> {
        let eventLoop = eventLoop.nonisolated()
        let work = NIOLoopBound(work, eventLoop: eventLoop)
        return schedule(at: time, on: eventLoop) { work.value() }
    }

    /// Closes a connection.
    func close(_ channel: any Channel, at time: NIODeadline) -> Scheduled<Void> {
        schedule(at: time, on: channel.eventLoop) { channel.close(promise: nil) }
    }
}

/// The system's clock.
struct SystemConnectionClock: ConnectionClock {
    var now: NIODeadline { .now() }

    func schedule(at time: NIODeadline, on eventLoop: any EventLoop, _ work: @escaping @Sendable () -> Void) -> Scheduled<Void> {
        eventLoop.scheduleTask(deadline: time, work)
    }
}
