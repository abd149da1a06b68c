import BoundedCrop
import TestSupport
import Testing

@testable import BoundedCropService

@Suite(.timeLimit(.minutes(15))) struct PictureMemoryTests {
    @Test func `pictures wait for memory, and their requests until the deadline`() async throws {
        let photo = "orientations/obama_1.jpg"
        let url = try ImageURL(instructions: "10x10/smart/\(photo)")
        let cost = try ImageRenderer(detector: HeldDetector()).cost(Fixture.source(photo), url.request()).byteCount
        let detector = HeldDetector()
        let service = try await RunningService {
            $0.detector = detector
            $0.workers = 2
            // Enough for one picture, but not for two.
            $0.pixelMemoryBytes = cost * 3 / 2
        }
        async let first = service.get("/unsafe/10x10/smart/\(photo)")
        await detector.calls(1)
        // A part of the picture, so that it does not wait for what the first one finds.
        async let second = service.get("/unsafe/0x0:40x40/11x11/smart/\(photo)")
        await until { service.service.parts.workers.room.waitingCount == 1 }
        #expect(service.metric("boundedcrop_pixel_memory_bytes") == Double(cost))
        #expect(detector.calls == 1)
        detector.open()
        #expect(try await first.status == 200)
        #expect(try await second.status == 200)
        #expect(service.metric("boundedcrop_pixel_memory_bytes") == 0)
    }
}
