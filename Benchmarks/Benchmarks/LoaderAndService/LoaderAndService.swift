import Benchmark

/// What a program that loads pictures waits for, and what a client of the service does, both over the loopback interface.
let benchmarks: @Sendable () -> Void = {
    measureLoader()
    measureService()
}
