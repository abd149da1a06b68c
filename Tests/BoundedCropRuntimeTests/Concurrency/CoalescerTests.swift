import TestSupport
import Testing

@testable import BoundedCropRuntime

@Suite(.timeLimit(.minutes(15))) struct CoalescerTests {
    private struct Failure: Error {}

    /// A computation that waits until it is released and reports when it starts and when it is cancelled.
    private final class Computation: Sendable {
        let started = Events(of: Void.self)
        let cancelled = Events(of: Void.self)
        private let go = Events(of: Void.self)

        func release() { go.post(()) }

        func run(_ result: @Sendable () throws -> Int) async throws -> Int {
            started.post(())
            try await withTaskCancellationHandler {
                await go.wait()
                try Task.checkCancellation()
            } onCancel: {
                cancelled.post(())
            }
            return try result()
        }
    }

    private func waiters(
        _ count: Int,
        on coalescer: Coalescer<String, Int>,
        _ computation: Computation,
        _ result: @escaping @Sendable () throws -> Int
    ) async -> [Task<Int, any Error>] {
        let tasks = (0..<count).map { _ in Task { try await coalescer.value(for: "key") { try await computation.run(result) } } }
        await until { coalescer.waiterCount == count }
        await computation.started.wait()
        return tasks
    }

    @Test func concurrentRequestsShareOneComputation() async throws {
        let (coalescer, computation, count) = (Coalescer<String, Int>(), Computation(), Counter())
        let tasks = await waiters(20, on: coalescer, computation) {
            count.enter()
            return 5
        }
        #expect(coalescer.inFlight == 1)
        computation.release()
        for task in tasks { #expect(try await task.value == 5) }
        #expect(count.total == 1)
        #expect(coalescer.inFlight == 0)
    }

    @Test func laterRequestsComputeAgain() async throws {
        let (coalescer, count) = (Coalescer<String, Int>(), Counter())
        for _ in 0..<3 {
            _ = try await coalescer.value(for: "key") {
                count.enter()
                return 1
            }
        }
        #expect(count.total == 3)
    }

    @Test func differentKeysAreComputedSeparately() async throws {
        let coalescer = Coalescer<Int, Int>()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for key in 0..<50 {
                group.addTask {
                    let value = try await coalescer.value(for: key) { key * 2 }
                    #expect(value == key * 2)
                }
            }
            try await group.waitForAll()
        }
        #expect(coalescer.inFlight == 0)
    }

    @Test func allWaitersReceiveTheError() async throws {
        let (coalescer, computation) = (Coalescer<String, Int>(), Computation())
        let tasks = await waiters(5, on: coalescer, computation) { throw Failure() }
        computation.release()
        for task in tasks { await #expect(throws: Failure.self) { try await task.value } }
        #expect(coalescer.inFlight == 0)
    }

    /// The cancelled waiter ends immediately, while the computation continues for the others.
    @Test func cancellingOneWaiterDoesNotAffectTheOthers() async throws {
        let (coalescer, computation) = (Coalescer<String, Int>(), Computation())
        let tasks = await waiters(3, on: coalescer, computation) { 5 }
        tasks[0].cancel()
        await #expect(throws: CancellationError.self) { try await tasks[0].value }
        #expect(coalescer.waiterCount == 2)
        computation.release()
        #expect(try await tasks[1].value == 5)
        #expect(try await tasks[2].value == 5)
    }

    @Test func cancellingTheLastWaiterCancelsTheComputation() async throws {
        let (coalescer, computation) = (Coalescer<String, Int>(), Computation())
        let tasks = await waiters(3, on: coalescer, computation) { 5 }
        for task in tasks {
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
        await computation.cancelled.wait()
        #expect(coalescer.inFlight == 0)
    }

    @Test func afterAllWaitersAreCancelledTheNextRequestStartsAgain() async throws {
        let (coalescer, abandoned, next) = (Coalescer<String, Int>(), Computation(), Computation())
        let first = await waiters(1, on: coalescer, abandoned) { 1 }[0]
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        let second = await waiters(1, on: coalescer, next) { 2 }[0]
        // When the abandoned computation finishes late, it must not remove the new one.
        abandoned.release()
        next.release()
        #expect(try await second.value == 2)
    }

    @Test func aTaskAlreadyCancelledStartsNothing() async {
        let (coalescer, ready) = (Coalescer<String, Int>(), Events(of: Void.self))
        let task = Task {
            await ready.wait()
            return try await coalescer.value(for: "key") {
                Issue.record("the computation started")
                return 1
            }
        }
        task.cancel()
        ready.post(())
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(coalescer.inFlight == 0)
    }
}
