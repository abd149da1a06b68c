public import BoundedCrop
public import FoundationEssentials

/// An encoded picture as it came from its source.
public struct OriginalImage: Sendable {
    /// The file; its pixels are decoded when asked for.
    public let source: ImageSource
    /// Until when it need not be asked for again; nil for local files and `data` URLs, which never change without a new name.
    public let expires: Date?
    /// The `ETag` that its server gave it.
    public let entityTag: String?
    /// The `Last-Modified` that its server gave it, word for word.
    public let lastModified: String?
    /// Where it came from.
    public let origin: LoadEvent.Origin

    /// Two originals of one URL with the same tag are the same file.
    var tag: String? { entityTag ?? lastModified }
}
