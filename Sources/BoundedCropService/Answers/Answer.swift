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

extension Answer {
    /// Adds the digests that a client asks for (RFC 9530): `Content-Digest` of what is sent, and `Repr-Digest` of the whole file, also where
    /// only a part of it is sent, or nothing.
    mutating func addDigests(for request: HTTPFields, method: HTTPRequest.Method) {
        guard ![.notModified, .noContent].contains(status) else { return }
        if let algorithm = DigestAlgorithm(wanted: request[.wantContentDigest]) {
            // HEAD sends nothing, which is what RFC 9530, B.2, has the digest of.
            headers[.contentDigest] = Self.text(algorithm, method == .head ? AnswerBytes([]) : body)
        }
        if [.ok, .partialContent].contains(status), let algorithm = DigestAlgorithm(wanted: request[.wantReprDigest]) {
            headers[.reprDigest] = Self.text(algorithm, body.whole ?? body)
        }
    }

    private static func text(_ algorithm: DigestAlgorithm, _ bytes: AnswerBytes) -> String {
        "\(algorithm.rawValue)=:\(Data(bytes.digest(algorithm)).base64EncodedString()):"
    }
}

extension HTTPField.Name {
    static let contentDigest = named("Content-Digest")
    static let reprDigest = named("Repr-Digest")
    static let wantContentDigest = named("Want-Content-Digest")
    static let wantReprDigest = named("Want-Repr-Digest")
}

extension Answer {
    /// The part of the answer that a request asks for, or all of it (RFC 9110, 14).
    ///
    /// Only GET has ranges; HEAD answers what GET without `Range` would. Conditions have been evaluated before.
    /// - Throws: `unsatisfiableRange`, with an `UnsatisfiableRange`.
    func ranged(for request: ServiceRequest) throws -> Answer {
        guard status == .ok, headers[.eTag] != nil else { return self }
        var answer = self
        answer.headers[.acceptRanges] = "bytes"
        guard request.method == .get else { return answer }
        return try answer.part(request.headers)
    }

    private func part(_ request: HTTPFields) throws -> Answer {
        guard isCurrent(request[.ifRange]), let range = request[.range].flatMap(ByteRange.init) else { return self }
        guard let bytes = range.bytes(of: body.count) else {
            throw BoundedCropError(
                .unsatisfiableRange,
                "the range is outside of the answer, which has \(body.count) bytes",
                underlying: UnsatisfiableRange(length: body.count)
            )
        }
        var part = self
        part.status = .partialContent
        part.headers[.contentRange] = "bytes \(bytes.lowerBound)-\(bytes.upperBound - 1)/\(body.count)"
        part.body = body.part(bytes)
        return part
    }

    /// Whether the client's earlier part belongs to this answer (RFC 9110, 13.1.5). Weak tags and dates do not tell: the date is that of the
    /// original, of which other settings make another answer.
    private func isCurrent(_ validator: String?) -> Bool {
        validator.map { $0.readPart.trimmingSpaces() == headers[.eTag] } ?? true
    }
}

/// A range that selects nothing of a file.
struct UnsatisfiableRange: Error, Hashable {
    /// The bytes of the file.
    let length: Int

    /// The value of `Content-Range` in the answer.
    var contentRange: String { "bytes */\(length)" }
}

extension Answer {
    /// The answer, or 304 for a client that has it, with an entity tag of its content. Clients keep it, and ask each time whether it is still
    /// the same.
    ///
    /// Throws `preconditionFailed` where the client requires another content.
    func revalidated(for request: HTTPFields) throws -> Answer {
        let tag = "\"\(Hexadecimal.text(body.digest(.sha256)).prefix(32))\""
        let isKnown = try Preconditions(headers: request).isNotModified(tag: tag, lastModified: nil)
        var answer = isKnown ? Answer(status: .notModified) : self
        answer.headers[.eTag] = tag
        answer.headers[.cacheControl] = "no-cache"
        return answer
    }
}

extension Answer {
    /// Lets pages of all origins read the answer (Fetch, 3.2).
    mutating func share() {
        headers[.accessControlAllowOrigin] = "*"
        headers[.accessControlExposeHeaders] = "Link"
        headers[.crossOriginResourcePolicy] = "cross-origin"
    }

    /// What a browser asks for before a request that a page could not make otherwise: whether the page may.
    static let preflight: Answer = {
        var answer = Answer(status: .noContent)
        answer.headers[.allow] = "GET, HEAD, OPTIONS"
        answer.headers[.accessControlAllowMethods] = "GET, HEAD, OPTIONS"
        answer.headers[.accessControlAllowHeaders] = "*"
        answer.headers[.accessControlMaxAge] = "86400"
        return answer
    }()

    /// 303 See Other.
    init(redirectingTo url: String) {
        self.init(status: .seeOther)
        headers[.location] = url
    }
}

extension CropRecord {
    /// The record as JSON for a header, where the landmarks, most of a feature's length, are left out.
    func headerText() throws -> String {
        var record = self
        for index in record.plan.features.indices { record.plan.features[index].feature.landmarks = nil }
        return try JSONText.text(record)
    }
}

/// What cannot be honored, as the value of a header field.
enum IgnoredWords {
    /// The most bytes of the value, besides the mark of a list that is cut: proxies refuse long fields.
    private static let most = 1000

    /// The words, each cut to 80 characters, with what a field cannot have percent-encoded. `...` ends a list that is too long.
    static func headerText(_ words: [String]) -> String {
        var text = ""
        for word in words {
            let start = String(String.UnicodeScalarView(word.unicodeScalars.prefix(80)))
            let encoded = PercentEncoding.encoded(start, keeping: PercentEncoding.plain + "?", keepingEscapes: true)
            guard text.utf8.count + encoded.utf8.count + 2 <= most else { return text + ", ..." }
            text += text.isEmpty ? encoded : ", " + encoded
        }
        return text
    }
}
