import BoundedCropRuntime
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15))) struct AdmissionGateTests {
    private final class Held: Sendable {
        let weight = Mutex((now: 0, most: 0))

        func change(by weight: Int) {
            self.weight.withLock { held in
                held.now += weight
                held.most = max(held.most, held.now)
            }
        }
    }

    @Test(arguments: [(1, 40), (8, 40), (8, 1), (8, 250)]) func neverAdmitsMoreThanTheLimit(tasks: Int, weight: Int) async throws {
        let (gate, door, held) = (AdmissionGate(WeightLimit(total: 100)), AdmissionGate(Door()), Held())
        let fitting = min(tasks, 100 / min(weight, 100))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<tasks {
                group.addTask {
                    for _ in 0..<64 {
                        try await gate.run(weight) {
                            held.change(by: min(weight, 100))
                            try await door.run(0) {}
                            held.change(by: -min(weight, 100))
                        }
                    }
                }
            }
            // As many as fit are inside at once, and the others wait.
            await until { door.waitingCount == fitting && gate.waitingCount == tasks - fitting }
            #expect(held.weight.withLock { $0.now } == fitting * min(weight, 100))
            door.change { $0.isOpen = true }
            try await group.waitForAll()
        }
        #expect(held.weight.withLock { $0.now == 0 && $0.most <= 100 })
        #expect(gate.waitingCount == 0 && gate.read(\.used) == 0)
    }

    /// Lets one in at a time, the smallest first.
    private struct SmallestFirst: AdmissionRule {
        var isTaken = false

        mutating func enter(_ need: Int) -> Bool {
            defer { isTaken = true }
            return !isTaken
        }

        mutating func leave(_ need: Int) { isTaken = false }

        func next<Waiting: RandomAccessCollection>(among waiting: Waiting) -> Int? where Waiting.Element == Int, Waiting.Index == Int {
            waiting.indices.min { waiting[$0] < waiting[$1] }
        }
    }

    private final class Entered: Sendable {
        let order = Mutex<[Int]>([])
    }

    @Test func `the rule says who is next, also of those that come last`() async throws {
        let gate = AdmissionGate(SmallestFirst())
        let entered = Entered()
        try await gate.enter(0)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, need) in [9, 5, 7, 1].enumerated() {
                group.addTask { try await gate.run(need) { entered.order.withLock { $0.append(need) } } }
                await until { gate.waitingCount == index + 1 }
            }
            gate.change { $0.leave(0) }
            try await group.waitForAll()
        }
        #expect(entered.order.withLock { $0 } == [1, 5, 7, 9])
    }

    @Test func aFailedTaskReleasesItsShare() async {
        let gate = AdmissionGate(WeightLimit(total: 10))
        for _ in 0..<3 {
            await #expect(throws: CancellationError.self) { try await gate.run(10) { throw CancellationError() } }
        }
        #expect(gate.read(\.used) == 0)
    }

    /// Tasks enter, wait and are cancelled in random order: all of them end, and nothing remains in use.
    @Test(arguments: 1...20 as ClosedRange<UInt64>) func cancellingLeavesNothingBehind(seed: UInt64) async {
        var generator = SeededGenerator(seed: seed)
        let (gate, held) = (AdmissionGate(WeightLimit(total: 10)), Held())
        var tasks: [Task<Void, any Error>] = []
        for _ in 0..<60 {
            let weight = Int.random(in: 0...12, using: &generator)
            tasks.append(
                Task {
                    try await gate.run(weight) {
                        held.change(by: min(weight, 10))
                        await Task.yield()
                        held.change(by: -min(weight, 10))
                    }
                }
            )
            if Bool.random(using: &generator) { generator.pick(tasks).cancel() }
        }
        for task in tasks { _ = await task.result }
        #expect(held.weight.withLock { $0.now == 0 && $0.most <= 10 })
        #expect(gate.waitingCount == 0 && gate.read(\.used) == 0)
    }

    @Test func aTaskCancelledBeforehandNeverEnters() async {
        let gate = AdmissionGate(WeightLimit(total: 10))
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await gate.run(1) { _ = Issue.record("the task entered") }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(gate.waitingCount == 0)
    }

    /// A rule that is changed from outside.
    private struct Door: AdmissionRule {
        var isOpen = false

        func enter(_ need: Int) -> Bool { isOpen }
        func leave(_ need: Int) {}

        /// Picks the largest first.
        func next<Waiting: RandomAccessCollection>(among waiting: Waiting) -> Int? where Waiting.Element == Int, Waiting.Index == Int {
            waiting.indices.max { waiting[$0] < waiting[$1] }
        }
    }

    @Test func changingTheRuleAdmitsTheTasksItSelects() async throws {
        let gate = AdmissionGate(Door())
        let order = Events(of: Int.self)
        for need in [2, 9, 4] {
            Task { try await gate.run(need) { order.post(need) } }
        }
        await until { gate.waitingCount == 3 }
        #expect(
            gate.change { door in
                door.isOpen = true
                return "opened"
            } == "opened"
        )
        #expect(await Set(order.next(3)) == [2, 4, 9])
        #expect(gate.waitingCount == 0)
    }

    /// A rule that admits nothing, and counts how often it is asked who is next.
    private struct Shut: AdmissionRule {
        let looks: Counter

        var letsNewcomersPass: Bool { true }
        func enter(_ need: Int) -> Bool { false }
        func leave(_ need: Int) {}

        func next<Waiting: RandomAccessCollection>(among waiting: Waiting) -> Int? where Waiting.Element == Int, Waiting.Index == Int {
            looks.enter()
            return nil
        }
    }

    @Test func waitersAreLookedAtOnlyWhenSomeMayEnter() async {
        let looks = Counter()
        let gate = AdmissionGate(Shut(looks: looks))
        let waiters = (0..<3).map { number in Task { try await gate.run(number) {} } }
        await until { gate.waitingCount == 3 }
        gate.adjust { _ in ((), opens: false) }
        #expect(looks.total == 0)
        gate.adjust { _ in ((), opens: true) }
        #expect(looks.total == 1)
        // Where newcomers pass, a waiter that leaves was in nobody's way.
        for waiter in waiters {
            waiter.cancel()
            await #expect(throws: CancellationError.self) { try await waiter.value }
        }
        #expect(looks.total == 1)
    }

    @Test func `a task that needs more than is available waits`() async throws {
        let budget = AdmissionGate(WeightLimit(total: 100))
        let (stream, door) = AsyncStream.makeStream(of: Void.self)
        let first = Task { try await budget.run(70) { for await _ in stream {} } }
        await until { budget.read(\.used) == 70 }
        let second = Task { try await budget.run(40) { budget.read(\.used) } }
        await until { budget.waitingCount == 1 }
        // Small, but it waits behind earlier tasks: otherwise large pictures could wait forever.
        let third = Task { try await budget.run(10) { budget.read(\.used) } }
        await until { budget.waitingCount == 2 }
        #expect(budget.read(\.used) == 70)
        door.finish()
        try await first.value
        #expect(try await second.value >= 40)
        #expect(try await third.value >= 10)
        #expect(budget.read(\.used) == 0 && budget.waitingCount == 0)
    }

    @Test func `a task larger than the total runs alone`() async throws {
        let budget = AdmissionGate(WeightLimit(total: 100))
        #expect(try await budget.run(1_000_000) { budget.read(\.used) } == 100)
        #expect(try await budget.run(-5) { budget.read(\.used) } == 0)
    }

    @Test func `a cancelled waiter gets nothing, and the next one moves up`() async throws {
        let budget = AdmissionGate(WeightLimit(total: 100))
        let (stream, door) = AsyncStream.makeStream(of: Void.self)
        let first = Task { try await budget.run(60) { for await _ in stream {} } }
        await until { budget.read(\.used) == 60 }
        let second = Task { try await budget.run(90) {} }
        await until { budget.waitingCount == 1 }
        let third = Task { try await budget.run(40) { budget.read(\.used) } }
        await until { budget.waitingCount == 2 }
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
        #expect(try await third.value == 100)
        door.finish()
        try await first.value
        #expect(budget.read(\.used) == 0)
    }
}
