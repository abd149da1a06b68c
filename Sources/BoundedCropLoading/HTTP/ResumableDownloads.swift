internal import BoundedCrop
internal import NIOHTTP1
internal import Synchronization

/// What came of downloads that were cut short, so that they go on where they broke off.
final class ResumableDownloads: Sendable {
    struct Part: Sendable {
        let bytes: [UInt8]
        /// The strong ETag or the date of last change by which the server knows whether it still has the same.
        let validator: String
        /// The length of the whole, where the server said it.
        var wholeLength: Int?

        /// The length of the whole, when an answer of status 206 goes on where the part ends, up to the end of the same file; nil when it
        /// must not be joined to the part (RFC 9110, 15.3.7.3).
        func wholeLength(continuedBy headers: HTTPHeaders) -> Int? {
            guard let range = headers.first(name: "content-range").flatMap({ ContentRange($0) }), range.first == bytes.count else {
                return nil
            }
            let end = range.last + 1
            let length = headers.first(name: "content-length")
            guard end == range.total ?? end, end == wholeLength ?? end else { return nil }
            guard length == nil || length.flatMap({ HTTPNumber.value($0) }) == end - bytes.count else { return nil }
            // A date need not be said again (RFC 9110, 15.3.7); an ETag has to be.
            let now = HTTPValidators(headers)
            let isSame = now.entityTag.map { $0 == validator } ?? (!validator.hasPrefix("\"") && now.lastModified ?? validator == validator)
            return isSame ? end : nil
        }
    }

    private let parts: Mutex<LeastRecentlyUsed<String, Part>>

    init(byteLimit: Int) {
        parts = Mutex(LeastRecentlyUsed(countLimit: 1000, costLimit: byteLimit))
    }

    var count: Int { parts.withLock { $0.count } }

    func part(of url: String) -> Part? {
        parts.withLock { $0.use(url) }
    }

    func forget(_ url: String) {
        parts.withLock { _ = $0.remove(url) }
    }

    func keep(_ part: Part, of url: String) {
        guard !part.bytes.isEmpty else { return }
        parts.withLock { $0.insert(part, for: url, cost: part.bytes.count + url.utf8.count) }
    }
}
