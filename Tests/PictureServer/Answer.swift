internal import Hummingbird

/// The response of a `PictureServer` to a request: correct, incorrect, or cut off.
package struct Answer: Sendable {
    package var status: Int
    package var headers: [String: String]
    package var body: [UInt8]
    /// What to wait for before the head is sent.
    package var gate: ServerGate?
    /// After how many bytes of the body to wait, and for what.
    package var pause: (after: Int, gate: ServerGate)?
    /// After how many bytes of the body to cut the connection.
    package var cut: Int?
    /// The declared length; if negative, none is declared and the body is sent in chunks.
    package var claimedLength: Int?
    /// Whether requests for ranges are answered with ranges.
    package var sendsRanges = false

    package init(status: Int = 200, headers: [String: String] = [:], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// A file, with validators if they are given.
    package static func picture(
        _ bytes: [UInt8],
        entityTag: String? = nil,
        lastModified: String? = nil,
        cacheControl: String? = nil
    ) -> Answer {
        var headers = ["content-type": "image/jpeg"]
        headers["etag"] = entityTag
        headers["last-modified"] = lastModified
        headers["cache-control"] = cacheControl
        return Answer(headers: headers, body: bytes)
    }

    /// A redirect.
    package static func redirect(_ target: String, status: Int = 302) -> Answer {
        Answer(status: status, headers: ["location": target])
    }

    /// A changed copy of this answer.
    package func with(_ change: (inout Answer) -> Void) -> Answer {
        var answer = self
        change(&answer)
        return answer
    }

    /// The answer after the request's conditions and ranges have been applied.
    func applying(_ request: PictureServer.Request) -> Answer {
        guard status == 200 else { return self }
        let tag = headers["etag"]
        let date = headers["last-modified"]
        if let validator = request.headers["if-none-match"] {
            if validator == tag { return notModified }
        } else if let validator = request.headers["if-modified-since"], validator == date {
            return notModified
        }
        guard sendsRanges, let range = request.headers["range"], range.hasPrefix("bytes="), range.hasSuffix("-"),
            let start = Int(range.dropFirst(6).dropLast())
        else { return self }
        if let condition = request.headers["if-range"], condition != tag, condition != date { return self }
        var answer = self
        guard start < body.count else {
            (answer.status, answer.body) = (416, [])
            return answer
        }
        answer.status = 206
        answer.headers["content-range"] = "bytes \(start)-\(body.count - 1)/\(body.count)"
        answer.body = Array(body[start...])
        return answer
    }

    private var notModified: Answer {
        with { ($0.status, $0.body, $0.claimedLength, $0.cut, $0.pause) = (304, [], nil, nil, nil) }
    }

    private struct Cut: Error {}

    var response: Response {
        get async {
            await gate?.pass()
            var fields = HTTPFields()
            for (name, value) in headers {
                if let name = HTTPFields.Element.Name(name) { fields[name] = value }
            }
            let status = HTTPResponse.Status(code: status)
            guard pause != nil || cut != nil || claimedLength != nil else {
                return Response(status: status, headers: fields, body: ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
            }
            let claimed = claimedLength ?? body.count
            if claimed >= 0 { fields[.contentLength] = String(claimed) }
            return Response(status: status, headers: fields, body: ResponseBody { writer in try await write(to: &writer) })
        }
    }

    private func write(to writer: inout any ResponseBodyWriter) async throws {
        let end = min(cut ?? body.count, body.count)
        let middle = min(pause?.after ?? end, end)
        if middle > 0 { try await writer.write(ByteBuffer(bytes: body[..<middle])) }
        if let pause { await pause.gate.pass() }
        if end > middle { try await writer.write(ByteBuffer(bytes: body[middle..<end])) }
        // An error closes the connection: there is no other way to send a body that is shorter than declared.
        if cut != nil || (claimedLength ?? 0) > body.count { throw Cut() }
        try await writer.finish(nil)
    }
}
