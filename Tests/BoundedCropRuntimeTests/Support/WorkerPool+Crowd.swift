import TestSupport

@testable import BoundedCropRuntime

extension WorkerPool {
    /// Submits `count` jobs and holds them until `threads` of them are running and the others wait. Counts how many ran, and how many ran
    /// at once.
    func crowd(of count: Int, on threads: Int) async throws -> (total: Int, most: Int) {
        let (inside, gate, entered) = (Counter(), Gate(), Events(of: Void.self))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<count {
                group.addTask {
                    try await self.run { _ in
                        inside.enter()
                        entered.post(())
                        gate.pass()
                        inside.leave()
                    }
                }
            }
            _ = await entered.next(threads)
            await until { self.waitingCount == count - threads }
            gate.open()
            try await group.waitForAll()
        }
        return (inside.total, inside.most)
    }
}
