/// What a loader has done since it was made.
public struct LoadStatistics: Hashable, Sendable {
    /// Loads that ended well, by where their picture came from. Requests that shared a load are one.
    public var loads: [LoadEvent.Origin: Int] = [:]
    /// Loads that failed, by the code of their error; `cancelled` are those that nobody wanted any more.
    public var failures: [String: Int] = [:]
    /// Times that a server said that what was stored is still right.
    public var revalidations = 0
    /// Pictures that were delivered but not stored, because too much waited to be stored or the storage failed.
    public var notStored = 0
    /// Bytes of pictures that came over the network, those of downloads that broke off too.
    public var bytesDownloaded = 0
    /// The same for each URL; of the 1000 last used.
    public var bytesDownloadedByURL: [String: Int] = [:]

    /// Of all loads that ended well, how many needed no network, 0...1; nil before the first.
    public var hitRate: Double? {
        let all = loads.values.reduce(0, +)
        return all == 0 ? nil : Double(all - loads[.network, default: 0]) / Double(all)
    }
}
