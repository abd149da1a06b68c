internal import BoundedCrop
public import FoundationEssentials

extension S3Location {
    /// Reads a URL such as `s3://bucket/a%20key`, in which what is special in URLs is escaped.
    ///
    /// - Throws: `invalidURL` as ``init(_:)-(String)`` does, and for a URL with a query or a fragment.
    package init(_ url: URL) throws(BoundedCropError) {
        let text = url.absoluteString
        guard text.prefix(5).lowercased() == "s3://" else {
            throw BoundedCropError(.invalidURL, "“\(text.prefix(200))” is not a URL such as s3://bucket/key")
        }
        guard !text.contains(where: { $0 == "?" || $0 == "#" }) else {
            throw BoundedCropError(.invalidURL, "“\(text.prefix(200))” has a query or a fragment; in a key, ? is written %3F and # %23")
        }
        let parts = text.dropFirst(5).split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let key = PercentEncoding.decoded(parts.count == 2 ? parts[1] : "") else {
            throw BoundedCropError(.invalidURL, "the key in “\(text.prefix(200))” is not UTF-8")
        }
        try self.init(bucket: String(parts[0]), key: key)
    }

    /// The URL of the object, for an ``ImageRequest``.
    public var url: URL {
        guard let url = URL(string: "s3://\(bucket)/\(PercentEncoding.encoded(key))") else {
            preconditionFailure("escaped, every key makes a URL")
        }
        return url
    }
}
