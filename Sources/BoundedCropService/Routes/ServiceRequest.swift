internal import BoundedCrop
internal import HTTPTypes
internal import Hummingbird

/// A request as the routes see it.
struct ServiceRequest: Sendable {
    let method: HTTPRequest.Method
    /// As in the request line: percent-encoded, with its query.
    let target: String
    let headers: HTTPFields
    let body: RequestBody
    let client: String
    let id: String

    init(_ request: Request, client: String) {
        method = request.method
        target = request.head.path ?? "/"
        headers = request.headers
        body = request.body
        self.client = client
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

    /// All of the body. Throws `bodyTooLarge` before more has been read.
    func bytes(limit: Int) async throws -> [UInt8] {
        let error = BoundedCropError(.bodyTooLarge, "the body is larger than the limit of \(limit) bytes")
        if let length = headers[.contentLength].flatMap({ Int($0) }), length > limit { throw error }
        var bytes: [UInt8] = []
        for try await buffer in body {
            guard bytes.count + buffer.readableBytes <= limit else { throw error }
            bytes += buffer.readableBytesView
        }
        return bytes
    }

    /// What the client calls the request, where that can stand in a log; otherwise a new name.
    private static func id(_ given: String?) -> String {
        if let given, (1...128).contains(given.utf8.count), given.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) { return given }
        return String(UInt64.random(in: 0...UInt64.max), radix: 36)
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
