internal import BoundedCrop
internal import FoundationEssentials
internal import Metrics
internal import Synchronization

/// Counts what a loader does, for its `statistics` and for swift-metrics.
final class LoadAccounting: Sendable {
    private struct State {
        var factory: any MetricsFactory
        var statistics = LoadStatistics()
        var bytesByURL = LeastRecentlyUsed<String, Int>(countLimit: 1000, costLimit: .max)
    }

    private let state: Mutex<State>

    init(metrics factory: any MetricsFactory) {
        state = Mutex(State(factory: factory))
    }

    /// Changes the destination of metrics.
    func report(to factory: any MetricsFactory) {
        state.withLock { $0.factory = factory }
    }

    var statistics: LoadStatistics {
        state.withLock { state in
            var statistics = state.statistics
            for url in state.bytesByURL.keys { statistics.bytesDownloadedByURL[url] = state.bytesByURL.peek(url) }
            return statistics
        }
    }

    func count(_ origin: LoadEvent.Origin) {
        counter("boundedcrop_loading_loads_total", [("origin", origin.rawValue)]).increment()
        state.withLock { $0.statistics.loads[origin, default: 0] += 1 }
    }

    func count(_ error: any Error) {
        let code = (error as? BoundedCropError)?.code.rawValue ?? (error is CancellationError ? "cancelled" : "other")
        counter("boundedcrop_loading_failures_total", [("code", code)]).increment()
        state.withLock { $0.statistics.failures[code, default: 0] += 1 }
    }

    func count(downloaded byteCount: Int, from url: URL) {
        counter("boundedcrop_loading_downloaded_bytes_total").increment(by: byteCount)
        state.withLock { state in
            state.statistics.bytesDownloaded += byteCount
            let text = url.absoluteString
            state.bytesByURL.insert((state.bytesByURL.peek(text) ?? 0) + byteCount, for: text)
        }
    }

    func countRevalidation() {
        state.withLock { $0.statistics.revalidations += 1 }
    }

    func countNotStored() {
        counter("boundedcrop_loading_not_stored_total").increment()
        state.withLock { $0.statistics.notStored += 1 }
    }

    private func counter(_ name: String, _ labels: [(String, String)] = []) -> Counter {
        Counter(label: name, dimensions: labels, factory: state.withLock { $0.factory })
    }
}
