import BoundedCropRuntime
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15))) struct WorkerPoolCancellationTests {
    @Test func removesACancelledJobFromTheQueue() async throws {
        let pool = WorkerPool(threadCount: 1)
        let (gate, entered) = (Gate(), Events(of: Void.self))
        let running = Task {
            try await pool.run { _ in
                entered.post(()); gate.pass()
            }
        }
        await entered.wait()
        let waiting = Task { try await pool.run { _ in _ = Issue.record("the cancelled job ran") } }
        await until { pool.waitingCount == 1 }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        #expect(pool.waitingCount == 0)
        gate.open()
        try await running.value
        #expect(try await pool.run { _ in true })
    }

    @Test func aCancelledJobMakesRoomForAnother() async throws {
        let pool = WorkerPool(threadCount: 1, queueLimit: 1)
        let (gate, entered) = (Gate(), Events(of: Void.self))
        let running = Task {
            try await pool.run { _ in
                entered.post(()); gate.pass()
            }
        }
        await entered.wait()
        let first = Task { try await pool.run { _ in 1 } }
        await until { pool.waitingCount == 1 }
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        let second = Task { try await pool.run { _ in 2 } }
        await until { pool.waitingCount == 1 }
        gate.open()
        #expect(try await second.value == 2)
        try await running.value
    }

    @Test func signalsCancellationToRunningWork() async throws {
        let pool = WorkerPool(threadCount: 1)
        let entered = Events(of: Void.self)
        let running = Task {
            try await pool.run { cancellation in
                entered.post(())
                while !cancellation.isCancelled { continue }
                try cancellation.check()
            }
        }
        await entered.wait()
        running.cancel()
        await #expect(throws: CancellationError.self) { try await running.value }
    }

    @Test func workThatIgnoresCancellationIsStillReportedAsCancelled() async throws {
        let pool = WorkerPool(threadCount: 1)
        let (gate, entered) = (Gate(), Events(of: Void.self))
        let running = Task {
            try await pool.run { _ in
                entered.post(())
                gate.pass()
                return 1
            }
        }
        await entered.wait()
        running.cancel()
        gate.open()
        await #expect(throws: CancellationError.self) { try await running.value }
    }

    @Test func doesNotStartWorkForACancelledTask() async throws {
        let pool = WorkerPool(threadCount: 1)
        let ready = Events(of: Void.self)
        let task = Task {
            await ready.wait()
            try await pool.run { _ in _ = Issue.record("the job ran") }
        }
        task.cancel()
        ready.post(())
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    /// Submission and cancellation race with each other and with the threads; every call must still end.
    @Test func everyCallEndsWhenCancellationRaces() async {
        let pool = WorkerPool(threadCount: 2, queueLimit: 2000)
        let ended = await withTaskGroup(of: Int.self) { group in
            for number in 0..<1000 {
                group.addTask {
                    let task = Task { try await pool.run { _ in number } }
                    if number.isMultiple(of: 2) { task.cancel() }
                    switch await task.result {
                    case .success(let value): #expect(value == number)
                    case .failure(let error): #expect(error is CancellationError && number.isMultiple(of: 2))
                    }
                    return 1
                }
            }
            return await group.reduce(0, +)
        }
        #expect(ended == 1000)
        #expect(pool.waitingCount == 0)
    }
}
