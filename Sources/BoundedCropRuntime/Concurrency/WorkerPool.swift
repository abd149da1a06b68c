internal import Dispatch
internal import Synchronization

/// Threads for blocking work with a bounded queue, so that decoding and detection never block Swift's cooperative threads. The threads are
/// started when there is work for the first time.
public final class WorkerPool: Sendable {
    /// Which waiting job runs next.
    public enum Order: Hashable, Sendable {
        /// The job that has waited longest: fair, and suitable when every result is needed.
        case firstInFirstOut
        /// The newest job: suitable when old requests lose their value, such as pictures that were scrolled out of view.
        case lastInFirstOut
    }

    private struct Job {
        /// Does the work and returns a closure that delivers the result to the caller.
        let run: @Sendable () -> @Sendable () -> Void
        let drop: @Sendable () -> Void
    }

    /// What the threads keep alive. The pool itself can be deallocated while they finish.
    private final class Shared: Sendable {
        struct State {
            var waiting = WaitingLine<Job>()
            var counts: WorkerCounts
            /// The number of threads started. The system may provide fewer than requested.
            var threads = 0
            var nextID: UInt64 = 0
        }

        let state: Mutex<State>
        let order: Order
        /// Wakes a thread that may have something to do: a job, or to end because there are no more.
        let signal = DispatchSemaphore(value: 0)

        init(width: Int, order: Order) {
            state = Mutex(State(counts: WorkerCounts(width: width)))
            self.order = order
        }

        func work() {
            while true {
                signal.wait()
                let (wake, job) = state.withLock { state in
                    let wake = state.counts.wake()
                    return (wake, wake == .takes ? next(&state) : nil)
                }
                if let job {
                    let deliver = job.run()
                    // Before delivery, so that a caller that has its result can rely on a free thread.
                    if state.withLock({ $0.counts.finish() }) { signal.signal() }
                    deliver()
                } else if wake == .ends {
                    // The notice is for every thread.
                    signal.signal()
                    return
                }
            }
        }

        private func next(_ state: inout State) -> Job? {
            order == .lastInFirstOut ? state.waiting.popLast() : state.waiting.popFirst()
        }
    }

    /// The pool shared by the whole process, with one thread per core.
    public static let shared = WorkerPool()

    /// How many jobs run at once; at least 1. Fewer run if the system cannot create enough threads.
    ///
    /// It may be changed while jobs run: if it grows, waiting jobs start; if it shrinks, running jobs are completed first.
    /// - Precondition: A new value is at least 1.
    public var threadCount: Int {
        get { shared.state.withLock { $0.counts.width } }
        set {
            precondition(newValue > 0, "a pool needs at least one thread")
            let signals = shared.state.withLock { state in
                let signals = state.counts.setWidth(newValue)
                // Before its first job, a pool starts no threads. A refusal is as good as in `submit`: the threads there are do the work.
                if state.threads > 0 { try? startThreads(&state) }
                return signals
            }
            for _ in 0..<signals { shared.signal.signal() }
        }
    }
    /// How many jobs may wait while all threads are busy. Further jobs are refused with `queueFull`.
    package let queueLimit: Int
    private let shared: Shared
    private let startThread: ThreadStarter

    /// Starts a thread that runs the body, or throws.
    typealias ThreadStarter = @Sendable (_ body: @escaping @Sendable () -> Void) throws -> Void

    /// Creates a pool.
    /// - Parameters:
    ///   - threadCount: How many jobs run at once; the number of cores by default.
    ///   - queueLimit: How many jobs may wait; further ones are refused.
    ///   - order: Which waiting job runs next.
    ///   - niceness: How much to lower the priority of the pool's threads relative to the process's other threads, 0...19, as with `nice`.
    ///     Use a value above 0 if the process must respond quickly while the pool is busy.
    /// - Precondition: `threadCount` is at least 1 and `queueLimit` is not negative.
    public convenience init(threadCount: Int? = nil, queueLimit: Int = 1024, order: Order = .firstInFirstOut, niceness: Int = 0) {
        self.init(threadCount: threadCount, queueLimit: queueLimit, order: order) { try Threads.start(niceness: niceness, $0) }
    }

    init(threadCount: Int?, queueLimit: Int, order: Order, startThread: @escaping ThreadStarter) {
        let threadCount = threadCount ?? Threads.processorCount
        precondition(threadCount > 0 && queueLimit >= 0, "a pool needs at least one thread and a queue limit of at least 0")
        self.queueLimit = queueLimit
        self.startThread = startThread
        shared = Shared(width: threadCount, order: order)
    }

    deinit {
        shared.state.withLock { $0.counts.close() }
        shared.signal.signal()
    }

    /// Starts the missing threads. Throws when the system refuses one.
    private func startThreads(_ state: inout Shared.State) throws {
        while state.threads < state.counts.width {
            try startThread { [shared] in shared.work() }
            state.threads += 1
        }
    }

    /// The number of jobs waiting for a thread.
    package var waitingCount: Int { shared.state.withLock { $0.waiting.count } }

    /// Runs blocking work on one of the threads.
    ///
    /// When the calling task is cancelled, waiting work is removed from the queue, and running work is notified through its `Cancellation`.
    /// - Throws: What the work throws; `CancellationError` if the calling task is cancelled; `queueFull`, immediately, if the queue is full
    ///   or the system has not given the pool a single thread.
    public func run<Result: Sendable>(_ work: @escaping @Sendable (Cancellation) throws -> Result) async throws -> Result {
        try await run(evenIfFull: false, work)
    }

    /// - Parameter evenIfFull: Whether to queue the work even if the queue is full. For callers that limit their own number of jobs.
    package func run<Result: Sendable>(
        evenIfFull: Bool,
        _ work: @escaping @Sendable (Cancellation) throws -> Result
    ) async throws -> Result {
        let cancellation = Cancellation()
        let id = shared.state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Result, any Error>) in
                let job = Job {
                    let result = Swift.Result {
                        try cancellation.check()
                        let result = try cancellation.perform { try work(cancellation) }
                        try cancellation.check()
                        return result
                    }
                    return { continuation.resume(with: result) }
                } drop: {
                    continuation.resume(throwing: CancellationError())
                }
                submit(job, id, cancellation, evenIfFull: evenIfFull) { continuation.resume(throwing: $0) }
            }
        } onCancel: {
            cancellation.cancel()
            remove(id)
        }
    }

    private func submit(_ job: Job, _ id: UInt64, _ cancellation: Cancellation, evenIfFull: Bool, refuse: (any Error) -> Void) {
        let refusal: (any Error)? = shared.state.withLock { state in
            // Cancelled before the job was queued: `remove` has already run and would not find it.
            if cancellation.isCancelled { return CancellationError() }
            guard evenIfFull || state.counts.hasRoom(queueLimit) else {
                return BoundedCropError(.queueFull, "\(queueLimit) jobs are already waiting, which is the limit")
            }
            do { try startThreads(&state) } catch { if state.threads == 0 { return error } }
            state.waiting.append(job, id: id)
            state.counts.add()
            return nil
        }
        if let refusal { refuse(refusal) } else { shared.signal.signal() }
    }

    private func remove(_ id: UInt64) {
        let job = shared.state.withLock { state in
            let job = state.waiting.remove(id)
            if job != nil { state.counts.remove() }
            return job
        }
        job?.drop()
    }
}
