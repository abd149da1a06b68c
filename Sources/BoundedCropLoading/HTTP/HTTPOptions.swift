/// How requests are sent to servers.
public struct HTTPOptions: Sendable {
    /// A request that `modifyRequest` can change before it is sent.
    public struct Request: Sendable {
        /// The requested URL.
        public let url: String
        /// Additional header fields by name. They are not sent to other servers after a redirect.
        public var headers: [String: String] = [:]
    }

    /// The time limit of one attempt, from its start to the last byte; 60 s by default.
    public var timeout = Duration.seconds(60)
    /// The maximum number of attempts for temporary failures (a connection that fails or breaks off, a timeout, or a status of 408, 429,
    /// 500, 502, 503 or 504); 3 by default.
    public var attempts = 3
    /// The delay before the second attempt; it doubles for each further attempt. Each delay is multiplied by a random factor of 0.5...1. A
    /// server's `Retry-After` takes precedence.
    public var backoff = Duration.milliseconds(500)
    /// The maximum delay before another attempt; 10 s by default. If a server asks for a longer delay, the load fails without another
    /// attempt.
    public var maximumBackoff = Duration.seconds(10)
    /// The maximum number of redirects to follow; 5 by default.
    public var redirectLimit = 5
    /// How long a failed URL (an error status such as 404, an answer that is not a picture, or failure of the last attempt) is remembered;
    /// 10 s by default. During this time, loads of the URL fail immediately. 0 disables this.
    public var failureLifetime = Duration.seconds(10)
    /// How long a picture is fresh if the server does not specify it; 3 days by default.
    public var lifetime = Duration.seconds(3 * 24 * 3600)
    /// Whether the server's cache headers determine how long a picture is fresh. If not, `lifetime` always applies.
    public var respectsCacheHeaders = true
    /// The maximum number of bytes of interrupted downloads kept in memory for resuming; 32 MB by default.
    public var resumableByteLimit = 32_000_000
    /// Changes each request before it is sent, for example to add tokens or other header fields. Called on any thread.
    public var modifyRequest: @Sendable (inout Request) -> Void = { _ in }

    /// Creates options suitable for pictures on the public internet.
    public init() {}
}
