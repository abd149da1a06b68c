internal import BoundedCrop

/// Decides which image URLs are answered: signed ones, and unsigned ones where they are allowed.
struct URLAuthorization {
    private let limits: ImageURLLimits
    private let isUnsafe: Bool
    private let signer: URLSigner?

    /// Throws `invalidSetting` for an empty key.
    init(_ configuration: ServiceConfiguration) throws {
        (limits, isUnsafe) = (configuration.urlLimits, configuration.isUnsafe)
        signer = configuration.keys.isEmpty ? nil : try URLSigner(keys: configuration.keys, algorithm: configuration.algorithm)
    }

    /// The instructions of an image URL that may be answered. Throws `invalidSignature`, `notFound` and `limitExceeded`.
    func instructions(of request: ServiceRequest) throws -> String {
        // Checked before the signature, which takes several times as long as parsing the path.
        try limits.check(request.target)
        let path = RequestPath(request.target)
        switch path.authorization {
        case .unsafe:
            guard isUnsafe else {
                throw BoundedCropError(.invalidSignature, "only signed URLs are answered here")
            }
            return path.instructions
        case .signature:
            guard let signer else { throw BoundedCropError(.invalidSignature, "this service has no key to verify signatures") }
            guard let instructions = signer.signedInstructions(of: path) else {
                throw BoundedCropError(.invalidSignature, "the signature is wrong")
            }
            return instructions
        case .missing:
            guard request.path.dropFirst().contains("/") else { throw BoundedCropError(.notFound, "there is nothing at this path") }
            throw BoundedCropError(.invalidSignature, "the URL must begin with a signature or with unsafe")
        }
    }
}
