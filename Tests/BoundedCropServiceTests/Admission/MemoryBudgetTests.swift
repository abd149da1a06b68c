import BoundedCrop
import TestSupport
import Testing

@testable import BoundedCropService

@Suite(.timeLimit(.minutes(15))) struct MemoryBudgetTests {
    @Test func `who needs more than is left waits until it is`() async throws {
        let budget = MemoryBudget(byteLimit: 100)
        let (stream, door) = AsyncStream.makeStream(of: Void.self)
        let first = Task { try await budget.run(byteCount: 70) { for await _ in stream {} } }
        await until { budget.usedBytes == 70 }
        let second = Task { try await budget.run(byteCount: 40) { budget.usedBytes } }
        await until { budget.waitingCount == 1 }
        // Small, and still behind who came before: otherwise large pictures would wait for ever.
        let third = Task { try await budget.run(byteCount: 10) { budget.usedBytes } }
        await until { budget.waitingCount == 2 }
        #expect(budget.usedBytes == 70)
        door.finish()
        try await first.value
        #expect(try await second.value >= 40)
        #expect(try await third.value >= 10)
        #expect(budget.usedBytes == 0 && budget.waitingCount == 0)
    }

    @Test func `what is larger than everything runs alone`() async throws {
        let budget = MemoryBudget(byteLimit: 100)
        #expect(try await budget.run(byteCount: 1_000_000) { budget.usedBytes } == 100)
        #expect(try await budget.run(byteCount: -5) { budget.usedBytes } == 0)
    }

    @Test func `who waits no longer is not given anything, and who is behind moves up`() async throws {
        let budget = MemoryBudget(byteLimit: 100)
        let (stream, door) = AsyncStream.makeStream(of: Void.self)
        let first = Task { try await budget.run(byteCount: 60) { for await _ in stream {} } }
        await until { budget.usedBytes == 60 }
        let second = Task { try await budget.run(byteCount: 90) {} }
        await until { budget.waitingCount == 1 }
        let third = Task { try await budget.run(byteCount: 40) { budget.usedBytes } }
        await until { budget.waitingCount == 2 }
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
        #expect(try await third.value == 100)
        door.finish()
        try await first.value
        #expect(budget.usedBytes == 0)
    }

    @Test func `pictures wait for memory, and their requests for the deadline`() async throws {
        let photo = "orientations/obama_1.jpg"
        let url = try ImageURL(instructions: "10x10/smart/\(photo)")
        let cost = try ImageRenderer(detector: HeldDetector()).cost(Fixture.source(photo), url, filters: ImageFilters()).byteCount
        let detector = HeldDetector()
        let service = try await RunningService {
            $0.detector = detector
            $0.workers = 2
            // One picture, and not two.
            $0.pixelMemoryBytes = cost * 3 / 2
        }
        async let first = service.get("/unsafe/10x10/smart/\(photo)")
        await detector.calls(1)
        async let second = service.get("/unsafe/11x11/smart/\(photo)")
        await until { service.service.work.memory.waitingCount == 1 }
        #expect(service.metric("boundedcrop_pixel_memory_bytes") == Double(cost))
        #expect(detector.calls == 1)
        detector.open()
        #expect(try await first.status == 200)
        #expect(try await second.status == 200)
        #expect(service.metric("boundedcrop_pixel_memory_bytes") == 0)
    }
}
