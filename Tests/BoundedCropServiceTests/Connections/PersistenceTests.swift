import BoundedCrop
import TestSupport
import Testing

@testable import BoundedCropService

/// Persistence of connections, and requests that break the rules.
@Suite(.timeLimit(.minutes(15))) struct PersistenceTests {
    private static let photo = "orientations/obama_1.jpg"

    private func answers(to text: String) async throws -> String {
        let connection = try await RawConnection(try await RunningService())
        try await connection.send(text)
        return await connection.receivedAll()
    }

    private func count(_ text: String) -> Int { text.matches(of: #/HTTP/1\.1 /#).count }

    @Test(arguments: [
        "GET /livez HTTP/1.1\n\n", "GET /livez HTTP/1.1\nhost: a\nhost: b\n\n", "GET /livez HTTP/1.1\nhost:\n\n",
        "GET /livez HTTP/1.1\nhost: localhost:80@evil.example\n\n", "GET http://a@b/livez HTTP/1.1\nhost: b\n\n",
        "POST /crop HTTP/1.1\nhost: a\ncontent-length: 1\ncontent-length: 2\n\na",
        "POST /crop HTTP/1.1\nhost: a\ncontent-length: 1, 2\n\na", "POST /crop HTTP/1.1\nhost: a\ncontent-length: -1\n\na",
        "POST /crop HTTP/1.1\nhost: a\ncontent-length: 1 1\n\na", "POST /crop HTTP/1.1\nhost: a\ncontent-length: 0x1\n\na",
        "POST /crop HTTP/1.1\nhost: a\ncontent-length: 1\ntransfer-encoding: chunked\n\n1\na\n0\n\n",
        "POST /crop HTTP/1.1\nhost: a\ntransfer-encoding: gzip, chunked\n\n0\n\n",
        "POST /crop HTTP/1.1\nhost: a\ncontent-length: \(String(repeating: "9", count: 400))\n\na",
        "POST /crop HTTP/1.0\ntransfer-encoding: chunked\n\n0\n\n", "GET ftp://a/b HTTP/1.1\nhost: a\n\n",
    ])
    func `an invalid request is answered with an error, and the connection is closed`(text: String) async throws {
        let answer = try await answers(to: text)
        #expect(answer.hasPrefix("HTTP/1.1 400") && answer.contains("malformedRequest") && count(answer) == 1, "\(answer)")
        for field in ["connection: close", "x-request-id: ", "date: "] {
            #expect(answer.lowercased().contains("\r\n\(field)"), "\(answer)")
        }
    }

    @Test(arguments: ["9223372036854775807", "9223372036854775808", "18446744073709551615"])
    func `the largest lengths are refused as too large`(length: String) async throws {
        let answer = try await answers(to: "POST /crop HTTP/1.1\nhost: localhost\ncontent-length: \(length)\n\na")
        #expect(answer.hasPrefix("HTTP/1.1 413") && answer.contains("bodyTooLarge"), "\(answer)")
    }

    @Test(arguments: [
        ("GET /unsafe/9x9/\(photo) HTTP/1.1\nhost: evil.example\n", 421), ("GET /metrics HTTP/1.1\nhost: evil.example\n", 421),
        ("GET /livez HTTP/1.1\nhost: evil.example\n", 200), ("GET http://evil.example/metrics HTTP/1.1\nhost: localhost\n", 421),
        ("GET http://localhost/metrics HTTP/1.1\nhost: evil.example\n", 200), ("GET /metrics HTTP/1.1\nhost: [::1]:80\n", 200),
        ("GET /metrics HTTP/1.0\n", 200), ("GET /metrics HTTP/1.0\nhost: evil.example\n", 421),
    ])
    func `the host decides, and for an absolute URL its authority`(text: String, status: Int) async throws {
        let answer = try await answers(to: text + "connection: close\n\n")
        #expect(answer.hasPrefix("HTTP/1.1 \(status)"), "\(answer)")
    }

    @Test(arguments: [
        "HTTP/1.1\nhost: a\nconnection: close", "HTTP/1.1\nhost: a\nconnection: Close", "HTTP/1.1\nhost: a\nconnection: x, Close",
        "HTTP/1.1\nhost: a\nconnection: x\nconnection: CLOSE", "HTTP/1.0", "HTTP/1.0\nconnection: close",
        "HTTP/1.1\nhost: a\nconnection: upgrade\nupgrade: h2c",
    ])
    func `the last answer says so, and nothing after it is answered`(rest: String) async throws {
        let request = "GET /livez \(rest)\n\n"
        let answer = try await answers(to: request + request)
        #expect(answer.hasPrefix("HTTP/1.1 200") && answer.hasSuffix("WORKING\n") && count(answer) == 1, "\(answer)")
        #expect(answer.lowercased().contains("\r\nconnection: close\r\n"), "\(answer)")
    }

    @Test func `an HTTP/1.0 client may keep its connection`() async throws {
        let request = "GET /livez HTTP/1.0\nconnection: Keep-Alive\n\n"
        let service = try await RunningService()
        let connection = try await RawConnection(service)
        try await connection.send(request + request)
        _ = await connection.received { $0.matches(of: #/WORKING\n/#).count == 2 }
        await service.clock.due(in: .seconds(60))
        service.clock.advance(by: .seconds(60))
        let answer = await connection.receivedAll()
        #expect(count(answer) == 2 && answer.matches(of: #/(?i)\r\nconnection: keep-alive\r\n/#).count == 2, "\(answer)")
    }

    @Test func `an invalid request after a valid one is answered after it`() async throws {
        let answer = try await answers(to: "GET /unsafe/9x9/\(Self.photo) HTTP/1.1\nhost: localhost\n\nhello\n\n")
        let image = try #require(answer.firstRange(of: "HTTP/1.1 200"))
        let problem = try #require(answer.firstRange(of: "HTTP/1.1 400"))
        #expect(image.lowerBound < problem.lowerBound && count(answer) == 2 && answer.contains("malformedRequest"))
    }

    @Test func `an invalid body that is not read closes the connection`() async throws {
        let answer = try await answers(
            to: "GET /livez HTTP/1.1\nhost: a\ntransfer-encoding: chunked\n\nzz\nGET /livez HTTP/1.1\nhost: a\n\n"
        )
        #expect(count(answer) == 1, "\(answer)")
    }
}
