import BoundedCrop
import TestSupport
import Testing

@testable import BoundedCropService

@Suite(.timeLimit(.minutes(15))) struct ConnectionLimitTests {
    private static let health = "GET /livez HTTP/1.1\nhost: localhost\n\n"

    private func service() async throws -> RunningService {
        try await RunningService { $0.connections = 8 }
    }

    @Test func `connections above the limit wait until others end`() async throws {
        let service = try await service()
        var silent: [RawConnection] = []
        for _ in 0..<20 { silent.append(try await RawConnection(service)) }
        await until { service.metric("boundedcrop_connections") >= 8 }
        let waiting = try await RawConnection(service)
        try await waiting.send(Self.health)
        // Allows for connections accepted in one batch.
        #expect(service.metric("boundedcrop_connections") < 8 + 4)
        for connection in silent { try await connection.close() }
        #expect(await waiting.received { $0.hasSuffix("WORKING\n") }.hasPrefix("HTTP/1.1 200"))
    }

    @Test func `idle connections make room for new ones`() async throws {
        let service = try await service()
        // Those that leave must not wait for the clock.
        service.clock.skipFarewells()
        var kept: [RawConnection] = []
        for _ in 0..<30 {
            let connection = try await RawConnection(service)
            try await connection.send(Self.health)
            #expect(await connection.received { $0.hasSuffix("WORKING\n") }.hasPrefix("HTTP/1.1 200"))
            kept.append(connection)
        }
        withExtendedLifetime(kept) {}
    }
}
