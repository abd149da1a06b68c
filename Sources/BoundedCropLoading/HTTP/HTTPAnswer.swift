internal import FoundationEssentials
internal import NIOHTTP1

/// A server's answer.
enum HTTPAnswer: Sendable {
    /// The complete content and its headers.
    case content([UInt8], HTTPHeaders)
    /// The content has not changed since it was stored.
    case notModified(HTTPHeaders)
}

/// The values by which a server recognizes content that it sent before.
struct HTTPValidators: Hashable, Sendable, Codable {
    var entityTag: String?
    var lastModified: String?

    var isEmpty: Bool { entityTag == nil && lastModified == nil }

    init(_ headers: HTTPHeaders) {
        entityTag = headers.first(name: "etag")?.trimmed()
        lastModified = headers.first(name: "last-modified")?.trimmed()
    }

    /// The value for If-Range; never a weak tag (RFC 9110, 13.1.5).
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
    /// Sets the expiry of the picture according to the headers of the answer that delivered or revalidated it.
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
