internal import BoundedCrop

/// Writes URLs of one grammar, signed if it has a key.
package struct URLWriter: Sendable {
    private let mount: GrammarMount
    private let dialect: any Dialect
    private let publicURL: String?

    /// Throws `invalidSetting` for unusable keys.
    package init(_ configuration: ServiceConfiguration, of mount: GrammarMount) throws {
        (self.mount, publicURL) = (mount, configuration.dialects.publicURL)
        dialect = try mount.grammar.dialect(configuration)
    }

    /// Writes what was read: below the service's public URL if the settings name it, otherwise with the scheme and host that were read.
    ///
    /// - Throws: `invalidArgument`, which names the part that the grammar has no word for; `limitExceeded` for too long a URL.
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
    func path(of url: ImageURL) throws -> String {
        // thumbor's grammar says everything, also what has no effect.
        let text = try dialect.write(mount.grammar == .thumbor ? url : url.withoutIdlePlacement)
        return "\(mount.path)/\(text)"
    }
}
