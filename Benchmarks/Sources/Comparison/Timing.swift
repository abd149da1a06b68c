import BenchmarksCLibrary

/// The duration of some work in milliseconds.
struct Timing: Sendable {
    /// The processor time of the calling thread alone, which other load on the machine hardly affects.
    var cpu: Double
    var wall: Double

    static func measure(_ work: () throws -> Void) rethrows -> Timing {
        let (cpu, wall) = (now(CLOCK_THREAD_CPUTIME_ID), now(CLOCK_MONOTONIC))
        try work()
        return Timing(cpu: now(CLOCK_THREAD_CPUTIME_ID) - cpu, wall: now(CLOCK_MONOTONIC) - wall)
    }

    /// The median of each work. They alternate so that other load on the machine affects them equally.
    static func medians(of works: [() throws -> Void], rounds: Int) throws -> [Timing] {
        var timings = [[Timing]](repeating: [], count: works.count)
        for _ in 0..<rounds {
            for (index, work) in works.enumerated() { timings[index].append(try measure(work)) }
        }
        return timings.map { Timing(cpu: median($0.map(\.cpu)), wall: median($0.map(\.wall))) }
    }

    private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

    private static func now(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
    }
}
