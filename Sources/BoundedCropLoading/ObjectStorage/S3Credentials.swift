public import FoundationEssentials

/// The keys that sign requests.
public struct S3Credentials: Hashable, Sendable, CustomStringConvertible {
    /// The public part, such as `AKIAIOSFODNN7EXAMPLE`.
    public var accessKey: String
    /// The secret part.
    public var secretKey: String
    /// The token of temporary keys.
    public var sessionToken: String?
    /// When temporary keys expire.
    public var expires: Date?

    /// Creates keys.
    public init(accessKey: String, secretKey: String, sessionToken: String? = nil, expires: Date? = nil) {
        self.accessKey = accessKey
        self.secretKey = secretKey
        self.sessionToken = sessionToken
        self.expires = expires
    }

    /// The public part only.
    public var description: String { "\(accessKey.prefix(4))…" }
}
