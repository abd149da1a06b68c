internal import BoundedCrop

/// What the path of an IIIF URL names.
struct IIIFTarget: Sendable {
    enum Resource: Sendable {
        /// The picture as such, which redirects to its description.
        case base
        /// `info.json`
        case information
        case image(IIIFImage)
    }

    let version: IIIFVersion
    /// Whether the path begins with the version.
    let namesVersion: Bool
    /// A path, or a URL.
    let identifier: String
    let resource: Resource

    /// - Parameter path: After the mount, percent-encoded.
    ///
    /// Throws `notFound` for a path with the wrong number of parts, `invalidURL` for wrong parts.
    init(_ path: String) throws {
        var parts = path.split(separator: "/", omittingEmptySubsequences: false)
        let named = parts.count > 1 ? IIIFVersion(rawValue: String(parts[0])) : nil
        if named != nil { parts.removeFirst() }
        (version, namesVersion) = (named ?? .three, named != nil)
        let isInformation = parts.count == 2 && parts[1] == "info.json"
        guard !parts[0].isEmpty, parts.count == 1 || isInformation || parts.count == 5 else {
            throw BoundedCropError(
                .notFound,
                "there is nothing at this path: after the identifier, whose slashes are written %2F, follow "
                    + "/info.json or /REGION/SIZE/ROTATION/QUALITY.FORMAT"
            )
        }
        let texts = try parts.map(Self.decoded)
        identifier = texts[0]
        resource = parts.count == 1 ? .base : isInformation ? .information : .image(try IIIFImage(Array(texts.dropFirst()), version))
    }

    private static func decoded(_ part: Substring) throws -> String {
        guard let text = PercentEncoding.decoded(part) else { throw BoundedCropError(.invalidURL, "the URL's escapes are not UTF-8") }
        guard !text.hasControlCharacters else {
            throw BoundedCropError(.invalidURL, "the URL contains control characters")
        }
        return text
    }

    /// An identifier as part of a URL: everything is escaped that could end it, or that a `Link` header separates by.
    static func encoded(_ identifier: String) -> String { PercentEncoding.encoded(identifier, keeping: "-._~:") }
}

/// A version of the IIIF Image API.
enum IIIFVersion: String, Sendable, CaseIterable {
    /// 2.1, whose URLs are also those of 2.0.
    case two = "2"
    /// 3.0.
    case three = "3"

    /// The context of `info.json`.
    var context: String { "http://iiif.io/api/image/\(rawValue)/context.json" }
    /// The URI of the compliance level.
    var profile: String { "http://iiif.io/api/image/\(rawValue)/level2.json" }
}

/// The errors of IIIF URLs.
enum IIIFProblem {
    static func malformed(_ part: String, _ text: some StringProtocol, _ expected: String) -> BoundedCropError {
        BoundedCropError(.invalidURL, "the \(part) “\(text.prefix(100))” is not \(expected)")
    }

    static func empty(_ text: String) -> BoundedCropError {
        BoundedCropError(.invalidURL, "the region “\(text.prefix(100))” is empty: its width and height must be larger than 0")
    }

    static func enlarges(_ text: String) -> BoundedCropError {
        BoundedCropError(.invalidURL, "the size “\(text.prefix(100))” enlarges the region: to allow that, write ^\(text.prefix(100))")
    }
}
