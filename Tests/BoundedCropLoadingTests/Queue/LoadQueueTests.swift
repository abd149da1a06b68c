import PictureServer
import TestSupport
import Testing

@testable import BoundedCropLoading

@Suite(.timeLimit(.minutes(15))) struct LoadQueueTests {
    /// A queue of one place that is taken, and what waits behind it.
    private struct Line {
        let queue = LoadQueue(limit: 1)
        let gate = ServerGate()
        let order = Record<String>()
        var tasks: [Task<Void, any Error>] = []

        init() async {
            tasks.append(Task { [queue, gate] in try await queue.run("first") { await gate.pass() } })
            await gate.arrivals(1)
        }

        mutating func add(_ key: String) async {
            tasks.append(Task { [queue, order] in try await queue.run(key) { order.append(key) } })
            let count = tasks.count - 1
            await until { queue.waitingCount == count }
        }

        func run() async throws -> [String] {
            gate.open()
            for task in tasks { try await task.value }
            return order.all
        }
    }

    @Test func theNewestIsNext() async throws {
        var line = await Line()
        for key in ["a", "b", "c"] { await line.add(key) }
        #expect(try await line.run() == ["c", "b", "a"])
        #expect(line.queue.runningCount == 0)
    }

    @Test func theOneThatMattersMostIsNext() async throws {
        var line = await Line()
        for (key, priority) in [("low", LoadPriority.low), ("high", .high), ("normal", .normal)] {
            _ = line.queue.register(key, priority)
            await line.add(key)
        }
        #expect(try await line.run() == ["high", "normal", "low"])
    }

    @Test func aPriorityCanChangeWhileALoadWaits() async throws {
        var line = await Line()
        let interest = line.queue.register("a", .normal)
        for key in ["a", "b", "c"] { await line.add(key) }
        line.queue.setPriority(.high, of: interest, for: "a")
        _ = line.queue.register("c", .low)
        _ = line.queue.register("b", .normal)
        #expect(try await line.run() == ["a", "b", "c"])
    }

    @Test func aLoadMattersAsMuchAsToTheOneWhoWantsItMost() async throws {
        var line = await Line()
        let (much, _) = (line.queue.register("a", .high), line.queue.register("a", .low))
        _ = line.queue.register("b", .normal)
        for key in ["a", "b"] { await line.add(key) }
        line.queue.unregister(much, for: "a")
        #expect(try await line.run() == ["b", "a"])
    }

    @Test func whoIsCancelledWhileWaitingLeavesAtOnce() async throws {
        var line = await Line()
        for key in ["a", "b"] { await line.add(key) }
        line.tasks[2].cancel()
        await #expect(throws: CancellationError.self) { try await line.tasks[2].value }
        #expect(line.queue.waitingCount == 1)
        line.tasks.remove(at: 2)
        #expect(try await line.run() == ["a"])
    }

    @Test func aFailureFreesThePlace() async throws {
        struct Failure: Error {}
        let queue = LoadQueue(limit: 1)
        for _ in 0..<3 { await #expect(throws: Failure.self) { try await queue.run("a") { throw Failure() } } }
        #expect(queue.runningCount == 0)
    }

    @Test func noMoreRunAtOnceThanAllowed() async throws {
        let (queue, counter) = (LoadQueue(limit: 3), Counter())
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<200 {
                group.addTask {
                    try await queue.run("\(number)") {
                        counter.enter()
                        await Task.yield()
                        counter.leave()
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(counter.total == 200)
        #expect(counter.most <= 3)
        #expect(queue.runningCount == 0)
    }

    @Test func noInterestIsKeptThatNobodyHas() {
        let queue = LoadQueue(limit: 1)
        let interests = (0..<3).map { _ in queue.register("a", .low) }
        #expect(queue.interestCount == 1)
        for interest in interests { queue.unregister(interest, for: "a") }
        queue.setPriority(.high, of: interests[0], for: "a")
        #expect(queue.interestCount == 0)
    }
}
