import BoundedCrop
import NIOHTTP1
import TestSupport
import Testing

@testable import BoundedCropService

/// RFC 9112, 3.2, 6 and 9.3.
@Suite(.timeLimit(.minutes(15))) struct RequestHeadRulesTests {
    private func head(
        _ target: String = "/",
        _ fields: [(String, String)] = [("Host", "localhost")],
        version: HTTPVersion = .http1_1,
        method: HTTPMethod = .GET
    ) -> HTTPRequestHead {
        HTTPRequestHead(version: version, method: method, uri: target, headers: HTTPHeaders(fields))
    }

    @Test(arguments: [
        [], [("Host", "a"), ("Host", "b")], [("Host", "a"), ("host", "a")], [("Host", "")], [("Host", "a@b")], [("Host", "a:b")],
        [("Host", "a:65536")], [("Host", "[::1].evil.example")], [("Host", "a/b")], [("Host", "a b")], [("Host", "a, b")],
        [("Host", "[a]")], [("Host", "[::1%lo]")], [("Host", String(repeating: "a", count: 254))],
    ])
    func `a request must have exactly one valid host`(fields: [(String, String)]) {
        expectError(.malformedRequest) { _ = try RequestHeadRules.checked(head("/", fields)) }
    }

    @Test(arguments: ["a", "a:80", "a:", "A.example.com:65535", "[::1]:80", "[2001:db8::1]", "127.0.0.1", "a_b.internal"])
    func `a host may be a name or an address, with or without a port`(host: String) throws {
        #expect(try RequestHeadRules.checked(head("/", [("Host", host)])).headers["host"] == [host])
    }

    @Test func `HTTP/1.0 requires no host but allows only one`() throws {
        #expect(try RequestHeadRules.checked(head("/", [], version: .http1_0)).headers["host"].isEmpty)
        expectError(.malformedRequest) { _ = try RequestHeadRules.checked(head("/", [("Host", "a"), ("Host", "b")], version: .http1_0)) }
    }

    @Test(arguments: [
        ("http://a.example/b?c", "a.example", "/b?c"), ("HTTP://a.example:80", "a.example:80", "/"), ("https://a?b", "a", "/?b"),
        ("/http://a/b", "localhost", "/http://a/b"), ("//a/b", "localhost", "//a/b"),
    ])
    func `the authority of an absolute URL takes precedence`(target: String, host: String, path: String) throws {
        let checked = try RequestHeadRules.checked(head(target))
        #expect(checked.headers["host"] == [host] && checked.uri == path)
    }

    @Test(arguments: ["http://", "http:///a", "http://u@a/b", "http://u:p@a/b", "http://a:99999/", "ftp://a/b", "a/b", "*", "", "http:/a"])
    func `a target that is neither a path nor a URL is refused`(target: String) {
        expectError(.malformedRequest) { _ = try RequestHeadRules.checked(head(target)) }
    }

    @Test(arguments: [
        ("Transfer-Encoding", "gzip, chunked"), ("Transfer-Encoding", "identity"), ("Transfer-Encoding", "chunked, chunked"),
        ("Content-Length", "-1"), ("Content-Length", "+1"), ("Content-Length", "1 1"), ("Content-Length", "1, 1"),
        ("Content-Length", "0x1"),
    ])
    func `the end of a body must be unambiguous`(name: String, value: String) {
        expectError(.malformedRequest) { _ = try RequestHeadRules.checked(head("/", [("Host", "a"), (name, value)])) }
    }

    @Test(arguments: ["9223372036854775808", "18446744073709551615", String(repeating: "9", count: 400)])
    func `a body whose length overflows is too large`(length: String) {
        expectError(.bodyTooLarge) { _ = try RequestHeadRules.checked(head("/", [("Host", "a"), ("Content-Length", length)])) }
    }

    @Test(
        arguments: [
            (HTTPVersion.http1_1, nil, nil), (.http1_1, "keep-alive", nil), (.http1_1, "close", "close"), (.http1_1, "Close", "close"),
            (.http1_0, nil, "close"), (.http1_0, "Keep-Alive", "keep-alive"), (.http1_0, "close", "close"),
        ] as [(HTTPVersion, String?, String?)]
    )
    func `the Connection field is normalized`(version: HTTPVersion, given: String?, expected: String?) throws {
        let fields = [("Host", "a")] + (given.map { [("Connection", $0)] } ?? [])
        #expect(try RequestHeadRules.checked(head("/", fields, version: version)).headers["connection"] == (expected.map { [$0] } ?? []))
    }

    @Test func `no request may follow an upgrade`() throws {
        let upgrade = [("Host", "a"), ("Connection", "upgrade"), ("Upgrade", "websocket")]
        #expect(try RequestHeadRules.checked(head("/", upgrade)).headers["connection"] == ["close"])
        #expect(try RequestHeadRules.checked(head("a:443", method: .CONNECT)).headers["connection"] == ["close"])
    }
}
