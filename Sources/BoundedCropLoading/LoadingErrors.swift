public import BoundedCrop

extension BoundedCropError.Code {
    /// The policy does not allow this source, or the address that its name resolves to.
    public static let sourceNotAllowed = Self(rawValue: "sourceNotAllowed")
    /// The server's name has no address, or the connection failed.
    public static let connectionFailed = Self(rawValue: "connectionFailed")
    /// The server took too long.
    public static let timeout = Self(rawValue: "timeout")
    /// More redirects than allowed, or an invalid redirect.
    package static let invalidRedirect = Self(rawValue: "invalidRedirect")
    /// The server's answer is not valid HTTP, or not a valid answer to the request.
    public static let invalidResponse = Self(rawValue: "invalidResponse")
    /// The server answered with an error status; `underlying` is an ``HTTPStatusError``.
    public static let invalidStatusCode = Self(rawValue: "invalidStatusCode")
    /// The server sent more or fewer bytes than it announced, or another part than the one requested.
    public static let invalidContentLength = Self(rawValue: "invalidContentLength")
    /// The request may only be answered from caches, and they do not have it.
    public static let notCached = Self(rawValue: "notCached")
}

/// The error status of a server's answer.
public struct HTTPStatusError: Error, Hashable, Sendable {
    /// The status code, such as 404.
    public let status: Int
    /// How long the server asks to wait before another attempt.
    public let retryAfter: Duration?

    /// Creates an error for a status code.
    package init(status: Int, retryAfter: Duration? = nil) {
        self.status = status
        self.retryAfter = retryAfter
    }
}
