import Benchmark

/// The cost of each stage of a crop, and of all of them together.
let benchmarks: @Sendable () -> Void = {
    measureDecoding()
    measureDetection()
    measureStages()
    measureThumbnails()
}
