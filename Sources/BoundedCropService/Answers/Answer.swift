internal import BoundedCrop
internal import FoundationEssentials
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// The answer to a request.
struct Answer: Sendable {
    var status: HTTPResponse.Status = .ok
    var headers = HTTPFields()
    var body = AnswerBytes([])
    /// Whether the answer is, or confirms, a picture that other sites may show. A 304 says nothing of its type, but the fields of the answer
    /// that a client has are replaced with those of the 304.
    var isPicture = false

    init(status: HTTPResponse.Status = .ok, type: String, bytes: [UInt8]) {
        self.init(status: status, type: type, body: AnswerBytes(bytes))
    }

    init(status: HTTPResponse.Status = .ok, type: String, body: AnswerBytes) {
        self.status = status
        self.body = body
        headers[.contentType] = type
        headers[.xContentTypeOptions] = "nosniff"
    }

    init(status: HTTPResponse.Status = .ok, json: some Encodable) throws {
        self.init(status: status, type: "application/json", bytes: Array(try JSONText.data(json)))
    }

    /// An answer without a body, as 304 requires.
    init(status: HTTPResponse.Status) {
        self.status = status
    }

    /// Adds the picture's plan if it is short enough: proxies refuse headers that exceed their limit, often 4 KB in total.
    mutating func addPlan(_ text: String) {
        if !text.isEmpty, text.utf8.count <= 3000 { headers[.plan] = text }
    }

    /// Adds how many places redactions covered; nothing for nil.
    mutating func addCovered(_ covered: Int?) { headers[.covered] = covered.map { String($0) } }

    /// Adds the picture's placeholder as JSON, about 130 bytes; nothing for nil.
    mutating func add(_ placeholder: Placeholder?) throws {
        headers[.placeholder] = try placeholder.map { try JSONText.text($0) }
    }

    /// Adds names to `Vary`: fields of the request that the answer depends on.
    mutating func vary(by names: [String]) {
        headers[.vary] = ((headers[.vary].map { [$0] } ?? []) + names).joined(separator: ", ")
    }

    /// The response. For HEAD it has all headers of the GET response, and no body.
    ///
    /// - Parameter eventLoop: The connection's event loop.
    func response(to method: HTTPRequest.Method, on eventLoop: any EventLoop) -> Response {
        var headers = headers
        let hasNoContent = [.notModified, .noContent].contains(status)
        if !hasNoContent { headers[.contentLength] = String(body.count) }
        guard method == .head || hasNoContent else {
            return Response(status: status, headers: headers, body: body.sent(on: eventLoop))
        }
        return Response(status: status, headers: headers, body: ResponseBody(contentLength: body.count) { try await $0.finish(nil) })
    }
}

extension AnswerBytes {
    /// The number of bytes passed to the connection at once. The next part waits until the client has read most of it.
    private static let partLength = 65_536

    /// The body as it is sent: parts of one shared buffer, which is counted until the last part has been passed on.
    fileprivate func sent(on eventLoop: any EventLoop) -> ResponseBody {
        guard count > Self.partLength else { return ResponseBody(byteBuffer: buffer) }
        return ResponseBody(contentLength: count) { writer in
            var rest = self.buffer
            while let part = rest.readSlice(length: min(Self.partLength, rest.readableBytes)), part.readableBytes > 0 {
                try await writer.write(part)
                // Backpressure is known only after the event loop's next turn; without this, many parts could be queued before.
                try await eventLoop.submit {}.get()
            }
            try await writer.finish(nil)
        }
    }
}
