internal import BoundedCrop

/// thumbor's grammar: `/unsafe/300x200/smart/PICTURE`, or with a signature in place of `unsafe`.
package struct ThumborDialect: Dialect {
    private let limits: ImageURLLimits
    private let signer: URLSigner?

    /// Throws `invalidSetting` for an empty key.
    package init(_ configuration: ServiceConfiguration) throws {
        limits = configuration.urlLimits
        signer = configuration.keys.isEmpty ? nil : try URLSigner(keys: configuration.keys, algorithm: configuration.algorithm)
    }

    package func read(_ target: DialectTarget) throws -> DialectRequest {
        // Checked before the signature, which takes several times as long as parsing the path.
        try limits.check(target.text)
        let path = RequestPath(target.text)
        var instructions = path.instructions
        switch path.authorization {
        case .unsafe: break
        case .signature:
            guard let signer else { throw BoundedCropError(.invalidSignature, "this service has no key to verify signatures") }
            guard let signed = signer.signedInstructions(of: path) else {
                throw BoundedCropError(.invalidSignature, "the signature is wrong")
            }
            instructions = signed
        case .missing:
            guard target.path.contains("/") else { throw BoundedCropError(.notFound, "there is nothing at this path") }
            throw BoundedCropError(.invalidSignature, "the URL must begin with a signature or with unsafe")
        }
        var request = DialectRequest(try ImageURL(instructions: instructions, limits: limits))
        request.isSigned = path.authorization != .unsafe
        return request
    }

    package func write(_ url: ImageURL) throws -> String {
        let instructions = url.description
        return "\(signer?.signature(of: instructions) ?? "unsafe")/\(instructions)"
    }
}
