public import FoundationEssentials

/// An event of a load. Requests that share a load produce one set of events.
public enum LoadEvent: Sendable {
    /// Where a picture came from.
    public enum Origin: String, Hashable, Sendable {
        /// It was in the memory cache.
        case memory
        /// The original or the finished picture was in the storage.
        case storage
        /// The server sent it or revalidated the stored one.
        case network
        /// It is a local file or a `data` URL.
        case local
    }

    /// A load started that the memory cache could not answer.
    case started(URL)
    /// Bytes were received. The expected total is nil if unknown.
    case progress(URL, received: Int, expected: Int?)
    /// The load finished.
    case finished(URL, Origin)
    /// The load failed.
    case failed(URL, any Error)
    /// The load was cancelled, because nobody waited for it anymore.
    case cancelled(URL)
}
