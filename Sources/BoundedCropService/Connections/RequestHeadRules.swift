internal import BoundedCrop
internal import NIOHTTP1

/// The rules of RFC 9112 for the head of a request that go beyond the grammar, which the parser checks.
enum RequestHeadRules {
    /// The maximum size of a head.
    static let mostBytes = 80 << 10
    /// The maximum number of its fields.
    static let mostFields = 1000

    /// The head as the rest of the service sees it: a path as its target, the effective authority as its Host, and a `Connection` header
    /// that is `close` where no request follows, `keep-alive` where an HTTP/1.0 client asks for it, and otherwise missing.
    ///
    /// Throws `malformedRequest`, or `bodyTooLarge` for a length that does not fit into a number.
    static func checked(_ head: HTTPRequestHead) throws -> HTTPRequestHead {
        var head = head
        try checkHost(head)
        try checkFraming(head)
        try resolveTarget(&head)
        resolvePersistence(&head)
        return head
    }

    /// RFC 9112, 3.2.
    private static func checkHost(_ head: HTTPRequestHead) throws {
        let hosts = head.headers["host"]
        guard hosts.count <= 1 else { throw malformed("a request has one Host, not \(hosts.count)") }
        guard let host = hosts.first else {
            guard head.version == .http1_0 else { throw malformed("the request has no Host") }
            return
        }
        guard RequestAuthority(host) != nil else { throw malformed("“\(host.prefix(200))” is not a valid Host") }
    }

    /// RFC 9112, 6.1 to 6.3: the end of a body must be unambiguous.
    private static func checkFraming(_ head: HTTPRequestHead) throws {
        let codings = head.headers["transfer-encoding"]
        if let coding = codings.first {
            guard codings.count == 1, coding.trimmingSpaces().lowercased() == "chunked" else {
                throw malformed("the only supported transfer coding is chunked")
            }
            guard head.version != .http1_0 else { throw malformed("HTTP/1.0 has no transfer codings") }
        }
        for length in head.headers["content-length"] {
            guard length.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { throw malformed("Content-Length is not a number") }
            guard Int(length) != nil else {
                throw BoundedCropError(.bodyTooLarge, "a body of \(length) bytes is larger than any limit")
            }
        }
    }

    /// RFC 9112, 3.2.2: if the target is a whole URL, as sent to proxies, its authority replaces Host.
    private static func resolveTarget(_ head: inout HTTPRequestHead) throws {
        let target = head.uri
        guard !target.hasPrefix("/"), target != "*" || head.method != .OPTIONS else { return }
        if head.method == .CONNECT {
            // No path supports CONNECT, so it is answered as an unsupported method.
            head.uri = "/"
            return
        }
        guard let scheme = ["http://", "https://"].first(where: { target.prefix($0.count).lowercased() == $0 }) else {
            throw malformed("the target of the request is neither a path nor a URL")
        }
        let rest = target.dropFirst(scheme.count)
        let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        guard RequestAuthority(authority) != nil else { throw malformed("“\(authority.prefix(200))” is not a valid host of a URL") }
        let path = rest.dropFirst(authority.count)
        head.uri = path.hasPrefix("/") ? String(path) : "/" + path
        head.headers.replaceOrAdd(name: "host", value: String(authority))
    }

    /// RFC 9112, 9.3. The parser has already read the list, in any case.
    private static func resolvePersistence(_ head: inout HTTPRequestHead) {
        // What follows an upgrade is not HTTP, and the parser has stopped.
        let isUpgrade = head.method == .CONNECT || head.headers.contains(name: "upgrade")
        let isLast = isUpgrade || !head.isKeepAlive
        let isOld = head.version == .http1_0
        guard isLast || isOld || head.headers.contains(name: "connection") else { return }
        head.headers.remove(name: "connection")
        if isLast {
            head.headers.add(name: "connection", value: "close")
        } else if isOld {
            head.headers.add(name: "connection", value: "keep-alive")
        }
        // HTTP/1.0 does not have `Expect` (RFC 9110, 10.1.1).
        if isOld { head.headers.remove(name: "expect") }
    }

    private static func malformed(_ message: String) -> BoundedCropError { BoundedCropError(.malformedRequest, message) }
}
