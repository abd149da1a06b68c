internal import BoundedCrop
internal import BoundedCropRendering

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
            let request = try dialect.read(DialectTarget(rest, mount: mount.path))
            guard request.isSigned || answersUnsigned(mount.grammar) else {
                throw BoundedCropError(.invalidSignature, "the URL is not signed, although its grammar has a key")
            }
            try HidingWords.refuse(in: request.ignored)
            if configuration.isStrict { try request.refuseIgnored() }
            return Reading(grammar: mount.grammar, request: request, parts: parts)
        }
        let paths = dialects.map(\.mount.description).joined(separator: ", ")
        throw BoundedCropError(.notFound, "the URL is below no path of a grammar: \(paths)")
    }

    private func answersUnsigned(_ grammar: Grammar) -> Bool {
        !configuration.hasKey(of: grammar) || configuration.allowsUnsigned(grammar)
    }
}

/// A URL or a path as people write it, in its parts.
struct URLParts: Sendable {
    /// The scheme and the host: `https://images.example.com`, or `//images.example.com`; empty for a path.
    let origin: String
    /// The path and the query, as in a request line.
    let target: String
    /// What browsers keep to themselves, with its `#`; empty if there is none.
    let fragment: String

    /// Splits a URL with `http`, `https` or no scheme, or a path with or without its leading slash.
    init(_ text: String) {
        let end = text.firstIndex(of: "#") ?? text.endIndex
        fragment = String(text[end...])
        let start = ["https://", "http://", "//"].first { text.prefix($0.count).lowercased() == $0 }
        let host = text[..<end].dropFirst(start?.count ?? 0).prefix { start != nil && $0 != "/" && $0 != "?" }
        origin = String(text[..<host.endIndex])
        let rest = text[host.endIndex..<end]
        target = (rest.hasPrefix("/") ? "" : "/") + rest
    }
}

/// Writes requests as URLs of thumbor's grammar, signed if it has a key.
package struct URLWriter: Sendable {
    private let mount: GrammarMount
    private let dialect: ThumborDialect
    private let publicURL: String?

    /// Throws `invalidSetting` for unusable keys, `invalidArgument` for another grammar.
    package init(_ configuration: ServiceConfiguration, of mount: GrammarMount) throws {
        guard mount.grammar == .thumbor else {
            throw BoundedCropError(.invalidArgument, "URLs are written in thumbor's grammar only, not in that of \(mount.grammar)")
        }
        (self.mount, publicURL) = (mount, configuration.dialects.publicURL)
        dialect = try ThumborDialect(configuration)
    }

    /// Writes what was read: below the service's public URL if the settings name it, otherwise with the scheme and host that were read.
    ///
    /// - Throws: `invalidArgument` for what has no URL in thumbor's grammar; `urlTooLong`.
    package func write(_ reading: URLReader.Reading) throws -> String {
        switch reading.request.answer {
        case .redirect:
            throw BoundedCropError(.invalidArgument, "\(reading.grammar) describes a picture at this URL; no other grammar has that")
        case .presented where reading.request.request.answer == .plan:
            throw BoundedCropError(.invalidArgument, "\(reading.grammar) has a document at this URL; no other grammar has that")
        case .presented, .picture: break
        }
        return (publicURL ?? reading.parts.origin) + (try path(of: reading.request)) + reading.parts.fragment
    }

    /// The path and query of a request, with a leading slash.
    ///
    /// - Throws: As `write`.
    func path(of request: DialectRequest) throws -> String { "\(mount.path)/\(try dialect.write(request))" }
}
