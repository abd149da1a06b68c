import BoundedCropRuntime
import Testing

@Suite("Cancellation")
struct CancellationTests {
    @Test("Work that a thread performs learns that it is no longer wanted, wherever it asks")
    func current() throws {
        let cancellation = Cancellation()
        try cancellation.perform {
            try Cancellation.checkCurrent()
            cancellation.cancel()
            #expect(throws: CancellationError.self) { try Cancellation.checkCurrent() }
        }
        try Cancellation.checkCurrent()
    }

    @Test("Work inside other work has a cancellation of its own, and the outer one's again when it ends")
    func nested() throws {
        let (outer, inner) = (Cancellation(), Cancellation())
        outer.cancel()
        outer.perform {
            #expect(throws: Never.self) { try inner.perform { try Cancellation.checkCurrent() } }
            #expect(throws: CancellationError.self) { try Cancellation.checkCurrent() }
        }
    }

    @Test("A job of a worker pool is told where it runs")
    func pool() async {
        await #expect(throws: CancellationError.self) {
            try await WorkerPool.shared.run { cancellation in
                cancellation.cancel()
                try Cancellation.checkCurrent()
                Issue.record("it was not told")
            }
        }
    }
}
