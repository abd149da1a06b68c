internal import BoundedCrop
internal import FoundationEssentials
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// What a request is answered with.
struct Answer: Sendable {
    var status: HTTPResponse.Status = .ok
    var headers = HTTPFields()
    private(set) var body = AnswerBytes([])

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

    /// Without a body, as 304 has to be.
    init(status: HTTPResponse.Status) {
        self.status = status
    }

    /// Adds the plan of the picture, where it is short enough: proxies refuse headers that do not fit into the 4 KB that they keep for all.
    mutating func addPlan(_ text: String) {
        if !text.isEmpty, text.utf8.count <= 3000 { headers[.plan] = text }
    }

    /// The answer to HEAD has all headers of the one to GET, and no body.
    /// - Parameter eventLoop: the connection's.
    func response(to method: HTTPRequest.Method, on eventLoop: any EventLoop) -> Response {
        var headers = headers
        if status != .notModified { headers[.contentLength] = String(body.count) }
        guard method == .head || status == .notModified else {
            return Response(status: status, headers: headers, body: body.sent(on: eventLoop))
        }
        return Response(status: status, headers: headers, body: ResponseBody(contentLength: body.count) { try await $0.finish(nil) })
    }
}

extension AnswerBytes {
    /// As much as is given to the connection at once; the next part waits until the client has read most of it.
    private static let partLength = 65_536

    /// The body as it is sent: parts of the one buffer, which stays counted until the last is on its way.
    fileprivate func sent(on eventLoop: any EventLoop) -> ResponseBody {
        guard count > Self.partLength else { return ResponseBody(byteBuffer: buffer) }
        return ResponseBody(contentLength: count) { writer in
            var rest = self.buffer
            while let part = rest.readSlice(length: min(Self.partLength, rest.readableBytes)), part.readableBytes > 0 {
                try await writer.write(part)
                // Only after its turn is it known whether the connection takes more: many parts could be on their way before.
                try await eventLoop.submit {}.get()
            }
            try await writer.finish(nil)
        }
    }
}
