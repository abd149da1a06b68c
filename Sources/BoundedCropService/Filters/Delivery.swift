internal import BoundedCrop

/// How an answer is delivered: what a URL says besides what the picture is.
package struct Delivery: Hashable, Sendable {
    /// The number of seconds for which clients and proxies may cache the answer; nil for the service's default.
    package var maximumAge: Int?
    /// The second since 1970 after which there is no answer; nil for never.
    package var expiry: Int?
    /// The name under which the file is saved, without its extension; nil for the picture's own name.
    package var fileName: String?
    /// Whether browsers save the file instead of showing it.
    package var isAttachment = false
    /// Whether the answer is the file as it is.
    package var isRaw = false

    /// Creates the defaults.
    package init() {}

    /// The last second of the year 9999.
    static let latestExpiry = 253_402_300_799

    /// Throws `invalidFilter` for a name that no file can have.
    static func checked(_ fileName: String) throws -> String {
        guard !ContentDisposition.isFileName(fileName) else { return fileName }
        throw BoundedCropError(
            .invalidFilter,
            "“\(fileName.prefix(80))” names no file: use 1 to \(ContentDisposition.longestName) bytes without slashes, control characters and "
                + "changes of direction"
        )
    }
}
