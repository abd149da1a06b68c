internal import BoundedCrop
internal import Synchronization

/// A few connections to one server, used in turn, so that a large reply on one does not hold up the others.
final class RedisConnections: Sendable {
    private let places: [RedisPlace]
    private let turn = Atomic(0)

    init(count: Int, clock: any LoadingClock, connect: @escaping RedisPlace.Connect) {
        places = (0..<count).map { _ in RedisPlace(clock: clock, connect: connect) }
    }

    /// Sends a command and returns its reply. Throws the server's refusal as a ``RedisFailure``, and why there is no connection.
    func send(_ command: RedisCommand) async throws -> RedisReply {
        let connecting = try next().connection()
        return try await abandonable { try await connecting.value }.send(command)
    }

    /// The place whose turn it is. One that is not connected begins to connect while another does its work.
    private func next() -> RedisPlace {
        let number = turn.wrappingAdd(1, ordering: .relaxed).oldValue
        let place = places[Int(UInt(bitPattern: number) % UInt(places.count))]
        guard !place.isConnected, let other = places.first(where: \.isConnected) else { return place }
        _ = try? place.connection()
        return other
    }
}
