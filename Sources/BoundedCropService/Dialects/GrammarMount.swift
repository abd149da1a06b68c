internal import BoundedCrop

/// A grammar, and the path below which the service understands it.
package struct GrammarMount: Hashable, Sendable, CustomStringConvertible {
    /// The grammar.
    package let grammar: Grammar
    /// The path, with a slash before each component; empty for the root.
    package let path: String

    /// thumbor's grammar at the root.
    package static let thumbor = GrammarMount(.thumbor)

    /// A grammar below its own name, as in `/imgproxy`; thumbor's at the root.
    package init(_ grammar: Grammar) {
        (self.grammar, path) = (grammar, grammar == .thumbor ? "" : "/" + grammar.rawValue)
    }

    /// A grammar at the root, as it is at its vendor.
    package init(root grammar: Grammar) {
        (self.grammar, path) = (grammar, "")
    }

    /// Creates a mount.
    ///
    /// - Parameters:
    ///   - grammar: The grammar of the URLs below the path.
    ///   - path: Such as `/images`; `/` or an empty text for the root.
    /// - Throws: `invalidSetting` for a path that is no `MountPath`.
    package init(_ grammar: Grammar, at path: String) throws {
        do {
            (self.grammar, self.path) = (grammar, try MountPath(path).path)
        } catch let error as BoundedCropError {
            throw BoundedCropError(.invalidSetting, "\(grammar.rawValue): \(error.message)")
        }
    }

    /// Parses `imgproxy`, which is at `/imgproxy`, or `imgproxy:/PATH`. thumbor alone is at the root.
    ///
    /// - Throws: `invalidSetting`.
    package init(_ text: String) throws {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let grammar = Grammar(rawValue: parts[0]) else {
            let names = Grammar.allCases.map(\.rawValue).joined(separator: ", ")
            throw BoundedCropError(.invalidSetting, "there is no grammar “\(parts[0])”; the grammars are \(names)")
        }
        if parts.count > 1 { try self.init(grammar, at: parts[1]) } else { self.init(grammar) }
    }

    /// The text that is parsed to this mount.
    package var description: String { "\(grammar.rawValue):\(path.isEmpty ? "/" : path)" }

    /// What follows the mount in a path, without its slash; nil for a path that is not below it.
    func remainder(of target: Substring) -> Substring? {
        guard target.hasPrefix(path) else { return nil }
        let rest = target.dropFirst(path.count)
        return rest.first == "/" ? rest.dropFirst() : rest.isEmpty ? rest : nil
    }
}

/// A grammar of image URLs that the service understands.
package enum Grammar: String, Hashable, Sendable, CaseIterable {
    case thumbor, imgproxy, iiif, cloudinary, imgix, cloudflare, imagekit

    /// Whether pages of all origins may read the answers, as the specification of the grammar wants it.
    var isShared: Bool { self == .iiif }
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
