import NIOHPACK
import NIOHTTP2
import TestSupport
import Testing

@testable import BoundedCropService

/// The rules for requests of HTTP/2, and clients that break them.
@Suite(.timeLimit(.minutes(15))) struct HTTP2RulesTests {
    struct Head: Sendable, CustomTestStringConvertible {
        let fields: [(String, String)]
        let status: Int
        let code: String
        var testDescription: String { "\(code): \(fields.map { "\($0.0)=\($0.1.prefix(30))" }.suffix(3))" }
    }

    private static func fields(_ authority: String?, _ path: String = "/metrics", _ more: [(String, String)] = []) -> [(String, String)] {
        [(":method", "GET"), (":scheme", "http"), (":path", path)] + (authority.map { [(":authority", $0)] } ?? []) + more
    }

    static let heads = [
        Head(fields: fields("foreign.test"), status: 421, code: "misdirectedRequest"),
        Head(fields: fields(nil, more: [("host", "foreign.test")]), status: 421, code: "misdirectedRequest"),
        Head(fields: fields(nil), status: 400, code: "malformedRequest"),
        Head(fields: fields("localhost", more: [("host", "foreign.test")]), status: 400, code: "malformedRequest"),
        Head(fields: fields(nil, more: [("host", "localhost"), ("host", "localhost")]), status: 400, code: "malformedRequest"),
        Head(fields: fields("user@localhost"), status: 400, code: "malformedRequest"),
        Head(fields: fields("localhost:99999"), status: 400, code: "malformedRequest"),
        Head(fields: fields("localhost", "metrics"), status: 400, code: "malformedRequest"),
        Head(fields: fields("localhost", "http://localhost/metrics"), status: 400, code: "malformedRequest"),
    ]

    private static func fields(_ authority: String?, more: [(String, String)]) -> [(String, String)] { fields(authority, "/metrics", more) }

    @Test(arguments: heads) func `an invalid head is answered, and the connection goes on`(_ head: Head) async throws {
        let client = try await HTTP2Client(try await RunningService())
        let answer = try await client.open(head.fields).finished()
        #expect(answer.status == head.status && answer.text.contains(head.code), "\(answer.text)")
        #expect(try await client.get("/livez").status == 200)
    }

    @Test(arguments: [
        [("Upper", "case")], [("connection", "close")], [("transfer-encoding", "chunked")], [(":late", "1")], [("te", "gzip")],
        [("content-length", "5")],
    ]) func `what is not HTTP2 ends the stream alone`(_ more: [(String, String)]) async throws {
        let client = try await HTTP2Client(try await RunningService())
        let request = try await client.open(HTTP2Client.head("GET", "/livez") + more)
        await until { request.isClosed }
        #expect(request.status == nil && request.reset == .protocolError)
        #expect(try await client.get("/livez").status == 200)
    }

    @Test func `a head may need several frames`() async throws {
        let connection = try await HTTP2Frames.begun(try await RunningService())
        try await connection.send(
            try HTTP2Frames.head(HTTP2Client.head("GET", "/unsafe/nothing") + [("x", String(repeating: "~", count: 79_000))])
        )
        #expect(await connection.received { $0.contains("\"code\"") }.contains("fileNotFound"))
    }

    @Test(arguments: [
        (0...1000).map { ("x-\($0)", "1") }, [("x", String(repeating: "a", count: 82_000))],
    ]) func `a large head is refused, and the connection goes on`(_ more: [(String, String)]) async throws {
        let connection = try await HTTP2Frames.begun(try await RunningService())
        try await connection.send(try HTTP2Frames.head(HTTP2Client.head("GET", "/metrics") + more))
        #expect(await connection.received { $0.contains("\"code\"") }.contains("headersTooLarge"))
        try await connection.send(try HTTP2Frames.head(HTTP2Client.head("GET", "/unsafe/nothing"), stream: 3))
        #expect(await connection.received { $0.contains("fileNotFound") }.contains("fileNotFound"))
    }

    @Test func `a head that exceeds every limit ends the connection`() async throws {
        let service = try await RunningService()
        let connection = try await HTTP2Frames.begun(service)
        try? await connection.send(
            try HTTP2Frames.head(HTTP2Client.head("GET", "/livez") + [("x", String(repeating: "~", count: 100_000))])
        )
        _ = await connection.receivedAll()
        #expect(try await service.get("/livez").status == 200)
    }

    @Test func `the heads of a connection have a common limit`() async throws {
        let service = try await RunningService { $0.queueLimit = 1000 }
        let client = try await HTTP2Client(service)
        let fields = HTTP2Client.head("POST", "/detect") + [("x", String(repeating: "a", count: 12_000))]
        var uploads: [HTTP2Exchange] = []
        for _ in 0..<95 { uploads.append(try await client.open(fields, isComplete: false)) }
        await until { uploads.last?.isEnded == true }
        #expect(uploads.first?.status == nil && uploads.last?.status == 431, "\(uploads.last?.text ?? "")")
        for upload in uploads { upload.cancel() }
        #expect(try await client.open(fields).finished().status != 431)
    }

    @Test func `fields after the body are accepted`() async throws {
        let client = try await HTTP2Client(try await RunningService())
        let upload = try await client.open("POST", "/detect", isComplete: false)
        upload.send(try Fixture.bytes("photos/biden.jpg"), isLast: false)
        upload.send(.headers(.init(headers: ["checksum": "1"], endStream: true)))
        #expect(await upload.finished().status == 200)
    }

    @Test func `fields in the middle of a body end the stream alone`() async throws {
        let connection = try await HTTP2Frames.begun(try await RunningService())
        let upload = try HTTP2Frames.head(HTTP2Client.head("POST", "/detect"), isComplete: false)
        let fields = try HTTP2Frames.head([("checksum", "1")], isComplete: false)
        let next = try HTTP2Frames.head(HTTP2Client.head("GET", "/unsafe/nothing"), stream: 3)
        try await connection.send(upload + HTTP2Frames.frame(0, stream: 1, [1, 2, 3]) + fields + next)
        let received = await connection.received { $0.contains("fileNotFound") }
        // RST_STREAM, because of an error of protocol.
        #expect(received.contains(String(decoding: HTTP2Frames.frame(3, stream: 1, [0, 0, 0, 1]), as: UTF8.self)))
    }

    @Test(arguments: [
        // Data for a request that has not begun, a setting out of range, a window that grows by nothing, a head that cannot be decoded, a
        // head that is interrupted, and a frame that is too large.
        HTTP2Frames.frame(0, stream: 5, [1]), HTTP2Frames.frame(4, [0, 5, 0, 0, 0, 1]), HTTP2Frames.frame(8, [0, 0, 0, 0]),
        HTTP2Frames.frame(1, flags: 5, stream: 1, [0xFF, 0xFF, 0xFF]),
        HTTP2Frames.frame(1, stream: 1, [0x82]) + HTTP2Frames.frame(6, [UInt8](repeating: 0, count: 8)),
        HTTP2Frames.frame(0, stream: 1, [UInt8](repeating: 0, count: 17_000)),
    ]) func `errors of the whole connection end it`(_ frames: [UInt8]) async throws {
        let service = try await RunningService()
        let connection = try await HTTP2Frames.begun(service)
        try await connection.send(frames)
        _ = await connection.receivedAll()
        #expect(try await service.get("/livez").status == 200)
    }
}
