internal import BoundedCrop
internal import HTTPTypes

/// The rules of RFC 9113 for the head of a request that go beyond those that the HTTP/2 library checks, with the limits of
/// `RequestHeadRules`.
enum StreamHeadRules {
    private static let hostField = HTTPField.Name.named("Host")

    /// The head as the rest of the service sees it: with a path as its target, an authority, and no Host.
    ///
    /// Throws `malformedRequest`, or `headersTooLarge`.
    static func checked(_ head: HTTPRequest, isEncrypted: Bool) throws -> HTTPRequest {
        try checkSize(head)
        var head = head
        let hosts = head.headerFields[values: hostField]
        head.headerFields[hostField] = nil
        head.authority = try authority(head, hosts)
        // No path supports CONNECT, so it is answered as an unsupported method.
        let path = head.method == .connect ? "/" : head.path ?? ""
        guard path.hasPrefix("/") || (path == "*" && head.method == .options) else {
            throw malformed("the :path of the request is not a path")
        }
        head.path = path
        head.scheme = isEncrypted ? "https" : "http"
        return head
    }

    /// A client that sends no `:authority` passes on a request of HTTP/1.1 with its Host (RFC 9113, 8.3.1).
    private static func authority(_ head: HTTPRequest, _ hosts: [String]) throws -> String {
        guard hosts.count <= 1 else { throw malformed("a request has one Host, not \(hosts.count)") }
        guard let authority = head.authority ?? hosts.first else { throw malformed("the request has neither :authority nor Host") }
        guard let asked = RequestAuthority(authority) else { throw malformed("“\(authority.prefix(200))” is not a valid :authority") }
        if let host = hosts.first, RequestAuthority(host) != asked {
            throw malformed("the Host “\(host.prefix(200))” is not the :authority “\(authority.prefix(200))”")
        }
        return authority
    }

    /// The length of the path and of all fields.
    static func byteCount(_ head: HTTPRequest) -> Int {
        head.headerFields.reduce(head.path?.utf8.count ?? 0) { $0 + $1.name.rawName.utf8.count + $1.value.utf8.count }
    }

    private static func checkSize(_ head: HTTPRequest) throws {
        let (count, size) = (head.headerFields.count, byteCount(head))
        let (mostCount, mostSize) = (RequestHeadRules.mostFields, RequestHeadRules.mostBytes)
        guard count <= mostCount, size <= mostSize else {
            throw BoundedCropError(
                .headersTooLarge,
                "\(count) header fields with \(size) bytes exceed the limit of \(mostCount) with \(mostSize)"
            )
        }
    }

    private static func malformed(_ message: String) -> BoundedCropError { BoundedCropError(.malformedRequest, message) }
}
