internal import FoundationEssentials
internal import Synchronization

/// A place for one connection. It is made when it is needed, and again when it is lost; after a growing pause if that fails.
final class RedisPlace: Sendable {
    typealias Connect = @Sendable () async throws -> RedisConnection

    private struct Failure {
        let error: any Error
        let count: Int
        let since: Date
        let until: Date
    }

    private struct State {
        var task: Task<RedisConnection, any Error>?
        var connection: RedisConnection?
        var failure: Failure?
    }

    private static let shortestPause = 0.1
    private static let longestPause = 2.0
    private let connect: Connect
    private let clock: any LoadingClock
    private let state = Mutex(State())

    init(clock: any LoadingClock, connect: @escaping Connect) {
        (self.clock, self.connect) = (clock, connect)
    }

    var isConnected: Bool { state.withLock { $0.connection?.isOpen == true } }

    /// The connection, perhaps still being made. Throws the last failure until its pause is over.
    func connection() throws -> Task<RedisConnection, any Error> {
        try state.withLock { state in
            if state.connection?.isOpen == false { (state.connection, state.task) = (nil, nil) }
            if let task = state.task { return task }
            let now = clock.now
            // A clock that was set back does not make the pause longer.
            if let failure = state.failure, failure.since <= now, now < failure.until { throw failure.error }
            let task = Task { [weak self, connect] in
                do {
                    let connection = try await connect()
                    self?.succeed(connection)
                    return connection
                } catch {
                    self?.fail(error)
                    throw error
                }
            }
            state.task = task
            return task
        }
    }

    private func succeed(_ connection: RedisConnection) {
        state.withLock { ($0.connection, $0.failure) = (connection, nil) }
    }

    private func fail(_ error: any Error) {
        let now = clock.now
        state.withLock { state in
            let count = (state.failure?.count ?? 0) + 1
            let pause = min(Self.longestPause, Self.shortestPause * Double(1 << min(count - 1, 10))) * .random(in: 0.5...1)
            state.failure = Failure(error: error, count: count, since: now, until: now.addingTimeInterval(pause))
            state.task = nil
        }
    }
}
