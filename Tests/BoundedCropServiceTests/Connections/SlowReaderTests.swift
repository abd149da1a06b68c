import BoundedCrop
import TestSupport
import Testing

@testable import BoundedCropService

@Suite(.timeLimit(.minutes(15))) struct SlowReaderTests {
    /// An answer of several megabytes.
    private static let path = "/unsafe/1300x1300/filters:noise(100):format(png)/orientations/obama_1.jpg"
    /// The service looks at its slow readers four times within the time limit, which is 10 seconds.
    private static let quarter = Duration.milliseconds(2500)

    private func startRequest(
        _ service: RunningService,
        _ fields: String = ""
    ) async throws -> (RawConnection, length: Int) {
        // Computed beforehand, so that only reading takes time.
        let length = try await service.get(Self.path).body.count
        try #require(length > 3_500_000)
        let connection = try await RawConnection(service, reads: false)
        try await connection.send("GET \(Self.path) HTTP/1.1\nhost: localhost\n\(fields)\n")
        return (connection, length)
    }

    /// Reads an answer in many small parts, and advances the clock after each of them.
    ///
    /// Returns what it took by the clock, apart from the last part, which the system has already taken from the service.
    private func readSlowly(_ service: RunningService, _ connection: RawConnection, length: Int) async -> Duration {
        var time = Duration.zero
        // The system holds less than the last part.
        for count in stride(from: 300_000, to: length - 1_000_000, by: 300_000) {
            await connection.read(to: count)
            await service.clock.due(in: Self.quarter)
            service.clock.advance(by: Self.quarter)
            time += Self.quarter
        }
        await connection.read(to: length)
        return time
    }

    @Test func `a client that reads nothing is disconnected`() async throws {
        let service = try await RunningService()
        let (connection, length) = try await startRequest(service)
        let checks = await service.clock.advance(by: Self.quarter) { connection.isOver }
        // What the system takes at first is progress, which the first checks see: on a busy machine, more of them.
        #expect(checks >= 4)
        #expect(connection.receivedCount < length)
    }

    @Test func `a client that reads slowly but steadily gets everything`() async throws {
        let service = try await RunningService { $0.idleTimeout = .milliseconds(100) }
        let (connection, length) = try await startRequest(service)
        let time = await readSlowly(service, connection, length: length)
        #expect(time > .seconds(10))
        #expect(connection.receivedCount >= length)
    }

    @Test func `a last answer that is read slowly is not cut`() async throws {
        let service = try await RunningService()
        let (connection, length) = try await startRequest(service, "connection: close\n")
        // Each part takes longer than a connection lingers after its last answer.
        _ = await readSlowly(service, connection, length: length)
        await connection.read(to: .max)
        #expect(connection.receivedCount > length)
        #expect(await connection.bytes().suffix(8).starts(with: "IEND".utf8))
    }
}
