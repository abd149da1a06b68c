internal import BoundedCrop
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import NIOHTTPTypes

/// A request as the routes see it.
struct ServiceRequest: Sendable {
    let method: HTTPRequest.Method
    /// As in the request line: percent-encoded, with its query.
    let target: String
    let headers: HTTPFields
    let body: RequestBody
    let client: String
    let id: String
    private let channel: any Channel

    init(_ request: Request, _ context: ServiceContext) {
        method = request.method
        target = Self.target(request.head.path ?? "/")
        headers = request.headers
        body = request.body
        client = context.client
        channel = context.channel
        id = Self.id(request.headers[.requestID])
    }

    /// Without its query.
    var path: Substring { target.prefix { $0 != "?" } }

    /// The query, decoded; a name may come several times.
    var query: [(name: String, value: String)] {
        target.drop { $0 != "?" }.dropFirst().split(separator: "&").map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1).map { part in
                PercentEncoding.decoded(part.replacing("+", with: "%20")) ?? String(part)
            }
            return (parts.first ?? "", parts.count == 2 ? parts[1] : "")
        }
    }

    /// As the client says; nil where it does not.
    var bodyLength: Int? { headers[.contentLength].flatMap { Int($0) } }

    /// All of the body. Throws `bodyTooLarge` before more has been read, `malformedRequest` for one that is shorter than announced.
    func bytes(limit: Int) async throws -> [UInt8] {
        let error = BoundedCropError(.bodyTooLarge, "the body is larger than the limit of \(limit) bytes")
        if let bodyLength, bodyLength > limit { throw error }
        if headers[.expect]?.lowercased() == "100-continue" {
            try await channel.writeAndFlush(HTTPResponsePart.head(HTTPResponse(status: .continue))).get()
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(bodyLength ?? 0)
        for try await buffer in body {
            guard bytes.count + buffer.readableBytes <= limit else { throw error }
            bytes += buffer.readableBytesView
        }
        try Task.checkCancellation()
        if let bodyLength, bytes.count < bodyLength {
            throw BoundedCropError(.malformedRequest, "the body ended after \(bytes.count) bytes of \(bodyLength)")
        }
        return bytes
    }

    /// A new name for a request.
    static func makeID() -> String { String(UInt64.random(in: 0...UInt64.max), radix: 36) }

    /// Path and query, of a whole URL too, as clients send it to proxies (RFC 9112, 3.2.2).
    private static func target(_ target: String) -> String {
        guard !target.hasPrefix("/"), let scheme = target.firstRange(of: "://") else { return target }
        let path = target[scheme.upperBound...].drop { $0 != "/" && $0 != "?" }
        return path.hasPrefix("/") ? String(path) : "/" + path
    }

    /// What the client calls the request, where that can stand in a log; otherwise a new name.
    private static func id(_ given: String?) -> String {
        if let given, (1...128).contains(given.utf8.count), given.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) { return given }
        return makeID()
    }
}

extension HTTPField.Name {
    static let requestID = named("X-Request-ID")
    static let plan = named("X-BoundedCrop-Plan")
    static let ignoredFilters = named("X-BoundedCrop-Ignored-Filters")

    private static func named(_ text: String) -> Self {
        guard let name = Self(text) else { preconditionFailure("\(text) cannot be the name of a header field") }
        return name
    }
}
