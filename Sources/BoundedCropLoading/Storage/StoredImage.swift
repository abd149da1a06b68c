public import FoundationEssentials

/// What a storage keeps of a picture: an encoded file, and until when it is fresh.
public struct StoredImage: Hashable, Sendable {
    /// An encoded picture.
    public var bytes: [UInt8]
    /// Until when it can be used without asking its source.
    public var expires: Date
    /// Until when it can be used where its source cannot be asked.
    public var usableUntil: Date
    /// The `ETag` that its server gave it.
    public var entityTag: String?
    /// The `Last-Modified` that its server gave it, word for word.
    public var lastModified: String?
    /// For a processed picture, the SHA-256 of the original that it was made from, in hexadecimal.
    public var originalHash: String?

    /// A picture to store.
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
