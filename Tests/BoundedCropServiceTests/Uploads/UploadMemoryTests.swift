import BoundedCrop
import PictureSupport
import TestSupport
import Testing

@testable import BoundedCropService

/// Memory used by request bodies while they arrive.
@Suite(.timeLimit(.minutes(15))) struct UploadMemoryTests {
    private func service() async throws -> RunningService {
        try await RunningService {
            // Enough for one small picture.
            $0.pixelMemoryBytes = 4_000_000
        }
    }

    private func head(_ length: Int) -> String { "POST /crop?size=9x9 HTTP/1.1\nhost: localhost\ncontent-length: \(length)\n\n" }

    @Test func `a declared body occupies no memory`() async throws {
        let service = try await service()
        var silent: [RawConnection] = []
        for _ in 0..<8 {
            let connection = try await RawConnection(service)
            try await connection.send(head(4_000_000))
            silent.append(connection)
        }
        await until { service.metric("boundedcrop_bodies_arriving") == 8 }
        #expect(service.metric("boundedcrop_body_memory_bytes") == 0)
        #expect(try await service.post("/crop?size=9x9", try Fixture.flat(40, 40).bytes).status == 200)
        #expect(service.metric("boundedcrop_bodies_arriving") == 8)
        withExtendedLifetime(silent) {}
    }

    @Test func `received bytes occupy memory until answered, and uploads without room are refused`() async throws {
        let service = try await service()
        let large = try await RawConnection(service)
        try await large.send(head(3_960_000))
        try await large.send([UInt8](repeating: 7, count: 3_800_000))
        await until { service.metric("boundedcrop_body_memory_bytes") == 3_960_000 }
        let refused = try await service.post("/crop?size=9x9", [UInt8](repeating: 7, count: 400_000))
        #expect(refused.status == 503 && refused.code == "queueFull" && refused["retry-after"] != nil)
        try await large.close()
        await until { service.metric("boundedcrop_body_memory_bytes") == 0 }
        #expect(try await service.post("/crop?size=9x9", [UInt8](repeating: 7, count: 400_000)).status == 422)
    }

    @Test func `a body larger than the total is accepted if there is no other`() async throws {
        let service = try await service()
        #expect(try await service.post("/crop?size=9x9", [UInt8](repeating: 7, count: 9_000_000)).status == 422)
        await until { service.metric("boundedcrop_body_memory_bytes") == 0 }
    }
}
