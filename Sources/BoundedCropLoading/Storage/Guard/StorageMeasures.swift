internal import BoundedCrop
internal import Metrics

/// The metrics of a guarded storage.
struct StorageMeasures: Sendable {
    private let name: String
    private let factory: any MetricsFactory

    init(name: String, factory: any MetricsFactory) {
        (self.name, self.factory) = (name, factory)
        // Series that exist from the start can be compared with each other.
        for outcome in ["hit", "miss", "timeout", "failed", "skipped"] { reads(outcome).increment(by: 0) }
        for outcome in ["stored", "timeout", "failed", "skipped", "dropped"] { writes(outcome).increment(by: 0) }
    }

    /// - Parameter duration: Nil if the storage was not asked.
    func read(_ outcome: String, _ duration: Duration?) {
        reads(outcome).increment()
        guard let duration else { return }
        Metrics.Timer(label: "boundedcrop_storage_read_duration_seconds", dimensions: [("storage", name)], factory: factory)
            .recordNanoseconds(Int64(Int(duration.seconds * 1e9, within: 0...Int.max, rounded: .down)))
    }

    func write(_ outcome: String) { writes(outcome).increment() }

    private func reads(_ outcome: String) -> Counter { counter("boundedcrop_storage_reads_total", outcome) }

    private func writes(_ outcome: String) -> Counter { counter("boundedcrop_storage_writes_total", outcome) }

    private func counter(_ label: String, _ outcome: String) -> Counter {
        Counter(label: label, dimensions: [("storage", name), ("outcome", outcome)], factory: factory)
    }
}
