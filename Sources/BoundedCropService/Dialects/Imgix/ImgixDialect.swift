internal import BoundedCrop

/// imgix's grammar: `/PICTURE?w=300&h=200&fit=crop&crop=faces`, where the picture is a path, or the escaped URL of one on the web.
package struct ImgixDialect: Dialect {
    package let limits: ImageURLLimits
    package let readsQuery = true
    private let signer: ImgixSigner?
    private let allowsUnsigned: Bool

    /// Throws `invalidSetting` for an empty token.
    package init(_ configuration: ServiceConfiguration) throws {
        limits = configuration.urlLimits
        let tokens = configuration.dialects.imgixTokens
        signer = tokens.isEmpty ? nil : try ImgixSigner(tokens: tokens)
        allowsUnsigned = tokens.isEmpty || configuration.allowsUnsafe == true || configuration.unsignedGrammars.contains(.imgix)
    }

    package func request(_ target: DialectTarget) throws -> DialectRequest {
        guard let signed = ImgixSigner.Signed(target) else {
            // A service whose only keys are these tokens does not count as one that answers unsigned URLs.
            guard allowsUnsigned else { throw BoundedCropError(.invalidSignature, "only URLs with a signature, s=…, are answered here") }
            return try request(path: target.path, query: target.query)
        }
        guard let signer else { throw BoundedCropError(.invalidSignature, "this service has no token to verify “s=…” with") }
        guard let path = signer.signedPath(of: signed) else { throw BoundedCropError(.invalidSignature, "the signature “s=…” is wrong") }
        var request = try request(path: path, query: signed.query)
        request.isSigned = true
        return request
    }

    private func request(path: String, query: String?) throws -> DialectRequest {
        guard let image = PercentEncoding.decoded(path) else { throw BoundedCropError(.invalidURL, "the path's escapes are not UTF-8") }
        guard !image.hasControlCharacters else {
            throw BoundedCropError(.invalidURL, "the path contains control characters")
        }
        guard !image.isEmpty else { throw BoundedCropError(.invalidURL, "the URL names no picture: the form is /PICTURE?w=300") }
        var reader = ImgixReader(try ImgixParameters(query ?? ""))
        return try reader.request(image: image)
    }
}
