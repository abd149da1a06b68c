internal import Glibc

/// Processor time of all threads of this process.
struct ProcessorTime {
    private let start = now()

    /// What was spent since this was made.
    var microseconds: Int { Self.now() - start }

    private static func now() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000 + time.tv_nsec / 1000
    }
}
