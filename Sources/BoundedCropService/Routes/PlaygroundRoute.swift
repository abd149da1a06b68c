internal import BoundedCrop
internal import HTTPTypes

/// The page to try crops on, and its parts.
enum PlaygroundRoute {
    static func has(_ path: Substring) -> Bool { PlaygroundFiles.all[String(path)] != nil }

    static func answer(_ request: ServiceRequest) throws -> Answer {
        guard let file = PlaygroundFiles.all[String(request.path)] else {
            throw BoundedCropError(.notFound, "there is nothing at this path")
        }
        let tag = "\"\(Fingerprint.text(of: file.bytes).prefix(32))\""
        let isKnown = try Preconditions(headers: request.headers).isNotModified(tag: tag, lastModified: nil)
        var answer = isKnown ? Answer(status: .notModified) : Answer(type: file.type, bytes: file.bytes)
        answer.headers[.eTag] = tag
        answer.headers[.cacheControl] = "no-cache"
        answer.headers[.contentSecurityPolicy] =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; "
            + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        return answer
    }
}
