internal import BoundedCrop
internal import HTTPTypes

extension Answer {
    /// The answer, or 304 for a client that has it, with an entity tag of its content. Clients keep it, and ask each time whether it is still
    /// the same.
    ///
    /// Throws `preconditionFailed` where the client requires another content.
    func revalidated(for request: HTTPFields) throws -> Answer {
        let tag = "\"\(Fingerprint.text(ofDigest: body.digest(.sha256)).prefix(32))\""
        let isKnown = try Preconditions(headers: request).isNotModified(tag: tag, lastModified: nil)
        var answer = isKnown ? Answer(status: .notModified) : self
        answer.headers[.eTag] = tag
        answer.headers[.cacheControl] = "no-cache"
        return answer
    }
}
