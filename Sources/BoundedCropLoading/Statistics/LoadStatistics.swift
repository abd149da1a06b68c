public import FoundationEssentials

/// The statistics of a loader since it was created.
public struct LoadStatistics: Hashable, Sendable {
    /// Successful loads by origin. Requests that shared a load count once.
    public var loads: [LoadEvent.Origin: Int] = [:]
    /// Failed loads by error code; `cancelled` counts cancelled loads.
    public var failures: [String: Int] = [:]
    /// The number of times a server confirmed that a stored picture is still current.
    package var revalidations = 0
    /// Pictures delivered but not stored, because the storing queue was full or the storage failed.
    package var notStored = 0
    /// Bytes of pictures downloaded, including interrupted downloads.
    public var bytesDownloaded = 0
    /// The same for each URL, for the 1000 URLs used most recently.
    package var bytesDownloadedByURL: [String: Int] = [:]

    /// The share of successful loads that did not use the network, 0...1; nil before the first.
    public var hitRate: Double? {
        let all = loads.values.reduce(0, +)
        return all == 0 ? nil : Double(all - loads[.network, default: 0]) / Double(all)
    }
}

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
