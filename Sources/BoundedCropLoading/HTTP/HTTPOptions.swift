/// How servers are asked.
public struct HTTPOptions: Sendable {
    /// A request before it is sent, to be changed by `modifyRequest`.
    public struct Request: Sendable {
        /// The URL that is asked for.
        public let url: String
        /// Header fields by name; what is set here is not sent on to another server that a redirect leads to.
        public var headers: [String: String] = [:]
    }

    /// How long one attempt may take, from its start to the last byte; 60 s by default.
    public var timeout = Duration.seconds(60)
    /// How often a request is sent in all, when it fails in a way that may pass (a connection that fails or breaks off, a timeout, a status
    /// of 408, 429, 500, 502, 503 or 504): 3 by default.
    public var attempts = 3
    /// How long to wait before the second attempt; twice that before the third, and so on, each by a random share. A server's
    /// `Retry-After` counts more.
    public var backoff = Duration.milliseconds(500)
    /// The longest that is waited before another attempt; 10 s by default. A server that asks for longer is not asked again: the load fails.
    public var maximumBackoff = Duration.seconds(10)
    /// How many redirects are followed; 5 by default.
    public var redirectLimit = 5
    /// How long it is remembered that a URL failed, be it with a 404, an answer that is no picture or after the last attempt, 10 s by
    /// default; meanwhile it fails at once. 0 remembers nothing.
    public var failureLifetime = Duration.seconds(10)
    /// How long a picture is fresh when its server says nothing about it: 3 days by default.
    public var lifetime = Duration.seconds(3 * 24 * 3600)
    /// Whether the server's word on how long a picture is fresh counts; otherwise `lifetime` does, for whatever comes.
    public var respectsCacheHeaders = true
    /// Bytes of downloads cut short that are kept in memory, to be resumed where they broke off; 32 MB by default.
    public var resumableByteLimit = 32_000_000
    /// Changes each request before it is sent: tokens and other header fields. Called on any thread.
    public var modifyRequest: @Sendable (inout Request) -> Void = { _ in }

    /// What suits pictures of the public internet.
    public init() {}
}
