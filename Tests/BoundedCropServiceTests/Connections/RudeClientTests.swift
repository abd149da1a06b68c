import BoundedCrop
import BoundedCropLoading
import PictureSupport
import TestSupport
import Testing

@testable import BoundedCropService

@Suite(.timeLimit(.minutes(15))) struct RudeClientTests {
    private static let photo = "orientations/obama_1.jpg"

    private func limited() async throws -> RunningService {
        try await RunningService { $0.decoding.limits.maximumBytes = 1000 }
    }

    @Test func `a body declared as too large is refused before it arrives`() async throws {
        let connection = try await RawConnection(try await limited())
        try await connection.send("POST /crop?size=10x10 HTTP/1.1\nhost: localhost\ncontent-length: 1000000000\n\n")
        let answer = await connection.receivedAll()
        #expect(answer.hasPrefix("HTTP/1.1 413") && answer.contains("bodyTooLarge") && answer.lowercased().contains("connection: close"))
    }

    @Test func `a body that becomes too large is refused while its client keeps sending`() async throws {
        let service = try await limited()
        let connection = try await RawConnection(service)
        try await connection.send("POST /detect HTTP/1.1\nhost: localhost\ntransfer-encoding: chunked\n\n")
        let chunk = "200\r\n" + String(repeating: "a", count: 0x200) + "\r\n"
        for _ in 0..<100 { try? await connection.send(Array(chunk.utf8)) }
        let answer = await connection.receivedAll()
        #expect(answer.hasPrefix("HTTP/1.1 413") && answer.contains("bodyTooLarge"))
        await until { service.metric("boundedcrop_bodies_arriving") == 0 }
    }

    @Test func `a large head is refused`() async throws {
        let connection = try await RawConnection(try await RunningService())
        try await connection.send("GET /livez HTTP/1.1\nhost: localhost\nx: \(String(repeating: "a", count: 200_000))\n\n")
        let answer = await connection.receivedAll()
        #expect(answer.hasPrefix("HTTP/1.1 431") && answer.contains("headersTooLarge"), "\(answer)")
    }

    @Test func `many headers are refused`() async throws {
        let connection = try await RawConnection(try await RunningService())
        try await connection.send("GET /livez HTTP/1.1\nhost: localhost\n\(String(repeating: "x: y\n", count: 5000))\n")
        #expect(await connection.receivedAll().hasPrefix("HTTP/1.1 431"))
    }

    @Test(arguments: [
        "hello\n\n", "GET\n\n", "GET /livez HTTP/1.1\nno colon\n\n", "GET /livez HTTP/9.9\n\n", "\u{16}\u{3}\u{1}",
        "GET /a b c HTTP/1.1\n\n",
        "POST /crop HTTP/1.1\nhost: localhost\ncontent-length: many\n\n", "PRI * HTTP/2.0\n\nSM\n\n",
    ])
    func `invalid HTTP is answered with an error`(text: String) async throws {
        let service = try await RunningService()
        let connection = try await RawConnection(service)
        try await connection.send(text)
        let answer = await connection.receivedAll()
        #expect(answer.hasPrefix("HTTP/1.1 400") && answer.contains("malformedRequest"), "\(answer)")
        #expect(try await service.get("/livez").status == 200)
    }

    @Test(arguments: [
        "POST /crop?size=9x9 HTTP/1.1\nhost: localhost\ntransfer-encoding: chunked\n\nzz\n",
        "POST /detect HTTP/1.1\nhost: localhost\ncontent-length: 9\n\nabc",
    ])
    func `an invalid or incomplete body is not processed`(text: String) async throws {
        let service = try await RunningService()
        let connection = try await RawConnection(service)
        try await connection.send(text)
        try await connection.closeOutput()
        let answer = await connection.receivedAll()
        #expect(!answer.contains(" 200 ") && !answer.contains(" 500 "), "\(answer)")
        #expect(service.metric("boundedcrop_faces_found_total") == 0)
    }

    @Test func `pipelined requests are answered in order`() async throws {
        let connection = try await RawConnection(try await RunningService())
        try await connection.send(
            "GET /unsafe/9x9/\(Self.photo) HTTP/1.1\nhost: localhost\n\nGET /livez HTTP/1.1\nhost: localhost\n\n"
                + "GET /nothing HTTP/1.1\nhost: localhost\nconnection: close\n\n"
        )
        let answers = await connection.receivedAll()
        let image = try #require(answers.firstRange(of: "HTTP/1.1 200 OK"))
        let health = try #require(answers.firstRange(of: "WORKING"))
        let missing = try #require(answers.firstRange(of: "HTTP/1.1 404 Not Found"))
        #expect(image.lowerBound < health.lowerBound && health.upperBound < missing.lowerBound)
    }

    @Test func `a request may have an absolute URL, as for a proxy`() async throws {
        let connection = try await RawConnection(try await RunningService())
        try await connection.send("GET http://localhost/unsafe/9x9/\(Self.photo) HTTP/1.1\nhost: localhost\nconnection: close\n\n")
        #expect(await connection.receivedAll().hasPrefix("HTTP/1.1 200"))
    }

    @Test func `Expect: 100-continue is answered unless the body is too large`() async throws {
        let service = try await limited()
        let head = "POST /detect HTTP/1.1\nhost: localhost\nexpect: 100-continue\ncontent-length: "
        let welcome = try await RawConnection(service)
        try await welcome.send(head + "3\n\n")
        #expect(await welcome.received { $0.contains("\r\n\r\n") }.hasPrefix("HTTP/1.1 100 Continue\r\n"))
        try await welcome.send("abc")
        #expect(await welcome.receivedAll().contains("HTTP/1.1 422"))
        let refused = try await RawConnection(service)
        try await refused.send(head + "3000\n\n")
        #expect(await refused.receivedAll().hasPrefix("HTTP/1.1 413"))
    }

    @Test(arguments: ["1.0", "1.1"])
    func `a client that closes its sending side after a request is answered`(version: String) async throws {
        let detector = HeldDetector()
        let service = try await RunningService { $0.detector = detector }
        let connection = try await RawConnection(service)
        try await connection.send("GET /unsafe/30x30/smart/\(Self.photo) HTTP/\(version)\nhost: localhost\nconnection: close\n\n")
        await detector.calls(1)
        try await connection.closeOutput()
        // The interim answer shows that the end was noticed; HTTP/1.0 has none.
        if version == "1.1" { #expect(await connection.received { $0.contains("\r\n\r\n") }.hasPrefix("HTTP/1.1 102 ")) }
        detector.open()
        let answers = await connection.receivedAll()
        #expect(answers.contains("HTTP/1.1 200 OK") && answers.contains(" 102 ") == (version == "1.1"), "\(answers.prefix(500))")
    }

    @Test func `work stops when its client disconnects`() async throws {
        let detector = HeldDetector()
        let service = try await RunningService { $0.detector = detector }
        let connection = try await RawConnection(service)
        try await connection.send("GET /unsafe/30x30/smart/\(Self.photo) HTTP/1.1\nhost: localhost\n\n")
        await detector.calls(1)
        try await connection.close()
        await until { service.metric("boundedcrop_results_awaited") == 0 }
        detector.open()
        await until { service.metric("boundedcrop_requests_inside") == 0 }
        // The stage under way was completed, and no further stage was started.
        #expect(service.metric("boundedcrop_stage_duration_seconds_count{stage=\"decode\"}") == 0)
        #expect(service.metric("boundedcrop_results_total{origin=\"made\"}") == 0)
        await until { service.metric("boundedcrop_http_requests_total{route=\"image\",status=\"499\"}") == 1 }
    }

    @Test func `queued work is dropped when its client disconnects`() async throws {
        let detector = HeldDetector()
        let service = try await RunningService {
            $0.detector = detector
            $0.workers = 1
        }
        async let first = service.get("/unsafe/30x30/smart/\(Self.photo)")
        await detector.calls(1)
        let connection = try await RawConnection(service)
        // A part of the picture, so that it does not wait for what the first one finds.
        try await connection.send("GET /unsafe/0x0:40x40/31x31/smart/\(Self.photo) HTTP/1.1\nhost: localhost\n\n")
        await until { service.metric("boundedcrop_queue_waiting") == 1 }
        try await connection.close()
        await until { service.metric("boundedcrop_queue_waiting") == 0 && service.metric("boundedcrop_requests_inside") == 1 }
        detector.open()
        #expect(try await first.status == 200)
        #expect(detector.calls == 1)
    }

    @Test func `work shared with another client continues when one disconnects`() async throws {
        let detector = HeldDetector()
        let service = try await RunningService { $0.detector = detector }
        let path = "/unsafe/30x30/smart/\(Self.photo)"
        let connection = try await RawConnection(service)
        try await connection.send("GET \(path) HTTP/1.1\nhost: localhost\n\n")
        await detector.calls(1)
        async let other = service.get(path)
        await until { service.metric("boundedcrop_results_awaited") == 2 }
        try await connection.close()
        await until { service.metric("boundedcrop_results_awaited") == 1 }
        detector.open()
        #expect(try await other.status == 200)
        #expect(detector.calls == 1)
    }

    @Test func `an upload is released immediately when its client disconnects`() async throws {
        let detector = HeldDetector()
        let service = try await RunningService { $0.detector = detector }
        let body = try Fixture.flat(40, 40).bytes
        let connection = try await RawConnection(service)
        try await connection.send("POST /crop?size=9x9 HTTP/1.1\nhost: localhost\ncontent-length: \(body.count)\n\n")
        try await connection.send(body)
        await detector.calls(1)
        try await connection.close()
        await until { service.metric("boundedcrop_bodies_arriving") == 0 }
        detector.open()
        await until { service.metric("boundedcrop_requests_inside") == 0 }
    }
}
