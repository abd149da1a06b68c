import TestSupport
import Testing

@testable import BoundedCropService

@Suite(.timeLimit(.minutes(15))) struct SlowClientTests {
    private static let photo = "orientations/obama_1.jpg"

    @Test func `a head that never ends is cut off, however slowly it arrives`() async throws {
        let service = try await RunningService()
        let connection = try await RawConnection(service)
        try await connection.send("GET /livez HTTP/1.1\nhost: localhost\n")
        await service.clock.due(in: .seconds(10))
        for _ in 0..<100 {
            try? await connection.send("x: y\n")
            service.clock.advance(by: .milliseconds(100))
        }
        let answer = await connection.receivedAll()
        #expect(answer.isEmpty || answer.hasPrefix("HTTP/1.1 431"))
        #expect(try await service.get("/livez").status == 200)
    }

    @Test func `a new connection without a request is closed`() async throws {
        let service = try await RunningService()
        let connection = try await RawConnection(service)
        await service.clock.due(in: .seconds(10))
        service.clock.advance(by: .seconds(10))
        #expect(await connection.receivedAll().isEmpty)
    }

    @Test func `an idle connection is closed`() async throws {
        let service = try await RunningService()
        let connection = try await RawConnection(service)
        try await connection.send("GET /livez HTTP/1.1\nhost: localhost\n\n")
        await service.clock.due(in: .seconds(60))
        service.clock.advance(by: .seconds(60))
        #expect(await connection.receivedAll().hasSuffix("WORKING\n"))
    }

    @Test func `a body that never ends is cut off and occupies no place for work`() async throws {
        let service = try await RunningService()
        let connection = try await RawConnection(service)
        try await connection.send("POST /crop?size=10x10 HTTP/1.1\nhost: localhost\ncontent-length: 1000\n\nabc")
        await until { service.metric("boundedcrop_bodies_arriving") == 1 }
        #expect(service.metric("boundedcrop_requests_inside") == 0)
        service.clock.advance(by: .seconds(10))
        let answer = await connection.receivedAll()
        #expect(!answer.contains(" 200 "))
        await until { service.metric("boundedcrop_bodies_arriving") == 0 }
    }

    @Test func `a connection is not idle while an answer is being prepared`() async throws {
        let detector = HeldDetector()
        let service = try await RunningService {
            $0.detector = detector
            // A connection is idle after 60 seconds.
            $0.deadline = .seconds(600)
        }
        let connection = try await RawConnection(service)
        // The first answer starts the idle time; the second request ends it.
        try await connection.send(
            "GET /livez HTTP/1.1\nhost: localhost\n\nGET /unsafe/9x9/smart/\(Self.photo) HTTP/1.1\nhost: localhost\n\n"
        )
        await detector.calls(1)
        let other = try await RawConnection(service)
        try await other.send("GET /livez HTTP/1.1\nhost: localhost\n\n")
        await service.clock.due(in: .seconds(60))
        service.clock.advance(by: .seconds(60))
        _ = await other.receivedAll()
        detector.open()
        #expect(await connection.received { $0.contains("image/jpeg") }.contains("Content-Type: image/jpeg"))
    }

    @Test func `many slow clients do not block others`() async throws {
        let service = try await RunningService()
        var slow: [RawConnection] = []
        for number in 0..<200 {
            let connection = try await RawConnection(service)
            try await connection.send(
                number.isMultiple(of: 2) ? "GET /unsafe/9x9/" : "POST /crop HTTP/1.1\nhost: localhost\ncontent-length: 9\n\n1"
            )
            slow.append(connection)
        }
        #expect(try await service.get("/unsafe/20x20/\(Self.photo)").status == 200)
        withExtendedLifetime(slow) {}
    }
}
