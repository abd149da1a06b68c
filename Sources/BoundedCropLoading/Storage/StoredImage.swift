public import FoundationEssentials

/// A stored picture: an encoded file and its expiry.
public struct StoredImage: Hashable, Sendable {
    /// The encoded picture.
    public var bytes: [UInt8]
    /// The time until which it can be used without asking its source.
    public var expires: Date
    /// The time until which it can be used if its source cannot be reached.
    public var usableUntil: Date
    /// The `ETag` from its server.
    public var entityTag: String?
    /// The `Last-Modified` value from its server, verbatim.
    public var lastModified: String?
    /// For a processed picture, the SHA-256 of its original in hexadecimal.
    public var originalHash: String?

    /// Creates a picture to store.
    public init(
        bytes: [UInt8],
        expires: Date,
        usableUntil: Date? = nil,
        entityTag: String? = nil,
        lastModified: String? = nil,
        originalHash: String? = nil
    ) {
        self.bytes = bytes
        self.expires = expires
        self.usableUntil = usableUntil ?? expires
        self.entityTag = entityTag
        self.lastModified = lastModified
        self.originalHash = originalHash
    }
}
