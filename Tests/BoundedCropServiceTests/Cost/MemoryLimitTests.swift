import BoundedCrop
import PictureSupport
import TestSupport
import Testing

@testable import BoundedCropService

@Suite("Memory", .timeLimit(.minutes(15))) struct MemoryLimitTests {
    @Test("a picture that needs more memory than the total is refused before any work") func tooMuch() async throws {
        let detector = HeldDetector()
        let service = try await RunningService {
            $0.detector = detector
            $0.pixelMemoryBytes = 20_000_000
        }
        let reply = try await service.get("/unsafe/5000x5000/smart/orientations/obama_1.jpg")
        #expect(reply.status == 422 && reply.code == "limitExceeded")
        #expect(reply.problem?.detail.contains("more than the 20 MB") == true)
        let upload = try await service.post("/crop?size=5000x5000", Fixture.flat(40, 40).bytes)
        #expect(upload.status == 422 && upload.code == "limitExceeded")
        #expect(detector.calls == 0)
    }

    /// A megapixel takes about 65 MB as an AVIF, 38 as a WebP and less as a JPEG.
    @Test("a negotiated format gives way to the next where it needs too much memory") func nextFormat() async throws {
        let service = try await RunningService { $0.pixelMemoryBytes = 50_000_000 }
        let photo = "orientations/obama_1.jpg"
        for (size, accept, type) in [
            ("100x100", "image/avif,image/webp,*/*;q=0.8", "image/avif"), ("1000x1000", "image/avif,image/webp,*/*;q=0.8", "image/webp"),
            ("1000x1000", "image/avif,*/*;q=0.8", "image/jpeg"), ("1000x1000", "*/*", "image/jpeg"),
        ] {
            let reply = try await service.get("/unsafe/\(size)/\(photo)", ["accept": accept])
            #expect(reply.status == 200 && reply["content-type"] == type && reply["vary"] == "Accept", "\(size) \(accept)")
        }
        let asked = try await service.get("/unsafe/1000x1000/filters:format(avif)/\(photo)")
        #expect(asked.status == 422 && asked.code == "limitExceeded")
    }

    @Test("a negotiated format gives way to the next where a side is too long for it") func longSides() async throws {
        let service = try await RunningService()
        for path in ["/unsafe/20000x200/", "/unsafe/trim/20000x200/"] {
            let reply = try await service.get(path + "orientations/obama_1.jpg", ["accept": "image/webp,*/*;q=0.8"])
            #expect(reply.status == 200 && reply["content-type"] == "image/jpeg", "\(reply.text.prefix(300))")
            #expect(try reply.picture.size == PixelSize(width: 20_000, height: 200))
        }
        let asked = try await service.get("/unsafe/20000x200/filters:format(webp)/orientations/obama_1.jpg")
        #expect(asked.status == 422 && asked.code == "unsupportedFormat")
    }

    @Test("unread answers are counted, and new ones are refused above the limit") func unsent() async throws {
        let folder = try TemporaryFolder()
        try folder.write(noise(side: 1400), to: "noise.png")
        let service = try await RunningService {
            $0.root = folder.path
            $0.memoryCacheBytes = 0
            $0.unsentBytes = 3_000_000
        }
        let path = "/unsafe/filters:format(png)/noise.png"
        let silent = try await RawConnection(service, reads: false)
        try await silent.send("GET \(path) HTTP/1.1\nhost: localhost\n\n")
        await until { service.metric("boundedcrop_answer_memory_bytes") > 3_000_000 }
        let refused = try await service.get("/unsafe/10x10/noise.png")
        #expect(refused.status == 503 && refused.code == "queueFull")
        try await silent.close()
        await until { service.metric("boundedcrop_answer_memory_bytes") == 0 }
        #expect(try await service.get("/unsafe/10x10/noise.png").status == 200)
    }

    @Test("unread answers to uploads are counted too") func unsentUploads() async throws {
        let service = try await RunningService {
            $0.memoryCacheBytes = 0
            $0.unsentBytes = 3_000_000
        }
        let silent = try await RawConnection(service, reads: false)
        let body = try noise(side: 1400)
        try await silent.send("POST /crop?format=png HTTP/1.1\nhost: localhost\ncontent-length: \(body.count)\n\n")
        try await silent.send(body)
        await until { service.metric("boundedcrop_answer_memory_bytes") > 3_000_000 }
        let refused = try await service.post("/crop?size=10x10", Fixture.flat(40, 40).bytes)
        #expect(refused.status == 503 && refused.code == "queueFull")
        try await silent.close()
        await until { service.metric("boundedcrop_answer_memory_bytes") == 0 }
    }

    @Test("an answer is in memory once, however many clients wait for it") func shared() async throws {
        let folder = try TemporaryFolder()
        try folder.write(noise(side: 1400), to: "noise.png")
        let service = try await RunningService { $0.root = folder.path }
        let path = "/unsafe/filters:format(png)/noise.png"
        let length = try await service.get(path).body.count
        var silent: [RawConnection] = []
        for _ in 0..<20 {
            let connection = try await RawConnection(service, reads: false)
            try await connection.send("GET \(path) HTTP/1.1\nhost: localhost\n\n")
            silent.append(connection)
        }
        await until { service.metric("boundedcrop_results_total{origin=\"memory\"}") == 20 }
        #expect(service.metric("boundedcrop_answer_memory_bytes") == Double(length))
        for connection in silent { try await connection.close() }
    }

    /// A PNG of incompressible noise.
    private func noise(side: Int) throws -> [UInt8] {
        var generator = SeededGenerator(seed: 1)
        var bytes = [UInt8](repeating: 255, count: side * side * 4)
        for index in bytes.indices where index % 4 != 3 { bytes[index] = UInt8.random(in: 0...255, using: &generator) }
        return try PixelBuffer(size: PixelSize(width: side, height: side), bytes: bytes).blocking.encoded(as: .png())
    }
}
