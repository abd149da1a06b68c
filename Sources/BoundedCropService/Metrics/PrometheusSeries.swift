internal import CoreMetrics
internal import Synchronization

/// A counter.
final class PrometheusCounter: CounterHandler {
    private let count = Atomic<Int64>(0)

    var value: Int64 { count.load(ordering: .relaxed) }

    func increment(by amount: Int64) { count.wrappingAdd(amount, ordering: .relaxed) }
    func reset() { count.store(0, ordering: .relaxed) }
}

/// A gauge.
final class PrometheusGauge: RecorderHandler {
    private let last = Mutex(0.0)

    var value: Double { last.withLock { $0 } }

    func record(_ value: Int64) { record(Double(value)) }
    func record(_ value: Double) { last.withLock { $0 = value } }
}

/// A histogram: the number of values, such as seconds, up to each bound.
final class PrometheusHistogram: RecorderHandler, TimerHandler {
    private struct State {
        var counts = [Int](repeating: 0, count: PrometheusHistogram.bounds.count)
        var count = 0
        var sum = 0.0
    }

    private static let bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
    private let state = Mutex(State())

    func recordNanoseconds(_ duration: Int64) { record(Double(duration) * 1e-9) }
    func record(_ value: Int64) { record(Double(value)) }

    func record(_ value: Double) {
        state.withLock { state in
            for (index, bound) in Self.bounds.enumerated() where value <= bound { state.counts[index] += 1 }
            state.count += 1
            state.sum += value
        }
    }

    func lines(_ name: String, _ labels: String) -> [String] {
        let state = state.withLock { $0 }
        let prefix = labels.isEmpty ? "" : labels + ","
        let buckets = zip(Self.bounds, state.counts).map { "\(name)_bucket{\(prefix)le=\"\($0)\"} \($1)" }
        let braced = PrometheusMetrics.braced(labels)
        return buckets + [
            "\(name)_bucket{\(prefix)le=\"+Inf\"} \(state.count)", "\(name)_sum\(braced) \(PrometheusMetrics.number(state.sum))",
            "\(name)_count\(braced) \(state.count)",
        ]
    }
}
