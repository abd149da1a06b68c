import PictureServer
import TestSupport
import Testing

@testable import BoundedCropLoading

@Suite(.timeLimit(.minutes(15))) struct LoadQueueTests {
    /// A queue with one slot, which is taken, and the loads waiting for it.
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

    @Test func theNewestLoadIsNext() async throws {
        var line = await Line()
        for key in ["a", "b", "c"] { await line.add(key) }
        #expect(try await line.run() == ["c", "b", "a"])
        #expect(line.queue.runningCount == 0)
    }

    @Test func theHighestPriorityIsNext() async throws {
        var line = await Line()
        for (key, priority) in [("low", LoadPriority.low), ("high", .high), ("normal", .normal)] {
            _ = line.queue.register(key, priority)
            await line.add(key)
        }
        #expect(try await line.run() == ["high", "normal", "low"])
    }

    @Test func theOrderFollowsPriorityChangesOfWaitingLoads() async throws {
        var line = await Line()
        let interest = line.queue.register("a", .normal)
        for key in ["a", "b", "c"] { await line.add(key) }
        line.queue.setPriority(.high, of: interest, for: "a")
        _ = line.queue.register("c", .low)
        _ = line.queue.register("b", .normal)
        #expect(try await line.run() == ["a", "b", "c"])
    }

    @Test func aLoadHasTheHighestPriorityOfItsRequests() async throws {
        var line = await Line()
        let (much, _) = (line.queue.register("a", .high), line.queue.register("a", .low))
        _ = line.queue.register("b", .normal)
        for key in ["a", "b"] { await line.add(key) }
        line.queue.unregister(much, for: "a")
        #expect(try await line.run() == ["b", "a"])
    }

    @Test func aCancelledWaiterLeavesImmediately() async throws {
        var line = await Line()
        for key in ["a", "b"] { await line.add(key) }
        line.tasks[2].cancel()
        await #expect(throws: CancellationError.self) { try await line.tasks[2].value }
        #expect(line.queue.waitingCount == 1)
        line.tasks.remove(at: 2)
        #expect(try await line.run() == ["a"])
    }

    @Test func loadsWaitingForABusyHostAreSkipped() async throws {
        let (queue, gate, order) = (LoadQueue(limit: 3, limitPerHost: 2), ServerGate(), Record<String>())
        let silent = (0..<5).map { number in
            Task {
                try await queue.run("silent \(number)", host: "silent") { await gate.pass() }
                order.append("silent")
            }
        }
        await gate.arrivals(2)
        await until { queue.waitingCount == 3 }
        #expect(queue.runningCount == 2)
        // One after another, in the remaining slot.
        for number in 0..<3 { try await queue.run("\(number)", host: "other") { order.append("\(number)") } }
        try await queue.run("of no host") { order.append("of no host") }
        #expect(order.all == ["0", "1", "2", "of no host"])
        gate.open()
        for task in silent { try await task.value }
        #expect(queue.runningCount == 0)
        #expect(gate.arrivals == 5)
    }

    @Test func theHighestPriorityOfTheEligibleLoadsIsNext() async throws {
        let (queue, gate, order) = (LoadQueue(limit: 2, limitPerHost: 1), ServerGate(), Record<String>())
        let (first, second) = (ServerGate(), ServerGate())
        var tasks = [
            Task { try await queue.run("a0", host: "a") { await first.pass() } },
            Task { try await queue.run("b0", host: "b") { await second.pass() } },
        ]
        await first.arrivals(1)
        await second.arrivals(1)
        for (key, host, priority) in [("b1", "b", LoadPriority.high), ("a1", "a", .low), ("c1", "c", .normal), ("c2", "c", .normal)] {
            _ = queue.register(key, priority)
            let waiting = queue.waitingCount
            tasks.append(
                Task {
                    try await queue.run(key, host: host) {
                        order.append(key)
                        await gate.pass()
                    }
                }
            )
            await until { queue.waitingCount == waiting + 1 }
        }
        first.open()
        await gate.arrivals(1)
        // b1 has the highest priority, but its host is busy; of the others, the newest of those with the next lower priority runs.
        #expect(order.all == ["c2"])
        second.open()
        await gate.arrivals(2)
        #expect(order.all == ["c2", "b1"])
        gate.open()
        for task in tasks { try await task.value }
        #expect(Set(order.all) == ["c2", "b1", "c1", "a1"])
    }

    @Test(arguments: [(1, 1), (2, 1), (3, 2), (4, 3), (5, 4), (8, 4), (16, 4), (64, 16), (0, 1), (-5, 1), (Int.max, Int.max / 4)])
    func theLimitPerHostIsAQuarterOfTheTotalButAtLeastAFew(_ all: Int, _ expected: Int) {
        var configuration = ImageLoader.Configuration(storage: nil)
        configuration.concurrentLoads = all
        #expect(configuration.loadsPerHost == expected)
        configuration.concurrentLoadsPerHost = 0
        #expect(configuration.loadsPerHost == 1)
        configuration.concurrentLoadsPerHost = .max
        #expect(configuration.loadsPerHost == max(1, all))
    }

    @Test func aFailureFreesTheSlot() async throws {
        struct Failure: Error {}
        let queue = LoadQueue(limit: 1)
        for _ in 0..<3 { await #expect(throws: Failure.self) { try await queue.run("a") { throw Failure() } } }
        #expect(queue.runningCount == 0)
    }

    @Test func theLimitIsRespected() async throws {
        let (queue, counter, gate) = (LoadQueue(limit: 3), Counter(), ServerGate())
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<200 {
                group.addTask {
                    try await queue.run("\(number)") {
                        counter.enter()
                        await gate.pass()
                        counter.leave()
                    }
                }
            }
            await gate.arrivals(3)
            await until { queue.waitingCount == 197 }
            #expect(counter.total == 3)
            gate.open()
            try await group.waitForAll()
        }
        #expect(counter.total == 200)
        #expect(counter.most == 3)
        #expect(queue.runningCount == 0)
    }

    /// Though what it waited for has not ended yet: nothing new must count on it.
    @Test func aCancelledTaskHasNoInterestAnymore() async throws {
        let (queue, gate) = (LoadQueue(limit: 1), ServerGate())
        let task = Task { try await queue.interested(in: "a", .normal) { await gate.pass() } }
        await gate.arrivals(1)
        #expect(queue.interestCount == 1)
        task.cancel()
        #expect(queue.interestCount == 0)
        gate.open()
        try await task.value
    }

    @Test func unregisteredInterestsAreRemoved() {
        let queue = LoadQueue(limit: 1)
        let interests = (0..<3).map { _ in queue.register("a", .low) }
        #expect(queue.interestCount == 1)
        for interest in interests { queue.unregister(interest, for: "a") }
        queue.setPriority(.high, of: interests[0], for: "a")
        #expect(queue.interestCount == 0)
    }
}
