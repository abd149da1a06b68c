internal import BoundedCrop
internal import Synchronization

/// What came of downloads that were cut short, so that they go on where they broke off.
final class ResumableDownloads: Sendable {
    struct Part: Sendable {
        let bytes: [UInt8]
        /// The strong ETag or the date of last change by which the server knows whether it still has the same.
        let validator: String
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
