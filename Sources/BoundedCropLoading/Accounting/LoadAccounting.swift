internal import BoundedCrop
internal import FoundationEssentials
internal import Metrics
internal import Synchronization

/// Counts what a loader does, for its `statistics` and for swift-metrics.
final class LoadAccounting: Sendable {
    private struct State {
        var statistics = LoadStatistics()
        var bytesByURL = LeastRecentlyUsed<String, Int>(countLimit: 1000, costLimit: .max)
    }

    private let state = Mutex(State())
    private let downloadedBytes = Counter(label: "boundedcrop_loading_downloaded_bytes_total")
    private let origins = Dictionary(
        uniqueKeysWithValues: [LoadEvent.Origin.memory, .storage, .network, .local].map { origin in
            (origin, Counter(label: "boundedcrop_loading_loads_total", dimensions: [("origin", origin.rawValue)]))
        }
    )

    var statistics: LoadStatistics {
        state.withLock { state in
            var statistics = state.statistics
            for url in state.bytesByURL.keys { statistics.bytesDownloadedByURL[url] = state.bytesByURL.peek(url) }
            return statistics
        }
    }

    func count(_ origin: LoadEvent.Origin) {
        origins[origin]?.increment()
        state.withLock { $0.statistics.loads[origin, default: 0] += 1 }
    }

    func count(_ error: any Error) {
        let code = (error as? BoundedCropError)?.code.rawValue ?? (error is CancellationError ? "cancelled" : "other")
        Counter(label: "boundedcrop_loading_failures_total", dimensions: [("code", code)]).increment()
        state.withLock { $0.statistics.failures[code, default: 0] += 1 }
    }

    func count(downloaded byteCount: Int, from url: URL) {
        downloadedBytes.increment(by: byteCount)
        state.withLock { state in
            state.statistics.bytesDownloaded += byteCount
            let text = url.absoluteString
            state.bytesByURL.insert((state.bytesByURL.peek(text) ?? 0) + byteCount, for: text)
        }
    }

    func countRevalidation() {
        state.withLock { $0.statistics.revalidations += 1 }
    }
}
