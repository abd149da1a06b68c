internal import BoundedCrop
internal import FoundationEssentials
internal import Synchronization

/// What the answers of an object storage taught: the regions of buckets, and by how much its clock is ahead of this machine's.
final class S3Knowledge: Sendable {
    private struct State {
        var regions = LeastRecentlyUsed<String, String>(countLimit: 1000, costLimit: 1000)
        var ahead = 0.0
    }

    private let state = Mutex(State())
    private let standardRegion: String

    init(standardRegion: String) {
        self.standardRegion = standardRegion
    }

    /// The seconds by which its clock is ahead.
    var ahead: Double {
        get { state.withLock { $0.ahead } }
        set { state.withLock { $0.ahead = newValue } }
    }

    func region(of bucket: String) -> String { state.withLock { $0.regions.use(bucket) } ?? standardRegion }

    func learn(region: String, of bucket: String) { state.withLock { $0.regions.insert(region, for: bucket) } }
}
