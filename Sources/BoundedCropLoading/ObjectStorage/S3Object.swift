internal import BoundedCrop
package import FoundationEssentials
internal import NIOHTTP1

/// An object, or a part of one, as an object storage sent it.
package struct S3Object: Sendable {
    /// The content, or the requested part of it.
    package let bytes: [UInt8]
    /// The tag of this version, with its quotation marks.
    package let entityTag: String?
    /// When it was written, as the server says it.
    package let lastModified: String?
    /// The content type that it was written with.
    package let contentType: String?
    /// What else it was written with, by lower-case names without `x-amz-meta-`.
    package let metadata: [String: String]
    /// The number of bytes of the whole object.
    package let totalCount: Int
    /// What the storage says was done to the content.
    package let encoding: ContentEncoding

    /// Throws `invalidContentLength` if this is another part of the object than the one requested, and `invalidResponse` if it is none.
    init(_ response: S3Response, of location: S3Location, _ range: Range<Int>?) throws {
        guard [200, 206].contains(response.status) else {
            throw BoundedCropError(
                .invalidResponse,
                "the object storage answers with status \(response.status), and no object",
                path: location.text
            )
        }
        bytes = response.body
        entityTag = response.headers.first(name: "etag")?.trimmed()
        lastModified = response.headers.first(name: "last-modified")
        contentType = response.headers.first(name: "content-type")
        encoding = ContentEncoding(response.headers)
        let own = "x-amz-meta-"
        metadata = response.headers.reduce(into: [:]) { metadata, field in
            let name = field.name.lowercased()
            if name.hasPrefix(own) { metadata[String(name.dropFirst(own.count))] = field.value }
        }
        guard response.status == 206 || range != nil else {
            totalCount = bytes.count
            return
        }
        let part = response.headers.first(name: "content-range").flatMap { ContentRange($0) }
        guard response.status == 206, let range, let part, let total = part.total, part.first == range.lowerBound,
            part.last == min(range.upperBound, total) - 1, bytes.count == part.last - part.first + 1
        else {
            throw BoundedCropError(
                .invalidContentLength,
                "the object storage sent a different part of the object than the one requested",
                path: location.text
            )
        }
        totalCount = total
    }
}

/// An object in a listing.
package struct S3Entry: Hashable, Sendable {
    /// Where the object is.
    package let location: S3Location
    /// The number of its bytes.
    package let size: Int
    /// The tag of this version, with its quotation marks.
    package let entityTag: String?
    /// When it was written.
    package let lastModified: Date?

    init(location: S3Location, size: Int, entityTag: String?, lastModified: Date?) {
        (self.location, self.size, self.entityTag, self.lastModified) = (location, size, entityTag, lastModified)
    }

    /// From an answer without content, or with the first byte.
    /// - Throws: `invalidResponse` if the answer does not tell the size.
    init(_ response: S3Response, of location: S3Location) throws {
        let (headers, isPart) = (response.headers, response.status == 206)
        let total = isPart ? headers.first(name: "content-range").flatMap { ContentRange($0)?.total } : S3Response.length(headers)
        guard let total else {
            throw BoundedCropError(.invalidResponse, "the object storage does not send the size of the object", path: location.text)
        }
        self.init(
            location: location,
            size: total,
            entityTag: headers.first(name: "etag")?.trimmed(),
            lastModified: headers.first(name: "last-modified").flatMap { HTTPDate.date($0) }
        )
    }
}
