internal import BoundedCrop

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
    /// - Throws: `invalidArgument` for what has no URL in thumbor's grammar; `limitExceeded` for too long a URL.
    package func write(_ reading: URLReader.Reading) throws -> String {
        switch reading.request.answer {
        case .redirect:
            throw BoundedCropError(.invalidArgument, "\(reading.grammar) describes a picture at this URL; no other grammar has that")
        case .presented where reading.request.url.isMeta:
            throw BoundedCropError(.invalidArgument, "\(reading.grammar) has a document at this URL; no other grammar has that")
        case .presented, .picture: break
        }
        return (publicURL ?? reading.parts.origin) + (try path(of: reading.request.url)) + reading.parts.fragment
    }

    /// The path and query of a request, with a leading slash.
    ///
    /// - Throws: As `write`.
    func path(of url: ImageURL) throws -> String { "\(mount.path)/\(try dialect.write(url))" }
}
