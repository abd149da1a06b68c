import BoundedCrop
import NIOHPACK
import NIOHTTP2
import TestSupport
import Testing

@testable import BoundedCropService

/// HTTP/2 without encryption, on the port of HTTP/1.1.
@Suite(.timeLimit(.minutes(15))) struct HTTP2Tests {
    private static let photo = "/unsafe/30x30/smart/orientations/obama_1.jpg"

    @Test func `a picture is the same over both protocols`() async throws {
        let service = try await RunningService()
        let client = try await HTTP2Client(service)
        let answer = try await client.get(Self.photo)
        let other = try await service.get(Self.photo)
        #expect(answer.status == 200 && answer.body == other.body)
        #expect(answer["content-type"] == "image/jpeg" && answer["x-boundedcrop-plan"] == other["x-boundedcrop-plan"])
        #expect(answer["connection"] == nil && answer["content-length"] == String(answer.body.count))
        let head = try await client.open("HEAD", Self.photo).finished()
        #expect(head["content-length"] == String(answer.body.count) && head.body.isEmpty)
    }

    @Test func `a picture that the client has is not sent again`() async throws {
        let client = try await HTTP2Client(try await RunningService())
        let tag = try #require(try await client.get(Self.photo)["etag"])
        for method in ["GET", "HEAD"] {
            let answer = try await client.open(HTTP2Client.head(method, Self.photo) + [("if-none-match", tag)]).finished()
            #expect(answer.status == 304 && answer.body.isEmpty && answer.isEnded && answer.reset == nil)
        }
        #expect(try await client.get(Self.photo).status == 200)
    }

    @Test func `many requests share a connection`() async throws {
        let service = try await RunningService { $0.queueLimit = 1000 }
        let client = try await HTTP2Client(service)
        try await withThrowingTaskGroup(of: Int?.self) { group in
            for number in 0..<300 { group.addTask { try await client.get("/unsafe/\(number + 1)x20/orientations/obama_1.jpg").status } }
            for try await status in group { #expect(status == 200) }
        }
        #expect(service.metric("boundedcrop_connections") == 1)
        #expect(client.goodbyes.isEmpty)
    }

    @Test func `the number of requests at once is a setting`() async throws {
        let service = try await RunningService { $0.streams = 7 }
        let client = try await HTTP2Client(service)
        _ = try await client.get("/livez")
        #expect(client.settings.last { $0.parameter == .maxConcurrentStreams }?.value == 7)
    }

    @Test func `an upload is answered`() async throws {
        let service = try await RunningService()
        let client = try await HTTP2Client(service)
        let upload = try await client.open("POST", "/crop?size=20x10&format=png", isComplete: false)
        upload.send(try Fixture.bytes("photos/biden.jpg"))
        let answer = await upload.finished()
        #expect(answer.status == 200 && answer["content-type"] == "image/png")
    }

    @Test func `an upload that waits for leave gets it`() async throws {
        let client = try await HTTP2Client(try await RunningService())
        let fields = HTTP2Client.head("POST", "/detect") + [("expect", "100-continue")]
        let upload = try await client.open(fields, isComplete: false)
        upload.send(try Fixture.bytes("photos/biden.jpg"))
        #expect(await upload.finished().status == 200)
    }

    @Test func `a refused upload does not have to be sent to its end`() async throws {
        let client = try await HTTP2Client(try await RunningService { $0.decoding.limits.maximumBytes = 1000 })
        let upload = try await client.open("POST", "/detect", isComplete: false)
        upload.send([UInt8](repeating: 1, count: 2000), isLast: false)
        await until { upload.isClosed }
        #expect(upload.status == 413 && upload.text.contains("bodyTooLarge"))
        #expect(upload.reset == .noError)
        #expect(try await client.get("/livez").status == 200)
    }

    /// A service whose detections wait until they are let go.
    private func held() async throws -> (HeldDetector, RunningService) {
        let detector = HeldDetector()
        return (detector, try await RunningService { $0.detector = detector })
    }

    @Test func `a canceled request stops, and others go on`() async throws {
        let (detector, service) = try await held()
        let client = try await HTTP2Client(service)
        let request = try await client.open(Self.photo)
        await detector.calls(1)
        request.cancel()
        await until { service.metric("boundedcrop_http_requests_total{route=\"image\",status=\"499\"}") == 1 }
        detector.open()
        #expect(try await client.get(Self.photo).status == 200)
    }

    @Test func `a client that leaves stops its requests`() async throws {
        let (detector, service) = try await held()
        let client = try await HTTP2Client(service)
        let request = try await client.open(Self.photo)
        await detector.calls(1)
        try await client.close()
        await until { service.metric("boundedcrop_http_requests_total{route=\"image\",status=\"499\"}") == 1 }
        detector.open()
        withExtendedLifetime(request) {}
    }

    @Test func `while the service ends, requests that have begun are answered`() async throws {
        let (detector, service) = try await held()
        let (client, idle) = (try await HTTP2Client(service), try await HTTP2Client(service))
        _ = try await idle.get("/livez")
        let request = try await client.open(Self.photo)
        await detector.calls(1)
        let stopped = Task { await service.stop() }
        await until { idle.isOver && client.goodbyes.count >= 2 }
        #expect(!client.isOver && Set(client.goodbyes) == [.noError] && Set(idle.goodbyes) == [.noError])
        detector.open()
        let answer = await request.finished()
        #expect(answer.status == 200 && answer.isEnded)
        await stopped.value
        await until { client.isOver }
    }

    @Test func `a connection without requests is closed after a while`() async throws {
        let service = try await RunningService()
        let client = try await HTTP2Client(service)
        #expect(try await client.get("/livez").status == 200)
        await service.clock.due(in: .seconds(60))
        service.clock.advance(by: .seconds(60))
        await until { client.isOver }
        #expect(client.goodbyes == [.noError])
    }

    @Test func `a text that begins like HTTP2 is HTTP1`() async throws {
        let connection = try await RawConnection(try await RunningService())
        try await connection.send("PRI")
        try await connection.send(" /livez HTTP/1.1\nhost: localhost\n\n")
        #expect(await connection.receivedAll().hasPrefix("HTTP/1.1 400"))
    }
}
