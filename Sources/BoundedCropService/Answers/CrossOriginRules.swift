internal import BoundedCrop
internal import HTTPTypes

/// Which sites' scripts may read uploads' answers and metadata (CORS: Fetch, 3.3): the setting `cors-origins`.
///
/// Pictures need no such permission to be shown: `Cross-Origin-Resource-Policy` allows it everywhere. Without `Vary: Origin`, caches keep one
/// answer of each for all sites.
struct CrossOriginRules: Sendable {
    private let origins: [String]

    init(_ configuration: ServiceConfiguration) {
        origins = configuration.corsOrigins
    }

    private var allowsAll: Bool { origins == ["*"] }

    /// Whether scripts of other sites may use a route.
    func concern(_ route: ServiceResponder.Route) -> Bool { !origins.isEmpty && route.template != nil }

    /// The answer to OPTIONS: what a browser asks before it sends a request of its script. Nil where no script of another site may.
    func options(_ route: ServiceResponder.Route) -> Answer? {
        guard concern(route) else { return nil }
        var answer = Answer(status: .noContent)
        answer.headers[.allow] = "\(route.methods), OPTIONS"
        answer.headers[.accessControlAllowMethods] = route.methods
        answer.headers[.accessControlAllowHeaders] = Self.requestFields.joined(separator: ", ")
        answer.headers[.accessControlMaxAge] = "86400"
        return answer
    }

    /// Adds to an answer whether the script of a site may read it.
    func add(to answer: inout Answer, _ route: ServiceResponder.Route, origin: String?) {
        guard concern(route), !answer.isPicture else { return }
        if !allowsAll { answer.vary(by: ["Origin"]) }
        guard allowsAll || origin.map(origins.contains) ?? false else { return }
        answer.headers[.accessControlAllowOrigin] = allowsAll ? "*" : origin
        answer.headers[.accessControlExposeHeaders] = Self.answerFields.joined(separator: ", ")
    }

    /// The fields that scripts may send, besides those that they always may.
    private static let requestFields = [
        "Content-Type", "DPR", "If-Match", "If-Modified-Since", "If-None-Match", "If-Range", "If-Unmodified-Since", "Range",
        "Want-Content-Digest", "Want-Repr-Digest", "Width", "X-BoundedCrop-Picture", "X-Request-ID", "traceparent", "tracestate",
    ]
    /// The fields that scripts may read, besides those that they always may.
    private static let answerFields = [
        "Accept-Ranges", "Cache-Status", "Content-Digest", "Content-Range", "ETag", "Repr-Digest", "Retry-After", "Server-Timing",
        "X-BoundedCrop-Covered", "X-BoundedCrop-Ignored-Filters", "X-BoundedCrop-Placeholder", "X-BoundedCrop-Plan", "X-Request-ID",
    ]
}
