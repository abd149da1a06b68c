internal import BoundedCrop
internal import FoundationEssentials

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
