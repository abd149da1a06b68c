internal import BoundedCrop
internal import BoundedCropRendering

/// ImageKit's URLs: `[ID/]tr:w-300,fo-face/PATH`, or `[ID/]PATH?tr=w-300,fo-face`.
package struct ImageKitDialect: Dialect {
    package let limits: ImageURLLimits
    private let signer: ImageKitSigner?
    private let id: String
    private let named: NamedTransformations

    /// Throws `invalidSetting` for an empty key and for invalid transformations.
    package init(_ configuration: ServiceConfiguration) throws {
        let keys = configuration.dialects.imageKitKeys
        limits = configuration.urlLimits
        signer = keys.isEmpty ? nil : try ImageKitSigner(keys: keys)
        id = configuration.dialects.imageKitID
        named = try NamedTransformations(configuration.dialects.imageKitTransformations, prefix: "n-", separator: ":") {
            _ = try Self.chain($0)
        }
    }

    package func request(_ target: DialectTarget) throws -> DialectRequest {
        let text = id.isEmpty || !target.text.hasPrefix(id + "/") ? target.text[...] : target.text.dropFirst(id.count + 1)
        let signed = try ImageKitSigner.Signed(text)
        var covered = signed.text
        if signed.signature != nil {
            guard let signer else { throw BoundedCropError(.invalidSignature, "this service has no key to verify signatures") }
            guard let form = signer.signedText(signed) else { throw BoundedCropError(.invalidSignature, "the signature is wrong") }
            covered = form
        }
        var request = try request(ImageKitPath(covered), expiry: signed.expiry)
        request.isSigned = signed.signature != nil
        return request
    }

    private func request(_ path: ImageKitPath, expiry: Int?) throws -> DialectRequest {
        var (chain, ignored) = try Self.chain(named.expanded(path.steps))
        if path.isAttachment { chain.file.delivery.isAttachment = true }
        if let name = path.fileName { chain.file.delivery.fileName = name }
        if let expiry { chain.file.delivery.expiry = expiry }
        var request = chain.request(for: path.image)
        // As at ImageKit, nothing else counts beside orig-true.
        if request.delivery.isRaw { request.request = RenderRequest() }
        request.ignored = ignored
        // Those of f-auto.
        request.negotiated = [.avif, .webp]
        return request
    }

    /// What steps mean together, and what cannot be honored of them.
    private static func chain(_ steps: [String]) throws -> (TransformationChain, ignored: [String]) {
        var chain = TransformationChain()
        var ignored: [String] = []
        for text in steps {
            var step = try ImageKitStep(text)
            for part in try step.steps(&chain.file) { chain.append(part) }
            if let layer = step.layer { chain.append(try layer.step(on: chain.sides)) }
            ignored += step.ignored
        }
        return (chain, ignored)
    }
}
