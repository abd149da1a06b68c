internal import BoundedCrop

/// Reads URLs outside of requests, as a service with these settings would.
package struct URLReader: Sendable {
    private let configuration: ServiceConfiguration
    private let dialects: [(mount: GrammarMount, dialect: any Dialect)]

    /// What a URL asks for, and where it stood.
    package struct Reading: Sendable {
        /// The grammar of the URL.
        package let grammar: Grammar
        /// What the URL asks for; what cannot be honored includes unknown filters.
        package let request: DialectRequest
        let parts: URLParts
    }

    /// Creates a reader of some grammars. If several paths fit a URL, the longest one counts.
    ///
    /// - Throws: `invalidSetting` for unusable keys.
    package init(_ configuration: ServiceConfiguration, of mounts: [GrammarMount]) throws {
        self.configuration = configuration
        dialects = try mounts.sorted { $0.path.count > $1.path.count }.map { ($0, try $0.grammar.dialect(configuration)) }
    }

    /// Reads a URL, with or without its scheme and host. An unsigned one is read if its grammar has no key, or if the service would answer
    /// it even so.
    ///
    /// - Throws: What the dialect throws; `notFound` outside of all paths; `invalidSignature`; `invalidFilter`; `unknownFilter` if the
    ///   settings are strict, for what cannot be honored.
    package func read(_ text: String) throws -> Reading {
        let parts = URLParts(text)
        for (mount, dialect) in dialects {
            guard let rest = mount.remainder(of: parts.target[...]) else { continue }
            var request = try dialect.read(DialectTarget(rest, mount: mount.path))
            guard request.isSigned || answersUnsigned(mount.grammar) else {
                throw BoundedCropError(.invalidSignature, "the URL is not signed, although its grammar has a key")
            }
            let filters = try ImageFilters(request.url)
            try ImageFilters.refuseHiding(in: request.ignored + filters.unknown)
            if configuration.isStrict { try filters.refuseUnknown(and: request.ignored) }
            request.ignored += filters.unknown
            return Reading(grammar: mount.grammar, request: request, parts: parts)
        }
        let paths = dialects.map(\.mount.description).joined(separator: ", ")
        throw BoundedCropError(.notFound, "the URL is below no path of a grammar: \(paths)")
    }

    private func answersUnsigned(_ grammar: Grammar) -> Bool {
        !configuration.hasKey(of: grammar) || configuration.allowsUnsigned(grammar)
    }
}
