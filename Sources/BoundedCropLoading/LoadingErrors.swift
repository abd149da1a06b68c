public import BoundedCrop

extension BoundedCropError.Code {
    /// The policy does not allow this source, or the address that its name leads to.
    public static let sourceNotAllowed = Self(rawValue: "sourceNotAllowed")
    /// The server's name has no address, or nothing answers there.
    public static let connectionFailed = Self(rawValue: "connectionFailed")
    /// The server took too long.
    public static let timeout = Self(rawValue: "timeout")
    /// More redirects than allowed, or a redirect that leads nowhere.
    public static let invalidRedirect = Self(rawValue: "invalidRedirect")
    /// What came back is not an answer that HTTP knows.
    public static let invalidResponse = Self(rawValue: "invalidResponse")
    /// The server answered with a status that is no success; `underlying` is an `HTTPStatusError`.
    public static let invalidStatusCode = Self(rawValue: "invalidStatusCode")
    /// Fewer or other bytes came than the server said.
    public static let invalidContentLength = Self(rawValue: "invalidContentLength")
    /// The request may only be answered from caches, and they do not have it.
    public static let notCached = Self(rawValue: "notCached")
}

/// The status that a server answered with instead of a picture.
public struct HTTPStatusError: Error, Hashable, Sendable {
    /// The status code, such as 404.
    public let status: Int
    /// How long the server asks to be left alone.
    public let retryAfter: Duration?

    /// An error for a status code.
    public init(status: Int, retryAfter: Duration? = nil) {
        self.status = status
        self.retryAfter = retryAfter
    }
}
