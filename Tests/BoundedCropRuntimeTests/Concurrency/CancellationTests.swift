import BoundedCropRuntime
import Testing

@Suite("Cancellation")
struct CancellationTests {
    @Test("work on a thread can check anywhere whether it has been cancelled")
    func current() throws {
        let cancellation = Cancellation()
        try cancellation.perform {
            try Cancellation.checkCurrent()
            cancellation.cancel()
            #expect(throws: CancellationError.self) { try Cancellation.checkCurrent() }
        }
        try Cancellation.checkCurrent()
    }

    @Test("nested work has its own cancellation, and the outer one is restored when it ends")
    func nested() throws {
        let (outer, inner) = (Cancellation(), Cancellation())
        outer.cancel()
        outer.perform {
            #expect(throws: Never.self) { try inner.perform { try Cancellation.checkCurrent() } }
            #expect(throws: CancellationError.self) { try Cancellation.checkCurrent() }
        }
    }

    @Test("a cancellation that nobody else holds is checked until its work ends")
    func unheld() {
        let checks = 1000
        Cancellation(raisedAtCheck: checks).perform {
            for _ in 1..<checks { #expect(throws: Never.self) { try Cancellation.checkCurrent() } }
            #expect(throws: CancellationError.self) { try Cancellation.checkCurrent() }
        }
    }

    @Test("a job of a worker pool can check its own cancellation")
    func pool() async {
        await #expect(throws: CancellationError.self) {
            try await WorkerPool.shared.run { cancellation in
                cancellation.cancel()
                try Cancellation.checkCurrent()
                Issue.record("the job was not cancelled")
            }
        }
    }
}
