internal import BoundedCrop
package import FoundationEssentials

/// An encoded picture as downloaded or read from its source.
package struct OriginalImage: Sendable {
    /// The file. Its pixels are decoded on demand.
    package let source: ImageSource
    /// The time until which it is fresh; nil for local files and `data` URLs, which do not expire.
    package let expires: Date?
    /// The `ETag` from its server.
    package let entityTag: String?
    /// The `Last-Modified` value from its server, verbatim.
    package let lastModified: String?
    /// Where it was loaded from.
    package let origin: LoadEvent.Origin

    /// Two originals of the same URL with the same tag are the same file.
    var tag: String? { entityTag ?? lastModified }
}
