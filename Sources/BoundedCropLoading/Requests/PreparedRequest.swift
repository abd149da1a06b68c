internal import FoundationEssentials

/// A request, and what the configuration of its loader makes of it.
struct PreparedRequest: Sendable {
    let request: ImageRequest
    /// The method and the body, which are part of the key. The header fields are made anew for each attempt.
    let sent: HTTPOptions.Request
    /// The key of the finished picture.
    let key: ImageCacheKey
    /// The key under which the load waits in the queue.
    let place: String

    /// - Parameter engine: The number of the engine that will load it. Engines share no loads.
    init(_ request: ImageRequest, _ options: HTTPOptions, engine: UInt64) {
        self.request = request
        guard Self.isSent(request.url) else {
            (sent, key) = (HTTPOptions.Request(url: request.url.absoluteString), request.cacheKey)
            place = Self.place(of: request, request.url.absoluteString, engine)
            return
        }
        let isHTTP = request.url.scheme?.lowercased() != "s3"
        sent = isHTTP ? options.request(for: request.url) : HTTPOptions.Request(url: request.url.absoluteString)
        let plain = request.cacheKey
        key = ImageCacheKey(url: plain.url, processors: plain.processors, version: options.variant(of: sent))
        place = Self.place(of: request, key.original, engine)
    }

    /// Whether a URL is that of a server or an object storage.
    static func isSent(_ url: URL) -> Bool { ["http", "https", "s3"].contains(url.scheme?.lowercased()) }

    var url: URL { request.url }
    var policy: ImageRequest.CachePolicy { request.cachePolicy }

    /// The key of the encoded picture, in the storage too: the URL alone for a plain request without a scope.
    var originalKey: String { key.original }

    /// What names the picture in caches of crops and effects: for a file its URL without its version.
    var name: String { Self.isSent(url) ? originalKey : url.absoluteString }

    /// Requests wait in the same place only if one load is for both, so that it is known who waits for which.
    static func place(of request: ImageRequest, _ original: String, _ engine: UInt64) -> String {
        "\(engine) \(request.cachePolicy) \(original)"
    }
}

extension ImageCacheKey {
    fileprivate var original: String { version.isEmpty ? url : prefix(0).text }
}
