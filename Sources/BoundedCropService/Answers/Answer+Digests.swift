internal import FoundationEssentials
internal import HTTPTypes

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
