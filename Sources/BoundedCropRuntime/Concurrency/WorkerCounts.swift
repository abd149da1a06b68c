/// How many jobs of a pool wait and run, and when a thread must be woken for them. A signal wakes one thread.
///
/// Two rules keep a job from being forgotten: for each waiting job there is a signal under way or it counts as left, and as long as jobs
/// count as left, there is a signal under way for each place that is free.
struct WorkerCounts: Hashable {
    enum Wake {
        /// The thread takes the next job.
        case takes
        /// There is nothing to do, or not now.
        case waits
        /// There are no more jobs.
        case ends
    }

    /// How many jobs may run at once.
    private(set) var width: Int
    private(set) var waiting = 0
    private(set) var running = 0
    /// The waiting jobs whose signal woke a thread in vain, because the width was reached.
    private(set) var left = 0
    private(set) var isClosed = false

    init(width: Int) {
        self.width = width
    }

    private var free: Int { max(0, width - running) }

    /// Whether another job may wait. Jobs that idle threads are about to take are still in the queue but do not count as waiting.
    func hasRoom(_ limit: Int) -> Bool { waiting - free < limit }

    /// Counts a new job. One signal follows.
    mutating func add() { waiting += 1 }

    /// Counts a waiting job that was cancelled.
    mutating func remove() {
        waiting -= 1
        left = min(left, waiting)
    }

    /// Counts what a thread does that was woken by a signal.
    mutating func wake() -> Wake {
        if waiting == 0 { return isClosed ? .ends : .waits }
        guard free > 0 else {
            left = min(left + 1, waiting)
            return .waits
        }
        waiting -= 1
        running += 1
        left = min(left, waiting)
        return .takes
    }

    /// Counts a job that has run. Returns whether to signal: for a job that was left, or because a closed pool may have nothing left to do.
    mutating func finish() -> Bool {
        running -= 1
        return take(1) > 0 || isClosed
    }

    /// Changes the width and returns how many signals to send for jobs that were left.
    mutating func setWidth(_ width: Int) -> Int {
        let before = free
        self.width = width
        return take(free - before)
    }

    /// Counts no further jobs. One signal follows.
    mutating func close() { isClosed = true }

    /// Takes from the jobs that were left as many as may run in places that have become free.
    private mutating func take(_ places: Int) -> Int {
        let taken = max(0, min(places, free, left))
        left -= taken
        return taken
    }
}
