internal import BoundedCrop
internal import HTTPTypes

/// All grammars of a service, each at its path.
struct Grammars: Sendable {
    private let dialects: [(mount: GrammarMount, dialect: any Dialect)]
    private let limits: ImageURLLimits
    private let isUnsafe: Bool
    private let unsigned: Set<Grammar>

    /// Throws `invalidSetting` for unusable keys, and for two grammars at one path.
    init(_ configuration: ServiceConfiguration) throws {
        (limits, isUnsafe) = (configuration.urlLimits, configuration.isUnsafe)
        unsigned = Set(configuration.unsignedGrammars)
        guard Set(configuration.grammars.map(\.path)).count == configuration.grammars.count else {
            throw BoundedCropError(.invalidSetting, "two grammars have the same path: give each one its own, such as imgix:/imgix")
        }
        // The longest path first, so that a grammar at the root does not hide the others.
        dialects = try configuration.grammars.sorted { $0.path.count > $1.path.count }
            .map { ($0, try $0.grammar.dialect(configuration)) }
    }

    /// What a request asks for, if it may be answered. Throws what the dialect throws, `invalidSignature`, `limitExceeded` and `notFound`.
    func read(_ request: ServiceRequest) throws -> DialectRequest {
        try limits.check(request.target)
        for (mount, dialect) in dialects {
            guard let rest = mount.remainder(of: request.target[...]) else { continue }
            var target = DialectTarget(rest, mount: mount.path, authority: request.authority)
            (target.scheme, target.application, target.accept) = (request.scheme, request.application, request.headers[.accept])
            let asked = try dialect.read(target)
            try limits.check(asked.url)
            guard asked.isSigned || isUnsafe || unsigned.contains(mount.grammar) else {
                throw BoundedCropError(.invalidSignature, "only signed URLs are answered here")
            }
            return asked
        }
        throw BoundedCropError(.notFound, "there is nothing at this path")
    }

    /// Whether pages of all origins may read the answer to a request.
    func isShared(_ request: ServiceRequest) -> Bool {
        dialects.first { $0.mount.remainder(of: request.path) != nil }?.mount.grammar.isShared ?? false
    }
}

extension Grammar {
    /// The dialect with the keys and limits of a service. Throws `invalidSetting`.
    package func dialect(_ configuration: ServiceConfiguration) throws -> any Dialect {
        switch self {
        case .thumbor: try ThumborDialect(configuration)
        case .imgproxy: try ImgproxyDialect(configuration)
        case .iiif: IIIFDialect(configuration)
        case .cloudinary: try CloudinaryDialect(configuration)
        case .imgix: try ImgixDialect(configuration)
        case .cloudflare: CloudflareDialect(configuration)
        case .imagekit: try ImageKitDialect(configuration)
        }
    }
}
