internal import BenchmarksCLibrary

/// The processor time of all threads of this process.
struct ProcessorTime {
    private let start = now()

    /// The time spent since this value was created.
    var microseconds: Int { Self.now() - start }

    private static func now() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000 + time.tv_nsec / 1000
    }
}
