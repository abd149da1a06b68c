import BoundedCropRuntime
import CLibrary
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15))) struct WorkerPoolTests {
    private struct Failure: Error, Equatable {
        let number: Int
    }

    @Test func returnsTheResultOfTheWork() async throws {
        #expect(try await WorkerPool(threadCount: 1).run { _ in 42 } == 42)
    }

    @Test func rethrowsTheErrorOfTheWork() async {
        await #expect(throws: Failure(number: 7)) { try await WorkerPool(threadCount: 1).run { _ in throw Failure(number: 7) } }
    }

    @Test(arguments: [1, 2, 5]) func runsAsManyJobsAtOnceAsItHasThreads(threads: Int) async throws {
        #expect(try await WorkerPool(threadCount: threads, queueLimit: 100).crowd(of: 20, on: threads) == (20, threads))
    }

    @Test func moreThreadsTakeTheJobsThatAreWaiting() async throws {
        let pool = WorkerPool(threadCount: 1)
        let (gate, entered) = (Gate(), Events(of: Void.self))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    try await pool.run { _ in
                        entered.post(()); gate.pass()
                    }
                }
            }
            await entered.wait()
            await until { pool.waitingCount == 3 }
            pool.threadCount = 3
            _ = await entered.next(2)
            #expect(pool.waitingCount == 1 && pool.threadCount == 3)
            gate.open()
            try await group.waitForAll()
        }
    }

    @Test func fewerThreadsFinishTheirJobsAndThenLeaveTheRestToOthers() async throws {
        let pool = WorkerPool(threadCount: 3)
        let (gate, entered) = (Gate(), Events(of: Void.self))
        let jobs = (0..<3).map { _ in
            Task {
                try await pool.run { _ in
                    entered.post(()); gate.pass()
                }
            }
        }
        _ = await entered.next(3)
        pool.threadCount = 1
        gate.open()
        for job in jobs { try await job.value }
        #expect(try await pool.crowd(of: 6, on: 1) == (6, 1))
        pool.threadCount = 2
        #expect(try await pool.crowd(of: 6, on: 2) == (6, 2))
    }

    /// Nothing waits, though more jobs run than the pool is now to have threads.
    @Test func afterShrinkingThereIsRoomInTheQueueAsBefore() async throws {
        let pool = WorkerPool(threadCount: 3, queueLimit: 1)
        let (gate, entered) = (Gate(), Events(of: Void.self))
        let jobs = (0..<3).map { _ in
            Task {
                try await pool.run { _ in
                    entered.post(()); gate.pass()
                }
            }
        }
        _ = await entered.next(3)
        pool.threadCount = 1
        let waiting = Task { try await pool.run { _ in 42 } }
        await until { pool.waitingCount == 1 }
        let error = await #expect(throws: BoundedCropError.self) { try await pool.run { _ in Issue.record("the job ran") } }
        #expect(error?.code == .queueFull)
        gate.open()
        for job in jobs { try await job.value }
        #expect(try await waiting.value == 42)
    }

    /// Jobs come, end and are cancelled while the number of threads changes all the time.
    @Test(arguments: 1...10 as ClosedRange<UInt64>) func everyCallEndsWhileTheNumberOfThreadsChanges(seed: UInt64) async {
        let pool = WorkerPool(threadCount: 2, queueLimit: 10_000)
        var generator = SeededGenerator(seed: seed)
        let ended = await withTaskGroup(of: Int.self) { group in
            for number in 0..<1000 {
                let isCancelled = Int.random(in: 0..<4, using: &generator) == 0
                group.addTask {
                    let task = Task { try await pool.run { _ in number } }
                    if isCancelled { task.cancel() }
                    switch await task.result {
                    case .success(let value): #expect(value == number)
                    case .failure(let error): #expect(error is CancellationError && isCancelled)
                    }
                    return 1
                }
                if Int.random(in: 0..<10, using: &generator) == 0 { pool.threadCount = Int.random(in: 1...6, using: &generator) }
            }
            return await group.reduce(0, +)
        }
        #expect(ended == 1000 && pool.waitingCount == 0)
    }

    @Test(arguments: [(WorkerPool.Order.firstInFirstOut, [0, 1, 2, 3, 4]), (.lastInFirstOut, [4, 3, 2, 1, 0])])
    func runsQueuedJobsInTheConfiguredOrder(order: WorkerPool.Order, expected: [Int]) async throws {
        let pool = WorkerPool(threadCount: 1, order: order)
        let (gate, ran) = (Gate(), Events(of: Int.self))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await pool.run { _ in
                    ran.post(-1); gate.pass()
                }
            }
            await ran.wait()
            for number in 0..<5 {
                group.addTask { try await pool.run { _ in ran.post(number) } }
                await until { pool.waitingCount == number + 1 }
            }
            gate.open()
            try await group.waitForAll()
        }
        #expect(await ran.next(5) == expected)
    }

    @Test(arguments: [0, 1, 3]) func refusesWorkWhenTheQueueIsFull(limit: Int) async throws {
        let pool = WorkerPool(threadCount: 2, queueLimit: limit)
        let (gate, entered) = (Gate(), Events(of: Void.self))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<2 {
                group.addTask {
                    try await pool.run { _ in
                        entered.post(()); gate.pass()
                    }
                }
            }
            _ = await entered.next(2)
            for _ in 0..<limit { group.addTask { try await pool.run { _ in } } }
            await until { pool.waitingCount == limit }
            let error = await #expect(throws: BoundedCropError.self) { try await pool.run { _ in Issue.record("the job ran") } }
            #expect(error?.code == .queueFull)
            #expect(error?.message.contains("\(limit)") == true)
            gate.open()
            try await group.waitForAll()
        }
        #expect(try await pool.run { _ in true })
    }

    /// A thread is available again by the time its result is returned, even without a queue.
    @Test func aPoolWithoutAQueueRunsOneJobAfterAnother() async throws {
        let pool = WorkerPool(threadCount: 1, queueLimit: 0)
        for number in 0..<2000 {
            #expect(try await pool.run { _ in number } == number)
        }
    }

    @Test func runsTenThousandSmallJobs() async throws {
        let pool = WorkerPool(threadCount: 4, queueLimit: 10_000)
        let sum = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<10_000 { group.addTask { try await pool.run { _ in number } } }
            return try await group.reduce(0, +)
        }
        #expect(sum == 49_995_000)
        #expect(pool.waitingCount == 0)
    }

    @Test func endsItsThreadsWhenDeallocated() async throws {
        let ended = Events(of: Void.self)
        let key = threadEndKey(ended)
        var pool: WorkerPool? = WorkerPool(threadCount: 3)
        let (gate, entered) = (Gate(), Events(of: Void.self))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<3 {
                group.addTask { [pool] in
                    try await pool?.run { _ in
                        pthread_setspecific(key, Unmanaged.passRetained(ThreadEnd(events: ended)).toOpaque())
                        entered.post(())
                        gate.pass()
                    }
                }
            }
            _ = await entered.next(3)
            gate.open()
            try await group.waitForAll()
        }
        pool = nil
        #expect(await ended.next(3).count == 3)
    }

    @Test func threadsMayRunAtLowerPriority() async throws {
        let (plain, nice) = (WorkerPool(threadCount: 1), WorkerPool(threadCount: 1, niceness: 3))
        let niceness = { (pool: WorkerPool) in try await pool.run { _ in getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0) } }
        #expect(try await niceness(nice) == min(try await niceness(plain) + 3, 19))
    }

    private final class ThreadEnd: Sendable {
        let events: Events<Void>

        init(events: Events<Void>) {
            self.events = events
        }
    }

    /// A thread-specific key whose value posts an event when its thread ends.
    private func threadEndKey(_ events: Events<Void>) -> pthread_key_t {
        var key = pthread_key_t()
        let status = pthread_key_create(&key) { context in
            guard let context else { return }
            Unmanaged<ThreadEnd>.fromOpaque(context).takeRetainedValue().events.post(())
        }
        #expect(status == 0)
        return key
    }
}
