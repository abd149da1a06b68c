internal import BoundedCrop

/// thumbor's grammar: `/unsafe/300x200/smart/PICTURE`, or with a signature in place of `unsafe`.
package struct ThumborDialect: Dialect {
    package let limits: ImageURLLimits
    private let signer: URLSigner?
    private let presets: [CropPreset]

    /// Throws `invalidSetting` for an empty key.
    package init(_ configuration: ServiceConfiguration) throws {
        (limits, presets) = (configuration.urlLimits, configuration.presets)
        signer = configuration.keys.isEmpty ? nil : try URLSigner(keys: configuration.keys, algorithm: configuration.algorithm)
    }

    package func request(_ target: DialectTarget) throws -> DialectRequest {
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
        let url = try ImageURL(instructions: instructions, limits: .none)
        try limits.check(url)
        var request = try DialectRequest(url.extractingFocalRegion().withPresetSize(presets))
        request.isSigned = path.authorization != .unsafe
        return request
    }

    /// Writes a request as the path and query of a URL, percent-encoded, without the mount and the leading slash, and signed if there is a
    /// key.
    ///
    /// - Throws: `invalidArgument` for a picture whose name begins like a part of a URL; `urlTooLong`.
    package func write(_ request: DialectRequest) throws -> String {
        let url = try request.thumborURL()
        let instructions = url.description
        guard try ImageURL(instructions: instructions, limits: limits) == url else {
            throw BoundedCropError(
                .invalidArgument,
                "thumbor has no words for “\(request.image.prefix(80))”: the name of the picture begins like a part of a URL"
            )
        }
        return "\(signer?.signature(of: instructions) ?? "unsafe")/\(instructions)"
    }
}
