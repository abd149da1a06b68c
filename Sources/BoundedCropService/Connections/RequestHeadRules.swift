internal import BoundedCrop
internal import NIOHTTP1

/// What RFC 9112 demands of the head of a request beyond its grammar, which the parser knows.
enum RequestHeadRules {
    /// The head as the rest of the service sees it: the path as its target, the authority that counts as its Host, and a `Connection` that
    /// is `close` where nothing follows, `keep-alive` where a client of HTTP/1.0 asks for that, and otherwise missing.
    ///
    /// Throws `malformedRequest`, or `bodyTooLarge` for a length that no number holds.
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
        guard hosts.count <= 1 else { throw malformed("there is one Host in a request, not \(hosts.count)") }
        guard let host = hosts.first else {
            guard head.version == .http1_0 else { throw malformed("there is no Host in the request") }
            return
        }
        guard RequestAuthority(host) != nil else { throw malformed("“\(host.prefix(200))” cannot be a Host") }
    }

    /// RFC 9112, 6.1 to 6.3: where a body ends must be beyond doubt.
    private static func checkFraming(_ head: HTTPRequestHead) throws {
        let codings = head.headers["transfer-encoding"]
        if let coding = codings.first {
            guard codings.count == 1, coding.trimmingSpaces().lowercased() == "chunked" else {
                throw malformed("the only transfer coding that is known here is chunked")
            }
            guard head.version != .http1_0 else { throw malformed("there are no transfer codings in HTTP/1.0") }
        }
        for length in head.headers["content-length"] {
            guard length.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { throw malformed("Content-Length is no number") }
            guard Int(length) != nil else {
                throw BoundedCropError(.bodyTooLarge, "a body of \(length) bytes is larger than any limit")
            }
        }
    }

    /// RFC 9112, 3.2.2: of a whole URL, as it is sent to proxies, the authority counts, and Host does not.
    private static func resolveTarget(_ head: inout HTTPRequestHead) throws {
        let target = head.uri
        guard !target.hasPrefix("/"), target != "*" || head.method != .OPTIONS else { return }
        if head.method == .CONNECT {
            // No method of any path: answered as such.
            head.uri = "/"
            return
        }
        guard let scheme = ["http://", "https://"].first(where: { target.prefix($0.count).lowercased() == $0 }) else {
            throw malformed("the target of the request is neither a path nor a URL")
        }
        let rest = target.dropFirst(scheme.count)
        let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        guard RequestAuthority(authority) != nil else { throw malformed("“\(authority.prefix(200))” cannot be the host of a URL") }
        let path = rest.dropFirst(authority.count)
        head.uri = path.hasPrefix("/") ? String(path) : "/" + path
        head.headers.replaceOrAdd(name: "host", value: String(authority))
    }

    /// RFC 9112, 9.3. The parser has read the list, in whatever case it is written.
    private static func resolvePersistence(_ head: inout HTTPRequestHead) {
        // What would follow is no HTTP, and the parser has stopped.
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
        // HTTP/1.0 does not know it (RFC 9110, 10.1.1).
        if isOld { head.headers.remove(name: "expect") }
    }

    private static func malformed(_ message: String) -> BoundedCropError { BoundedCropError(.malformedRequest, message) }
}
