import Benchmark

/// Measures the latency of the loader and of the service, both over the loopback interface.
let benchmarks: @Sendable () -> Void = {
    measureLoader()
    measureService()
}
