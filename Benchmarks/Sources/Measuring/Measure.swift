internal import Benchmark

/// Registers a benchmark that measures wall-clock and processor time.
/// - Parameter memory: Whether to measure the process's peak memory too, which is sampled every few milliseconds.
package func measure(_ name: String, memory: Bool = false, _ work: @escaping () throws -> Void) {
    Benchmark(name, configuration: .inMicroseconds(memory: memory)) { benchmark in
        let time = ProcessorTime()
        try work()
        benchmark.measurement(.processorTime, time.microseconds)
    }
}

/// The same for asynchronous work.
package func measure(_ name: String, _ work: @escaping () async throws -> Void) {
    Benchmark(name, configuration: .inMicroseconds()) { benchmark in
        let time = ProcessorTime()
        try await work()
        benchmark.measurement(.processorTime, time.microseconds)
    }
}

/// Registers a benchmark of work that takes a few microseconds. It runs a thousand times per measurement; otherwise the clock itself would
/// dominate.
package func measureThousand(_ name: String, _ work: @escaping () async throws -> Void) {
    Benchmark(name, configuration: .init(metrics: [.wallClock], scalingFactor: .kilo, maxDuration: .seconds(2))) { benchmark in
        for _ in benchmark.scaledIterations { try await work() }
    }
}

extension BenchmarkMetric {
    /// Of the whole process. The benchmark library's own metric has a resolution of hundredths of a second on Linux.
    fileprivate static let processorTime = custom("Time (processor, μs)", useScalingFactor: false)
}

extension Benchmark.Configuration {
    fileprivate static func inMicroseconds(memory: Bool = false) -> Self {
        Self(
            metrics: [.wallClock, .processorTime] + (memory ? [.peakMemoryResident] : []),
            timeUnits: .microseconds,
            units: [.processorTime: .count],
            maxDuration: .seconds(2)
        )
    }
}
