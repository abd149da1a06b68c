import NIOHPACK
import NIOHTTP2
import TestSupport
import Testing

@testable import BoundedCropService

/// The rules and limits of HTTP/2 connections, and clients that break them.
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
        Head(
            fields: fields("localhost", more: (0...1000).map { ("x-\($0)", "1") }),
            status: 431,
            code: "headersTooLarge"
        ),
        Head(
            fields: fields("localhost", more: [("x", String(repeating: "a", count: 82_000))]),
            status: 431,
            code: "headersTooLarge"
        ),
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

    @Test func `a head that exceeds every limit ends the connection`() async throws {
        let client = try await HTTP2Client(try await RunningService())
        _ = try await client.open(HTTP2Client.head("GET", "/livez") + (0..<40).map { ("x-\($0)", String(repeating: "~", count: 4000)) })
        await until { client.isOver }
    }

    @Test func `a flood of canceled requests ends the connection`() async throws {
        let service = try await RunningService()
        let client = try await HTTP2Client(service)
        for _ in 0..<2000 where !client.isOver { try? await client.open("/livez").cancel() }
        await until { client.isOver }
        #expect(Set(client.goodbyes).isSubset(of: [.enhanceYourCalm]))
        #expect(try await service.get("/livez").status == 200)
    }

    @Test func `a flood of pings ends the connection`() async throws {
        let client = try await HTTP2Client(try await RunningService())
        for number in 0..<2000 { client.send(.ping(HTTP2PingData(withInteger: UInt64(number)), ack: false)) }
        await until { client.isOver }
        // The reason may be lost: the connection is closed while the flood still arrives.
        #expect(Set(client.goodbyes).isSubset(of: [.enhanceYourCalm]))
    }

    /// A frame: its length, type, flags and stream (RFC 9113, 4.1).
    private func frame(_ type: UInt8, flags: UInt8 = 0, stream: UInt8 = 0, _ payload: [UInt8] = []) -> [UInt8] {
        [UInt8(payload.count >> 16 & 255), UInt8(payload.count >> 8 & 255), UInt8(payload.count & 255), type, flags, 0, 0, 0, stream]
            + payload
    }

    @Test func `a head without an end ends the connection`() async throws {
        let service = try await RunningService()
        let connection = try await RawConnection(service)
        try await connection.send(Array(ProtocolChoice.preface.utf8) + frame(4) + frame(1, stream: 1, [0x82]))
        for _ in 0..<10 { try? await connection.send(frame(9, stream: 1, [0x00, 1, 0x61, 1, 0x62])) }
        _ = await connection.receivedAll()
        #expect(try await service.get("/livez").status == 200)
    }

    @Test func `a body that does not arrive ends its request alone`() async throws {
        let client = try await HTTP2Client(
            try await RunningService {
                $0.requestTimeout = .milliseconds(200)
                $0.idleTimeout = .seconds(600)
            }
        )
        let request = try await client.open("POST", "/detect", isComplete: false)
        await until { request.isClosed }
        #expect(try await client.get("/livez").status == 200)
    }

    @Test func `a connection without a request is closed`() async throws {
        let service = try await RunningService {
            $0.requestTimeout = .milliseconds(200)
            $0.idleTimeout = .seconds(600)
        }
        let client = try await HTTP2Client(service)
        await until { client.isOver }
        #expect(service.metric("boundedcrop_connections") == 0)
    }

    @Test func `a client that takes nothing of its answers is disconnected`() async throws {
        let service = try await RunningService {
            $0.writeTimeout = .milliseconds(300)
            $0.idleTimeout = .seconds(600)
        }
        let client = try await HTTP2Client(service)
        let path = "/unsafe/1100x1100/filters:format(png)/orientations/obama_1.jpg"
        let request = try await client.open(path, reads: false)
        await until { client.isOver }
        #expect(!request.isEnded)
    }
}
