internal import BoundedCrop
internal import FoundationEssentials
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// What a request is answered with.
struct Answer: Sendable {
    var status: HTTPResponse.Status = .ok
    var headers = HTTPFields()
    var bytes: [UInt8] = []

    init(status: HTTPResponse.Status = .ok, type: String, bytes: [UInt8]) {
        self.status = status
        self.bytes = bytes
        headers[.contentType] = type
        headers[.xContentTypeOptions] = "nosniff"
    }

    init(status: HTTPResponse.Status = .ok, json: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        self.init(status: status, type: "application/json", bytes: Array(try encoder.encode(json)))
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
    func response(to method: HTTPRequest.Method) -> Response {
        var headers = headers
        if status != .notModified { headers[.contentLength] = String(bytes.count) }
        guard method == .head || status == .notModified else {
            return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
        }
        return Response(status: status, headers: headers, body: ResponseBody(contentLength: bytes.count) { try await $0.finish(nil) })
    }
}
