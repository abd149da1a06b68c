internal import BoundedCrop
internal import HTTPTypes

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
