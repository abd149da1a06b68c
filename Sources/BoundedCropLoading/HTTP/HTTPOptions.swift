internal import BoundedCrop
internal import FoundationEssentials

/// How requests are sent to servers.
public struct HTTPOptions: Sendable {
    /// A request that `modifyRequest` can change before it is sent.
    public struct Request: Sendable {
        /// The requested URL.
        public let url: String
        /// The method; `GET` by default.
        public var method = "GET"
        /// Additional header fields by name.
        public var headers: [String: String] = [:]
        /// The body; none by default.
        public var body: [UInt8]?
    }

    /// The time limit of a whole load, from the start of its first attempt to the last byte, with all redirects, attempts and the delays
    /// between them; 60 s by default.
    public var timeout = Duration.seconds(60)
    /// How long a server may send nothing before an attempt fails; 30 s by default. This applies to the look-up of its name, then from each
    /// request to its answer, connecting and sending a body included, and between the parts of the answer. It is noticed up to a quarter of
    /// this time later.
    public var silenceTimeout = Duration.seconds(30)
    /// The maximum number of attempts for temporary failures (a connection that fails or breaks off, a timeout, or a status of 408, 429,
    /// 500, 502, 503 or 504); 3 by default. Only idempotent requests are repeated (`GET`, `HEAD`, `OPTIONS`, `TRACE`, `PUT`, `DELETE`; RFC
    /// 9110, 9.2.2): after a failure, it is unknown whether the server has acted on the first one.
    public var attempts = 3
    /// The delay before the second attempt; it doubles for each further attempt. Each delay is multiplied by a random factor of 0.5...1. A
    /// server's `Retry-After` takes precedence.
    package var backoff = Duration.milliseconds(500)
    /// The maximum delay before another attempt; 10 s by default. If a server asks for a longer delay, the load fails without another
    /// attempt.
    package var maximumBackoff = Duration.seconds(10)
    /// The maximum number of redirects to follow; 5 by default.
    public var redirectLimit = 5
    /// How long a failed URL (an error status such as 404, an answer that is not a picture, or failure of the last attempt) is remembered;
    /// 10 s by default. During this time, the same request fails immediately. 0 disables this.
    package var failureLifetime = Duration.seconds(10)
    /// How long a picture is fresh if the server does not specify it; 3 days by default.
    public var lifetime = Duration.seconds(3 * 24 * 3600)
    /// Whether the server's cache headers determine how long a picture is fresh. If not, `lifetime` always applies.
    public var respectsCacheHeaders = true
    /// The maximum number of bytes of interrupted downloads kept in memory for resuming; 32 MB by default.
    package var resumableByteLimit = 32_000_000
    /// Changes each request before it is sent, for example its method and body, or to add tokens and other header fields. After a redirect,
    /// none of this is sent to another origin, which is asked with a plain `GET`.
    ///
    /// Called on any thread, before the caches are asked and again for each attempt, whose header fields thus are always new. The method
    /// and the body are those of the first call. They are part of all cache keys; header fields are not, see ``cacheScope``.
    public var modifyRequest: @Sendable (inout Request) -> Void = { _ in }
    /// Whether servers are told which trace a request belongs to: if the program has bootstrapped an instrument, by the header fields that
    /// it injects, such as `traceparent` and `baggage`. ``modifyRequest`` can set others in their place. After a redirect to another origin,
    /// none are sent, and they are not part of keys. True by default.
    package var sendsTraceContext = true
    /// Part of the keys of everything that is cached, in memory and in the storage; empty by default.
    ///
    /// Loaders that share a cache and ask for the same URLs with header fields that change the answer, such as the token of a user or
    /// `Accept-Language`, need different scopes, such as the user's name. Otherwise one gets what was sent to the other.
    public var cacheScope = ""

    /// Creates options suitable for pictures on the public internet.
    package init() {}
}

extension HTTPOptions {
    /// The request for a URL, as the program wants it sent.
    func request(for url: URL) -> Request {
        var request = Request(url: url.absoluteString)
        modifyRequest(&request)
        return request
    }

    /// What tells the answers to a request from other answers of the same URL: the scope, and the method and the body unless it is a plain
    /// `GET`. Empty for a plain `GET` without a scope.
    func variant(of request: Request) -> String {
        guard !cacheScope.isEmpty || !request.isPlain else { return "" }
        let scope = "\(cacheScope.utf8.count):\(cacheScope)"
        if request.isPlain { return scope }
        return scope + Fingerprint.text(of: "\(request.method.utf8.count):\(request.method)".utf8 + (request.body ?? []))
    }
}

extension HTTPOptions.Request {
    /// Whether this is a `GET` without a body. Only its answers may be conditional or partial (RFC 9110, 13.1 and 14.2).
    var isPlain: Bool { method == "GET" && body?.isEmpty ?? true }

    /// Whether the request may be repeated after a failure without the server's word that it did nothing (RFC 9110, 9.2.2).
    var isIdempotent: Bool { ["GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE"].contains(method) }

    /// Makes a `GET` of the request, without its body and the header fields that describe the body (RFC 9110, 15.4).
    mutating func dropBody() {
        (method, body) = ("GET", nil)
        headers = headers.filter { name, _ in
            let name = name.lowercased()
            return !name.hasPrefix("content-") && name != "transfer-encoding"
        }
    }
}
