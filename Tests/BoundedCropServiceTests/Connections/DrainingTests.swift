import BoundedCrop
import NIOCore
import NIOEmbedded
import TestSupport
import Testing

@testable import BoundedCropService

/// Graceful shutdown of a service.
@Suite(.timeLimit(.minutes(15))) struct DrainingTests {
    private static let photo = "orientations/obama_1.jpg"
    private static let health = "GET /readyz HTTP/1.1\nhost: localhost\n\n"
    /// How long idle connections are kept for requests that are on their way.
    private static let grace = Duration.milliseconds(100)

    @Test func `idle connections are closed immediately`() async throws {
        let service = try await RunningService()
        let (kept, new) = (try await RawConnection(service), try await RawConnection(service))
        try await kept.send(Self.health)
        _ = await kept.received { $0.hasSuffix("WORKING\n") }
        await service.clock.due(in: .seconds(10))
        service.askToEnd()
        await service.clock.due(in: Self.grace, count: 2)
        // They may be asked again, when the service no longer listens.
        let times = await service.clock.advance(by: Self.grace) { kept.isOver && new.isOver }
        #expect(times < 5)
        #expect(await kept.receivedAll().hasSuffix("WORKING\n"))
        #expect(await new.receivedAll().isEmpty)
        await service.ended()
    }

    @Test func `further answers close their connections, and the service ends after pending ones`() async throws {
        let detector = HeldDetector()
        let service = try await RunningService { $0.detector = detector }
        let connection = try await RawConnection(service)
        try await connection.send("GET /unsafe/30x30/smart/\(Self.photo) HTTP/1.1\nhost: localhost\n\n")
        await detector.calls(1)
        let stopped = Task { await service.stop() }
        var answer = ""
        while !answer.contains("DRAINING") {
            let probe = try await RawConnection(service)
            try await probe.send(Self.health)
            answer = await probe.received { $0.hasSuffix("ING\n") }
            if answer.contains("DRAINING") { answer = await probe.receivedAll() }
        }
        #expect(answer.hasPrefix("HTTP/1.1 503") && answer.lowercased().contains("\r\nconnection: close\r\n"))
        detector.open()
        let picture = await connection.receivedAll()
        #expect(picture.hasPrefix("HTTP/1.1 200") && picture.lowercased().contains("\r\nconnection: close\r\n"))
        await stopped.value
    }

    @Test func `requests that are on their way are answered`() async throws {
        let service = try await RunningService()
        var kept: [RawConnection] = []
        for _ in 0..<12 {
            let connection = try await RawConnection(service)
            try await connection.send(Self.health)
            _ = await connection.received { $0.hasSuffix("WORKING\n") }
            kept.append(connection)
        }
        service.askToEnd()
        await service.clock.due(in: Self.grace, count: kept.count)
        for connection in kept { try await connection.send(Self.health) }
        for connection in kept {
            let answers = await connection.receivedAll()
            #expect(answers.matches(of: #/(WORK|DRAIN)ING\n/#).count == 2, "\(answers)")
        }
        await service.stop()
    }

    @Test func `an answer that nobody reads ends with the time limit`() async throws {
        let service = try await RunningService {
            // Longer than the deadline, which is 30 seconds.
            $0.writeTimeout = .seconds(600)
        }
        let connection = try await RawConnection(service, reads: false)
        try await connection.send("GET /unsafe/1100x1100/filters:format(png)/\(Self.photo) HTTP/1.1\nhost: localhost\n\n")
        await service.clock.due(in: .seconds(150))
        service.askToEnd()
        // That of the service, and that of the connection.
        await service.clock.due(in: .seconds(30), count: 2)
        service.clock.advance(by: .seconds(30))
        await service.ended()
    }

    @Test func `under load it ends as soon as pending requests are answered`() async throws {
        let detector = HeldDetector()
        let service = try await RunningService { $0.detector = detector }
        let held = try await RawConnection(service)
        try await held.send("GET /unsafe/30x30/smart/\(Self.photo) HTTP/1.1\nhost: localhost\n\n")
        await detector.calls(1)
        let count = Counter()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for client in 0..<3 {
                group.addTask {
                    // Runs until the service stops listening; there is always a request under way.
                    while let connection = try? await RawConnection(service) {
                        count.enter()
                        let size = 10 + count.total % 400
                        try? await connection.send(
                            "GET /unsafe/\(size)x\(20 + client)/\(Self.photo) HTTP/1.1\nhost: localhost\nconnection: close\n\n"
                        )
                        _ = await connection.receivedAll()
                    }
                }
            }
            await until { count.total > 10 }
            let stopped = Task { await service.stop() }
            // It listens until then.
            await until { count.total > 20 }
            detector.open()
            await stopped.value
            #expect(await held.receivedAll().hasPrefix("HTTP/1.1 200"))
            try await group.waitForAll()
        }
    }

    @Test func `connections that are left when the service has ended are closed, and so are later ones`() throws {
        let connections = OpenConnections(limit: 9, clock: ManualClock())
        let channels = (0..<4).map { _ in EmbeddedChannel() }
        for channel in channels {
            try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 80)).wait()
            if channel !== channels[3] { connections.entered(channel) }
        }
        connections.works(channels[1])
        connections.rests(channels[2])
        #expect(channels.map(\.isActive) == [true, true, true, true])
        connections.closeAll()
        #expect(channels.map(\.isActive) == [false, false, false, true])
        connections.entered(channels[3])
        #expect(!channels[3].isActive)
    }
}
