internal import BoundedCrop
internal import NIOHTTP1
internal import Synchronization

/// Interrupted downloads, kept so that they can be resumed unless memory is short.
final class ResumableDownloads: Sendable {
    struct Part: Sendable {
        let bytes: [UInt8]
        /// The strong ETag or Last-Modified date by which the server recognizes unchanged content.
        let validator: String
        /// The length of the whole file, if the server specified it.
        var wholeLength: Int?

        /// Returns the length of the whole file if a 206 answer continues exactly where the part ends, up to the end of the same file.
        /// Returns nil if the answer must not be joined to the part (RFC 9110, 15.3.7.3).
        func wholeLength(continuedBy headers: HTTPHeaders) -> Int? {
            guard let range = headers.first(name: "content-range").flatMap({ ContentRange($0) }), range.first == bytes.count else {
                return nil
            }
            let end = range.last + 1
            let length = headers.first(name: "content-length")
            guard end == range.total ?? end, end == wholeLength ?? end else { return nil }
            guard length == nil || length.flatMap({ HTTPNumber.value($0) }) == end - bytes.count else { return nil }
            // The date may be omitted from the answer (RFC 9110, 15.3.7); an ETag may not.
            let now = HTTPValidators(headers)
            let isSame = now.entityTag.map { $0 == validator } ?? (!validator.hasPrefix("\"") && now.lastModified ?? validator == validator)
            return isSame ? end : nil
        }
    }

    private let pressure: MemoryPressureMonitor
    private let parts: Mutex<LeastRecentlyUsed<String, Part>>

    init(byteLimit: Int, pressure: MemoryPressureMonitor = .shared) {
        self.pressure = pressure
        parts = Mutex(LeastRecentlyUsed(countLimit: 1000, costLimit: byteLimit))
        pressure.addObserver(self) { downloads in downloads.parts.withLock { $0.removeAll() } }
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
        pressure.start()
        parts.withLock { $0.insert(part, for: url, cost: part.bytes.count + url.utf8.count) }
    }
}
