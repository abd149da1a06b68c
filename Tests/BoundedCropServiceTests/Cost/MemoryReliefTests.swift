import Synchronization
import TestSupport
import Testing

@testable import BoundedCropService

@Suite("Memory is released when work has paused", .timeLimit(.minutes(15))) struct MemoryReliefTests {
    @Test("once for all work that ended before, and not while there is work") func once() async {
        let isIdle = Atomic(false)
        let checks = Counter()
        let events = Events(of: Void.self)
        let trims = Counter()
        let relief = MemoryRelief(pause: .zero) {
            checks.enter()
            return isIdle.load(ordering: .relaxed)
        } trim: {
            trims.enter()
            events.post(())
        }
        for _ in 0..<5 { relief.workEnded() }
        await until { checks.total > 3 }
        #expect(trims.total == 0)
        isIdle.store(true, ordering: .relaxed)
        await events.wait()
        #expect(trims.total == 1)
        relief.workEnded()
        await events.wait()
        #expect(trims.total == 2)
    }
}
