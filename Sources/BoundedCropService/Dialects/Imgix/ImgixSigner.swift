internal import BoundedCrop

/// Signs and verifies imgix's URLs: `s` is the MD5, in hexadecimal digits, of the token, the path and the query without `s`.
struct ImgixSigner: Sendable {
    private let tokens: [[UInt8]]

    /// A URL with a signature.
    struct Signed {
        /// The path as it arrived, without the leading slash.
        let path: String
        /// The query without the signature; nil if there is nothing else in it.
        let query: String?
        fileprivate let signature: String

        /// Nil for a URL without a signature, or with an ambiguous one.
        init?(_ target: DialectTarget) {
            let parts = (target.query ?? "").split(separator: "&", omittingEmptySubsequences: false)
            let others = parts.filter { !$0.hasPrefix("s=") }
            guard others.count == parts.count - 1, let signature = parts.first(where: { $0.hasPrefix("s=") }) else { return nil }
            path = target.path
            query = others.isEmpty ? nil : others.joined(separator: "&")
            self.signature = String(signature.dropFirst(2))
        }
    }

    /// The first token signs, and all verify. Throws `invalidSetting` for an empty one.
    init(tokens: [String]) throws {
        try SigningKeys.check(tokens)
        self.tokens = tokens.map { Array($0.utf8) }
    }

    /// The path as it was signed; nil if the signature matches no token. A proxy may have changed its escapes, or merged its slashes.
    func signedPath(of signed: Signed) -> String? {
        guard let hash = Self.bytes(signed.signature) else { return nil }
        let repaired = PercentEncoding.decoded(signed.path).map { Self.escaped(path: ImageURL.repairingScheme($0)) }
        let query = signed.query.map { "?\($0)" } ?? ""
        return [signed.path, repaired].compactMap(\.self).first { path in
            tokens.contains { MD5.isHash(hash, of: $0 + Array("/\(path)\(query)".utf8)) }
        }
    }

    /// A picture's name escaped as imgix's clients do: all of a URL, and no slashes of a path.
    static func escaped(path image: String) -> String {
        PercentEncoding.encoded(image, keeping: image.hasPrefix("http") ? "-._~" : "-._~/&$;=@,")
    }

    private static func bytes(_ digits: String) -> [UInt8]? {
        Hexadecimal.bytes(digits).flatMap { $0.count == MD5.byteCount ? $0 : nil }
    }
}
