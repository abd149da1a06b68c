internal import BoundedCrop

/// Cloudinary's delivery URLs: `[CLOUD/]image/fetch/[SIGNATURE/][TRANSFORMATIONS/]URL`, and `image/upload` for pictures of the folder.
package struct CloudinaryDialect: Dialect {
    package let limits: ImageURLLimits
    private let signer: CloudinarySigner?
    private let named: NamedTransformations

    /// Throws `invalidSetting` for an empty secret and for invalid transformations.
    package init(_ configuration: ServiceConfiguration) throws {
        let secrets = configuration.dialects.cloudinarySecrets
        limits = configuration.urlLimits
        signer = secrets.isEmpty ? nil : try CloudinarySigner(secrets: secrets)
        named = try NamedTransformations(configuration.dialects.cloudinaryTransformations, prefix: "t_", separator: "/") {
            _ = try Self.chain($0)
        }
    }

    package func request(_ target: DialectTarget) throws -> DialectRequest {
        var path = try CloudinaryPath(target.path)
        let isSigned = try verify(&path)
        // As in other grammars, a query that no signature covers is left out of a signed URL.
        let image = try path.image(query: isSigned ? nil : target.query)
        let (chain, ignored) = try Self.chain(named.expanded(path.components))
        var request = chain.request(for: image)
        (request.isSigned, request.ignored) = (isSigned, ignored)
        return request
    }

    /// The steps that components mean, and what cannot be honored of them.
    private static func chain(_ components: [String]) throws -> (TransformationChain, ignored: [String]) {
        var parts: [(component: CloudinaryComponent, layer: CloudinaryLayer?)] = []
        var rest = try components.map { try CloudinaryComponent($0) }[...]
        while let component = rest.first {
            let layer = try CloudinaryLayer(&rest)
            if layer == nil { rest.removeFirst() }
            parts.append((component, layer))
        }
        // Clients write the density of the result as a component of its own.
        let sizing = parts.lastIndex { $0.layer == nil && $0.component.hasSides }
        var isShared = false
        for index in parts.indices where parts[index].layer == nil {
            guard let sizing, let density = parts[index].component.removeDensityOfOthers() else { continue }
            if parts[sizing].component.add(density: density) { isShared = true }
        }
        var chain = TransformationChain()
        var ignored: [String] = []
        var density = 1.0
        for (index, part) in parts.enumerated() {
            if let layer = part.layer {
                chain.append(try layer.step(on: chain.sides, density: density))
                continue
            }
            var component = part.component
            component.density = density
            chain.append(try component.step(&chain.file))
            ignored += component.ignored
            // It is that of what follows, too.
            if index == sizing, isShared { density = component.density }
        }
        return (chain, ignored)
    }

    /// Whether the path has a valid signature; the path becomes the one that was signed.
    private func verify(_ path: inout CloudinaryPath) throws -> Bool {
        guard let signature = path.signature else { return false }
        guard let signer else { throw BoundedCropError(.invalidSignature, "this service has no secret to verify signatures") }
        guard let signed = signer.signedText(signature, path) else { throw BoundedCropError(.invalidSignature, "the signature is wrong") }
        if signed != path.signedText { try path.replaceRest(with: signed) }
        return true
    }
}
