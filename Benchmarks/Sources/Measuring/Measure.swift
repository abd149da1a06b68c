internal import Benchmark

/// Registers a benchmark: how long something takes, of the clock and of the processor.
/// - Parameter memory: whether the peak of the process's memory is measured too, which is looked at every few milliseconds.
package func measure(_ name: String, memory: Bool = false, _ work: @escaping () throws -> Void) {
    Benchmark(name, configuration: .inMicroseconds(memory: memory)) { benchmark in
        let time = ProcessorTime()
        try work()
        benchmark.measurement(.processorTime, time.microseconds)
    }
}

/// The same for what waits.
package func measure(_ name: String, _ work: @escaping () async throws -> Void) {
    Benchmark(name, configuration: .inMicroseconds()) { benchmark in
        let time = ProcessorTime()
        try await work()
        benchmark.measurement(.processorTime, time.microseconds)
    }
}

/// Registers a benchmark of something that takes a few microseconds: a thousand times at once, or the clock would be what is measured.
package func measureThousand(_ name: String, _ work: @escaping () async throws -> Void) {
    Benchmark(name, configuration: .init(metrics: [.wallClock], scalingFactor: .kilo, maxDuration: .seconds(2))) { benchmark in
        for _ in benchmark.scaledIterations { try await work() }
    }
}

extension BenchmarkMetric {
    /// Of the whole process. The library's own comes in hundredths of a second on Linux.
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
