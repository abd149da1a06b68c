internal import BoundedCrop
internal import FoundationEssentials

/// One page of a listing.
struct S3ListPage: Sendable {
    let entries: [S3Entry]
    /// Whether the page has neither objects nor what stands for several.
    let isEmpty: Bool
    /// What to ask the next page with; nil for the last.
    let next: String?

    /// The most objects of a page, of which each has a few elements.
    static let mostEntries = 1000
    /// Keys have up to 1024 bytes, which escaping makes three of.
    static let byteLimit = 8_000_000

    /// Throws `invalidResponse` for what is no page of a listing of the bucket.
    init(_ document: [UInt8], of bucket: String) throws {
        guard let root = XMLTree(document, elementLimit: Self.mostEntries * 40)?.root, root.localName == "ListBucketResult" else {
            throw BoundedCropError(.invalidResponse, "the object storage sent no listing; check that the endpoint is one of S3’s protocol")
        }
        func text(_ name: String, in element: XMLTree.Element) -> String? {
            element.children.first { $0.localName == name }?.text
        }
        let isEscaped = text("EncodingType", in: root)?.lowercased() == "url"
        isEmpty = !root.children.contains { ["Contents", "CommonPrefixes"].contains($0.localName) }
        entries = try root.children.filter { $0.localName == "Contents" }.compactMap { object in
            guard let written = text("Key", in: object), let key = isEscaped ? Self.unescaped(written) : written, !key.isEmpty,
                let size = text("Size", in: object).flatMap({ HTTPNumber.value($0.trimmingSpaces()) })
            else {
                throw BoundedCropError(.invalidResponse, "the object storage sent a listing with an object without key or size")
            }
            // What consoles make of an empty folder.
            if key.hasSuffix("/"), size == 0 { return nil }
            return S3Entry(
                location: S3Location(listed: key, in: bucket),
                size: size,
                entityTag: text("ETag", in: object),
                lastModified: text("LastModified", in: object).flatMap { InternetDate.date($0.trimmingSpaces()) }
            )
        }
        guard text("IsTruncated", in: root)?.trimmingSpaces() == "true" else {
            next = nil
            return
        }
        guard let token = text("NextContinuationToken", in: root), !token.isEmpty else {
            throw BoundedCropError(.invalidResponse, "the object storage sent an incomplete listing, but not how to request the rest")
        }
        next = token
    }

    private static func unescaped(_ text: String) -> String? {
        PercentEncoding.decoded(text.replacing("+", with: "%20"))
    }
}
