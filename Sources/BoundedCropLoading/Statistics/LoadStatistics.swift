/// The statistics of a loader since it was created.
public struct LoadStatistics: Hashable, Sendable {
    /// Successful loads by origin. Requests that shared a load count once.
    public var loads: [LoadEvent.Origin: Int] = [:]
    /// Failed loads by error code; `cancelled` counts cancelled loads.
    public var failures: [String: Int] = [:]
    /// The number of times a server confirmed that a stored picture is still current.
    public var revalidations = 0
    /// Pictures delivered but not stored, because the storing queue was full or the storage failed.
    public var notStored = 0
    /// Bytes of pictures downloaded, including interrupted downloads.
    public var bytesDownloaded = 0
    /// The same for each URL, for the 1000 URLs used most recently.
    public var bytesDownloadedByURL: [String: Int] = [:]

    /// The share of successful loads that did not use the network, 0...1; nil before the first.
    public var hitRate: Double? {
        let all = loads.values.reduce(0, +)
        return all == 0 ? nil : Double(all - loads[.network, default: 0]) / Double(all)
    }
}
