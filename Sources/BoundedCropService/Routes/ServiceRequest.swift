internal import BoundedCrop
internal import BoundedCropLoading
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import NIOHTTPTypes
internal import NIOPosix

/// A request as the routes see it.
struct ServiceRequest: Sendable {
    let method: HTTPRequest.Method
    /// The target of the request line: percent-encoded, with its query.
    let target: String
    /// The requested host, with its port; nil where an HTTP/1.0 client does not send it.
    let authority: String?
    /// The scheme of the connection: `http` or `https`.
    let scheme: String
    /// The path of the service in an application of someone else, with a leading slash; empty for the root.
    let application: String
    let headers: HTTPFields
    let body: RequestBody
    let client: String
    let id: String
    /// The connection; nil in an application of someone else, whose connections are its own.
    let channel: (any Channel)?
    /// Follows the work on the request.
    let stages: RequestStages

    init(_ request: Request, target: String, client: String, channel: (any Channel)?, tracer: StageTracer, application: String = "") {
        method = request.method
        self.target = target
        authority = request.head.authority
        scheme = request.head.scheme == "https" ? "https" : "http"
        self.application = application
        headers = request.headers
        body = request.body
        self.client = client
        self.channel = channel
        stages = RequestStages(tracer: tracer.resolved)
        id = Self.id(request.headers[.requestID])
    }

    /// The connection's event loop; any one if the connection is not the service's.
    var eventLoop: any EventLoop { channel?.eventLoop ?? MultiThreadedEventLoopGroup.singleton.any() }

    /// The path without the query.
    var path: Substring { target.prefix { $0 != "?" } }

    /// The decoded query; a name may occur several times.
    var query: [(name: String, value: String)] {
        target.drop { $0 != "?" }.dropFirst().split(separator: "&").map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1).map { part in
                PercentEncoding.decoded(part.replacing("+", with: "%20")) ?? String(part)
            }
            return (parts.first ?? "", parts.count == 2 ? parts[1] : "")
        }
    }

    /// The body length that the client announces; nil if it does not.
    var bodyLength: Int? { headers[.contentLength].flatMap { Int($0) } }

    /// The whole body. Throws `bodyTooLarge` before reading more than the limit, `malformedRequest` for a body shorter than announced, and
    /// `queueFull` if other bodies leave no memory for it.
    func bytes(limit: Int, memory: BodyMemory.Share) async throws -> [UInt8] {
        let error = BoundedCropError(.bodyTooLarge, "the body is larger than the limit of \(limit) bytes")
        if let bodyLength, bodyLength > limit { throw error }
        if let channel, headers[.expect]?.lowercased() == "100-continue" {
            try await channel.writeAndFlush(HTTPResponsePart.head(HTTPResponse(status: .continue))).get()
        }
        var bytes: [UInt8] = []
        var capacity = 0
        for try await buffer in body {
            let count = bytes.count + buffer.readableBytes
            guard count <= limit else { throw error }
            if count > capacity {
                // Grow in steps, by the bytes received, not by the announced length.
                let step = max(count, min(max(2 * capacity, 64 << 10), bodyLength ?? limit))
                try memory.grow(by: step - capacity)
                capacity = step
                bytes.reserveCapacity(capacity)
            }
            bytes += buffer.readableBytesView
        }
        try Task.checkCancellation()
        if let bodyLength, bytes.count < bodyLength {
            throw BoundedCropError(.malformedRequest, "the body ended after \(bytes.count) bytes of \(bodyLength)")
        }
        return bytes
    }

    /// A new request ID.
    static func makeID() -> String { String(UInt64.random(in: 0...UInt64.max), radix: 36) }

    /// The client's request ID if it is safe to log; otherwise a new one.
    private static func id(_ given: String?) -> String {
        if let given, (1...128).contains(given.utf8.count), given.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) { return given }
        return makeID()
    }
}

extension HTTPField.Name {
    static let requestID = named("X-Request-ID")
    static let plan = named("X-BoundedCrop-Plan")
    /// The name of the picture in a body, percent-encoded, for its corrections; empty for a picture that is not corrected.
    static let picture = named("X-BoundedCrop-Picture")
    static let placeholder = named("X-BoundedCrop-Placeholder")
    static let covered = named("X-BoundedCrop-Covered")
    /// Relations to other resources (RFC 8288).
    static let link = named("Link")
    /// Which origins may use the answer (Fetch, 3.7).
    static let crossOriginResourcePolicy = named("Cross-Origin-Resource-Policy")
    static let ignoredFilters = named("X-BoundedCrop-Ignored-Filters")

    static func named(_ text: String) -> Self {
        guard let name = Self(text) else { preconditionFailure("\(text) cannot be the name of a header field") }
        return name
    }
}
