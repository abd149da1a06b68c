import Benchmark

/// What each stage of a crop costs by itself, and all of them together.
let benchmarks: @Sendable () -> Void = {
    measureDecoding()
    measureDetection()
    measureStages()
    measureThumbnails()
}
