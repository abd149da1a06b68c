public import FoundationEssentials

/// What happens to a load, whoever asked for it. Loads that share a download are one.
public enum LoadEvent: Sendable {
    /// Where a picture came from.
    public enum Origin: String, Hashable, Sendable {
        /// The memory cache had it.
        case memory
        /// The storage had the original, or the finished picture.
        case storage
        /// Its server sent it, or said that what the storage has is still right.
        case network
        /// It is a local file, or the URL itself holds it.
        case local
    }

    /// The caches in memory do not have it: it will be brought.
    case started(URL)
    /// Bytes have come; how many will is not always known.
    case progress(URL, received: Int, expected: Int?)
    /// The picture is there.
    case finished(URL, Origin)
    /// It could not be brought, or nobody wants it any more (`CancellationError`).
    case failed(URL, any Error)
}
