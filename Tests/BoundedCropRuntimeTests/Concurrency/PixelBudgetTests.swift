import BoundedCropRuntime
import Synchronization
import TestSupport
import Testing

/// Pictures in flight are counted by their pixels.
@Suite(.timeLimit(.minutes(15))) struct PixelBudgetTests {
    private final class Held: Sendable {
        let pixels = Mutex((now: 0, most: 0))

        func change(by pixels: Int) {
            self.pixels.withLock { held in
                held.now += pixels
                held.most = max(held.most, held.now)
            }
        }
    }

    @Test(arguments: [(1, 40), (8, 40), (8, 1), (8, 250)]) func noMorePixelsThanAllowedAreHeld(threads: Int, pixels: Int) async throws {
        let budget = PixelBudget(pixels: 100)
        let held = Held()
        let pool = WorkerPool(threadCount: threads)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<64 {
                group.addTask {
                    try await pool.run { _ in
                        budget.holding(pixels) {
                            held.change(by: min(pixels, 100))
                            held.change(by: -min(pixels, 100))
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(held.pixels.withLock { $0.now == 0 && $0.most <= 100 })
        #expect(budget.waitingCount == 0)
    }

    @Test func whatFailsGivesItsPixelsBack() {
        let budget = PixelBudget(pixels: 10)
        for _ in 0..<3 {
            #expect(throws: CancellationError.self) { try budget.holding(10) { throw CancellationError() } }
        }
    }

    @Test func aLargePictureIsNotOvertakenForEver() async throws {
        let budget = PixelBudget(pixels: 10)
        let (events, pool, gate) = (Events(of: String.self), WorkerPool(threadCount: 3), Gate())
        async let first: Void = pool.run { _ in
            budget.holding(6) {
                events.post("first")
                gate.pass()
            }
        }
        await events.wait()
        async let large: Void = pool.run { _ in budget.holding(10) { events.post("large") } }
        await until { budget.waitingCount == 1 }
        async let small: Void = pool.run { _ in budget.holding(1) { events.post("small") } }
        await until { budget.waitingCount == 2 }
        gate.open()
        _ = try await (first, large, small)
        #expect(await events.next(2) == ["large", "small"])
    }
}
