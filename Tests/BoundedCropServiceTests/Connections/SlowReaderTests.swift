import BoundedCrop
import TestSupport
import Testing

@testable import BoundedCropService

@Suite(.timeLimit(.minutes(15))) struct SlowReaderTests {
    /// An answer of several megabytes.
    private static let path = "/unsafe/1100x1100/filters:format(png)/orientations/obama_1.jpg"

    private func startRequest(_ service: RunningService) async throws -> (RawConnection, length: Int) {
        // Computed beforehand, so that only reading takes time.
        let length = try await service.get(Self.path).body.count
        #expect(length > 1_000_000)
        let connection = try await RawConnection(service, reads: false)
        try await connection.send("GET \(Self.path) HTTP/1.1\nhost: localhost\n\n")
        return (connection, length)
    }

    @Test func `a client that reads nothing is disconnected`() async throws {
        let service = try await RunningService {
            // Long enough that both connections are seen on a busy machine.
            $0.writeTimeout = .seconds(3)
            $0.idleTimeout = .seconds(600)
        }
        let (connection, length) = try await startRequest(service)
        // The connection of the first request is still open.
        await until { service.metric("boundedcrop_connections") == 2 }
        await until { service.metric("boundedcrop_connections") == 1 }
        #expect(connection.receivedCount < length)
    }

    @Test func `a client that reads slowly but steadily gets everything`() async throws {
        let service = try await RunningService {
            $0.writeTimeout = .seconds(20)
            $0.idleTimeout = .milliseconds(100)
        }
        let (connection, length) = try await startRequest(service)
        let start = ContinuousClock.now
        while connection.receivedCount < length, !connection.isOver {
            connection.read()
            // Simulates a slow client.
            try await Task.sleep(for: .milliseconds(20))
        }
        #expect(connection.receivedCount > length)
        #expect(ContinuousClock.now - start > .milliseconds(300))
    }

    @Test func `a last answer that is read slowly is not cut`() async throws {
        let service = try await RunningService()
        _ = try await service.get(Self.path)
        let connection = try await RawConnection(service, reads: false)
        try await connection.send("GET \(Self.path) HTTP/1.1\nhost: localhost\nconnection: close\n\n")
        // Longer than a connection lingers after its last answer.
        try await Task.sleep(for: .milliseconds(2500))
        while !connection.isOver {
            connection.read()
            try await Task.sleep(for: .milliseconds(1))
        }
        #expect(connection.receivedCount > 1_000_000)
        #expect(await connection.receivedAll().contains("IEND"))
    }
}
