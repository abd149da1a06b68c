public import BoundedCrop

/// The place of an object in a bucket, or the bucket itself: `s3://photos/2024/anna.jpg`.
public struct S3Location: Hashable, Sendable, CustomStringConvertible {
    /// The name of the bucket.
    package let bucket: String
    /// The key of the object, without a leading slash; empty for the bucket itself.
    package let key: String

    /// Reads a location as people and `aws` write it: percent signs, question marks and spaces belong to the key.
    ///
    /// - Throws: `invalidURL` if the text does not begin with `s3://`, if the bucket's name is not possible, if the key is longer than 1024
    ///   bytes, or if a part of it is `.` or `..`.
    public init(_ text: String) throws(BoundedCropError) {
        guard text.prefix(5).lowercased() == "s3://" else {
            throw BoundedCropError(.invalidURL, "“\(text.prefix(200))” is not a location such as s3://bucket/key")
        }
        // By bytes, here and below, since a character may be a slash with an accent.
        let parts = text.utf8.dropFirst(5).split(separator: Self.slash, maxSplits: 1, omittingEmptySubsequences: false).map(Self.text)
        try self.init(bucket: parts[0], key: parts.count == 2 ? parts[1] : "")
    }

    /// Names an object of a bucket.
    ///
    /// - Throws: `invalidURL` as ``init(_:)-(String)`` does.
    package init(bucket: String, key: String) throws(BoundedCropError) {
        guard Self.isPossible(bucket: bucket) else {
            throw BoundedCropError(
                .invalidURL,
                "“\(bucket.prefix(100))” is not the name of a bucket: 3 to 255 letters, digits, dots, hyphens and underscores"
            )
        }
        self.init(listed: key, in: bucket)
        try checkKey()
    }

    /// Names an object whose key a server said, which may be one that cannot be asked for.
    init(listed key: String, in bucket: String) {
        (self.bucket, self.key) = (bucket, key)
    }

    /// The location as ``init(_:)-(String)`` reads it.
    package var text: String { "s3://\(bucket)/\(key)" }

    /// The same as `text`.
    public var description: String { text }

    /// Throws `invalidURL` if this is a bucket.
    func ofObject() throws(BoundedCropError) -> S3Location {
        guard !key.isEmpty else {
            throw BoundedCropError(.invalidURL, "“\(text)” names a bucket; an object has a key, as in s3://\(bucket)/photo.jpg")
        }
        return self
    }

    /// Throws `invalidURL` for a key that no request should be made for.
    func checkKey() throws(BoundedCropError) {
        guard key.utf8.count <= 1024 else {
            throw BoundedCropError(.invalidURL, "the key has \(key.utf8.count) bytes, but object storages allow 1024")
        }
        let isStep = key.utf8.split(separator: Self.slash).contains { $0.elementsEqual(".".utf8) || $0.elementsEqual("..".utf8) }
        guard !key.utf8.contains(0), !isStep else {
            throw BoundedCropError(
                .invalidURL,
                "the key “\(key.prefix(200))” has a null character or a part “.” or “..”, which servers read in different ways; rename the object"
            )
        }
    }

    /// Keys that look the same may be written in different bytes, and are different objects.
    public static func == (first: S3Location, second: S3Location) -> Bool {
        first.bucket == second.bucket && first.key.utf8.elementsEqual(second.key.utf8)
    }

    /// Feeds the bucket and the bytes of the key to a hasher, as equality compares them.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(bucket)
        for byte in key.utf8 { hasher.combine(byte) }
    }

    private static let slash = UInt8(ascii: "/")

    private static func text(_ bytes: Substring.UTF8View) -> String { String(decoding: bytes, as: UTF8.self) }

    private static func isPossible(bucket: String) -> Bool {
        let bytes = Array(bucket.utf8)
        guard (3...255).contains(bytes.count), bytes[0].isASCIILetterOrDigit, !bucket.contains("..") else { return false }
        return bytes.allSatisfy { $0.isASCIILetterOrDigit || "-._".utf8.contains($0) }
    }
}

extension UInt8 {
    /// Whether this is a letter of the English alphabet or a digit.
    var isASCIILetterOrDigit: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: false
        }
    }
}
