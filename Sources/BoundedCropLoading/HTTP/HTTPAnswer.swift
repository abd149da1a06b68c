internal import FoundationEssentials
internal import NIOHTTP1

/// What a server answered.
enum HTTPAnswer: Sendable {
    /// The whole of the bytes, with their headers.
    case content([UInt8], HTTPHeaders)
    /// What was asked about has not changed.
    case notModified(HTTPHeaders)
}

/// By what a server recognises the content that it sent before.
struct HTTPValidators: Hashable, Sendable, Codable {
    var entityTag: String?
    var lastModified: String?

    var isEmpty: Bool { entityTag == nil && lastModified == nil }

    init(_ headers: HTTPHeaders) {
        entityTag = headers.first(name: "etag")
        lastModified = headers.first(name: "last-modified")
    }

    /// What may stand in If-Range: never a weak tag (RFC 9110, 13.1.5).
    var forRange: String? {
        if let entityTag { return entityTag.hasPrefix("W/") ? nil : entityTag }
        return lastModified
    }
}

extension HTTPValidators {
    init(_ stored: StoredImage) {
        entityTag = stored.entityTag
        lastModified = stored.lastModified
    }
}

extension StoredImage {
    /// Sets until when the picture is fresh, by the headers of the answer that brought or confirmed it.
    mutating func expire(by headers: HTTPHeaders, _ configuration: ImageLoader.Configuration) {
        let (now, options) = (configuration.clock.now, configuration.http)
        guard options.respectsCacheHeaders else {
            expires = now.addingTimeInterval(options.lifetime.seconds)
            usableUntil = expires
            return
        }
        let directives = CacheDirectives(headers)
        expires = directives.expiry(receivedAt: now, standard: options.lifetime)
        usableUntil = expires.addingTimeInterval(directives.staleIfError)
    }
}
