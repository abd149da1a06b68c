package import CoreMetrics
internal import Synchronization

/// Collects a service's metrics, recorded through swift-metrics, and writes them in the Prometheus text format.
package final class PrometheusMetrics: MetricsFactory {
    private struct Key: Hashable {
        let name: String
        let labels: String
    }

    private struct State {
        var counters: [Key: PrometheusCounter] = [:]
        var gauges: [Key: PrometheusGauge] = [:]
        var histograms: [Key: PrometheusHistogram] = [:]
        var readings: [Key: @Sendable () -> Double] = [:]
    }

    private let state = Mutex(State())

    /// Creates an empty collection.
    package init() {}

    /// Returns a counter, the same for the same name and labels.
    package func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        state.withLock { $0.counters.value(for: Self.key(label, dimensions)) { PrometheusCounter() } }
    }

    /// Returns a histogram of values, or a gauge if they are not aggregated.
    package func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        state.withLock { state in
            let key = Self.key(label, dimensions)
            if aggregate { return state.histograms.value(for: key) { PrometheusHistogram() } }
            return state.gauges.value(for: key) { PrometheusGauge() }
        }
    }

    /// Returns a histogram of seconds.
    package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        state.withLock { $0.histograms.value(for: Self.key(label, dimensions)) { PrometheusHistogram() } }
    }

    /// Does nothing: metrics are kept until the program ends.
    package func destroyCounter(_ handler: any CounterHandler) {}
    /// Does nothing: metrics are kept until the program ends.
    package func destroyRecorder(_ handler: any RecorderHandler) {}
    /// Does nothing: metrics are kept until the program ends.
    package func destroyTimer(_ handler: any TimerHandler) {}

    /// Registers a value that is read when the metrics are written.
    func read(_ name: String, labels: [(String, String)] = [], _ value: @escaping @Sendable () -> Double) {
        state.withLock { $0.readings[Self.key(name, labels)] = value }
    }

    /// All metrics in the Prometheus text format (version 0.0.4).
    package func text() -> String {
        let (counters, gauges, histograms, readings) = state.withLock { ($0.counters, $0.gauges, $0.histograms, $0.readings) }
        var families: [String: (kind: String, lines: [String])] = [:]
        func add(_ key: Key, _ kind: String, _ lines: [String]) {
            families[key.name, default: (kind, [])].lines += lines
        }
        for (key, counter) in counters { add(key, "counter", ["\(key.name)\(Self.braced(key.labels)) \(counter.value)"]) }
        for (key, gauge) in gauges { add(key, "gauge", ["\(key.name)\(Self.braced(key.labels)) \(Self.number(gauge.value))"]) }
        for (key, read) in readings { add(key, "gauge", ["\(key.name)\(Self.braced(key.labels)) \(Self.number(read()))"]) }
        for (key, histogram) in histograms { add(key, "histogram", histogram.lines(key.name, key.labels)) }
        return families.sorted { $0.key < $1.key }
            .map { name, family in
                // The buckets of a histogram must stay in order.
                let lines = family.kind == "histogram" ? family.lines : family.lines.sorted()
                let help = MetricHelp.sentences[name].map { "# HELP \(name) \($0)\n" } ?? ""
                return help + "# TYPE \(name) \(family.kind)\n" + lines.map { $0 + "\n" }.joined()
            }
            .joined()
    }

    /// A number in the format's notation: whole numbers without a point, names for infinity and NaN.
    static func number(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
        return Int(exactly: value).map(String.init) ?? String(value)
    }

    static func braced(_ labels: String) -> String { labels.isEmpty ? "" : "{\(labels)}" }

    private static func key(_ name: String, _ labels: [(String, String)]) -> Key {
        let text = labels.map { name, value in
            "\(named(name))=\"\(value.utf8.contains(where: "\\\"\n".utf8.contains) ? escaped(value) : value)\""
        }
        return Key(name: named(name), labels: text.joined(separator: ","))
    }

    private static func escaped(_ value: String) -> String {
        value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    }

    /// A name in the format's notation: swift-metrics allows any name; here it has letters, digits and underscores, and no leading digit.
    private static func named(_ name: String) -> String {
        // Names of our own, of which every request counts some, need no change.
        let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
        if let first = name.utf8.first, letters.contains(first), name.utf8.allSatisfy({ letters.contains($0) || $0 == UInt8(ascii: "_") }) {
            return name
        }
        let name = String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
        return name.first?.isNumber ?? true ? "_" + name : name
    }
}

extension Dictionary {
    fileprivate mutating func value(for key: Key, _ make: () -> Value) -> Value {
        if let value = self[key] { return value }
        let value = make()
        self[key] = value
        return value
    }
}
