internal import BoundedCrop
internal import HTTPTypes

/// All grammars of a service, each at its path.
struct Grammars: Sendable {
    private let dialects: [(mount: GrammarMount, dialect: any Dialect)]
    private let unsigned: Set<Grammar>

    /// Throws `invalidSetting` for unusable keys, and for two grammars at one path.
    init(_ configuration: ServiceConfiguration) throws {
        unsigned = Set(Grammar.allCases.filter { configuration.allowsUnsigned($0) })
        guard Set(configuration.grammars.map(\.path)).count == configuration.grammars.count else {
            throw BoundedCropError(.invalidSetting, "two grammars have the same path: give each one its own, such as imgix:/imgix")
        }
        // The longest path first, so that a grammar at the root does not hide the others.
        dialects = try configuration.grammars.sorted { $0.path.count > $1.path.count }
            .map { ($0, try $0.grammar.dialect(configuration)) }
    }

    /// What a request asks for, if it may be answered. Throws what the dialect throws, `invalidSignature` and `notFound`.
    func read(_ request: ServiceRequest) throws -> DialectRequest {
        for (mount, dialect) in dialects {
            guard let rest = mount.remainder(of: request.target[...]) else { continue }
            var target = DialectTarget(rest, mount: mount.path, authority: request.authority)
            (target.scheme, target.application, target.accept) = (request.scheme, request.application, request.headers[.accept])
            let asked = try dialect.read(target)
            guard asked.isSigned || unsigned.contains(mount.grammar) else {
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
