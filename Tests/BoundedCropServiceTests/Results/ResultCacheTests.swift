import BoundedCrop
import BoundedCropLoading
import Foundation
import Logging
import RecordingSupport
import TestSupport
import Testing

@testable import BoundedCropService

@Suite(.timeLimit(.minutes(15))) struct ResultCacheTests {
    private static let path = "/unsafe/60x60/smart/orientations/obama_1.jpg"
    private static func results(_ service: RunningService, _ origin: ResultStore.Origin) -> Double {
        service.metric("boundedcrop_results_total{origin=\"\(origin.rawValue)\"}")
    }

    @Test func `a result is answered from memory the second time`() async throws {
        let service = try await RunningService()
        let first = try await service.get(Self.path)
        let second = try await service.get(Self.path)
        #expect(first.body == second.body && first["etag"] == second["etag"])
        #expect(Self.results(service, .made) == 1 && Self.results(service, .memory) == 1)
        #expect(service.metric("boundedcrop_memory_cache_bytes") > Double(first.body.count))
    }

    @Test func `a second service finds results of the first one on disk`() async throws {
        let scratch = try TemporaryFolder()
        let first = try await RunningService { $0.cacheFolder = scratch.path("cache") }
        let made = try await first.get(Self.path)
        await first.stop()
        let second = try await RunningService { $0.cacheFolder = scratch.path("cache") }
        let found = try await second.get(Self.path)
        #expect(found.body == made.body && found["etag"] == made["etag"] && found["content-type"] == made["content-type"])
        #expect(found["x-boundedcrop-plan"] == made["x-boundedcrop-plan"])
        #expect(Self.results(second, .storage) == 1 && Self.results(second, .made) == 0)
        #expect(try await second.get(Self.path).body == made.body)
        #expect(Self.results(second, .memory) == 1)
    }

    @Test func `another setting requires another result`() async throws {
        let scratch = try TemporaryFolder()
        for quality in [90, 30] {
            let service = try await RunningService {
                $0.cacheFolder = scratch.path("cache")
                $0.rendering.quality = quality
            }
            _ = try await service.get(Self.path)
            #expect(Self.results(service, .made) == 1)
        }
    }

    @Test(arguments: [
        "/unsafe/9x9/broken/truncated.jpg", "/unsafe/9x9/filters:watermark(broken/truncated.jpg,0,0,0)/orientations/obama_1.jpg",
    ])
    func `what can be read of a truncated picture is answered only if the setting says so, whatever is stored`(path: String) async throws {
        let scratch = try TemporaryFolder()
        for allows in [false, true, false] {
            let service = try await RunningService {
                $0.cacheFolder = scratch.path("cache")
                $0.decoding.allowsTruncated = allows
            }
            let reply = try await service.get(path)
            #expect(reply.status == (allows ? 200 : 422), "\(reply.text)")
            let upload = try await service.post("/crop?size=9x9", Fixture.bytes("broken/truncated.jpg"))
            #expect(upload.status == (allows ? 200 : 422))
            await service.stop()
        }
    }

    @Test func `a damaged entry on disk is replaced`() async throws {
        let scratch = try TemporaryFolder()
        let first = try await RunningService { $0.cacheFolder = scratch.path("cache") }
        let made = try await first.get(Self.path)
        for file in try scratch.files() where file.hasSuffix(".image") {
            var bytes = try [UInt8](Data(contentsOf: scratch.url.appendingPathComponent(file)))
            bytes[bytes.count / 2] ^= 0xFF
            try scratch.write(bytes, to: file)
        }
        let second = try await RunningService { $0.cacheFolder = scratch.path("cache") }
        #expect(try await second.get(Self.path).body == made.body)
        #expect(Self.results(second, .made) == 1)
    }

    @Test func `equal requests in flight are computed once`() async throws {
        let detector = HeldDetector()
        let service = try await RunningService { $0.detector = detector }
        async let first = service.get(Self.path)
        await detector.calls(1)
        async let others = withThrowingTaskGroup(of: Reply.self) { group in
            for _ in 0..<5 { group.addTask { try await service.get(Self.path) } }
            return try await group.reduce(into: [Reply]()) { $0.append($1) }
        }
        await until { service.metric("boundedcrop_results_awaited") == 6 }
        detector.open()
        let body = try await first.body
        for reply in try await others { #expect(reply.status == 200 && reply.body == body) }
        #expect(detector.calls == 1 && Self.results(service, .made) == 1)
    }

    @Test func `without room in memory nothing is cached there`() async throws {
        let service = try await RunningService { $0.memoryCacheBytes = 0 }
        for _ in 0..<2 { _ = try await service.get(Self.path) }
        #expect(Self.results(service, .made) == 2)
    }

    @Test func `stored answers are decoded unchanged`() throws {
        let crop = PixelRect(x: 1, y: 2, width: 3, height: 4)
        let geometry = PictureGeometry(source: PixelSize(width: 5, height: 6), crop: crop, size: PixelSize(width: 7, height: 8))
        var result = StoredResult(type: "image/png", plan: "{\"ä\":1}", geometry: geometry, bytes: AnswerBytes([1, 2, 3]))
        result.isStopped = true
        let encoded = try result.encoded()
        let read = try #require(StoredResult(encoded: encoded))
        #expect(read.type == result.type)
        #expect(read.plan == result.plan)
        #expect(read.geometry == geometry)
        #expect(read.isStopped)
        #expect(read.bytes.buffer == result.bytes.buffer)
    }

    /// What a storage holds comes from outside: others may write to it.
    @Test(arguments: [
        #"{"type":"text/html","plan":""}"#, #"{"type":"image/png","plan":"\u000d\u000aSet-Cookie: a"}"#,
        #"{"type":"image/png","plan":"","covered":-1}"#,
        #"{"type":"image/png","plan":"","placeholder":{"blurHash":""# + String(repeating: "a", count: 200_000)
            + #"","thumbHash":"","color":""}}"#,
        #"{"type":"image/png","plan":"","geometry":{"source":{"width":9223372036854775807,"height":1},"crop":{"x":0,"y":0,"width":1,"height":1},"size":{"width":1,"height":1}}}"#,
        #"{"type":"image/png","plan":"","geometry":{"source":{"width":5,"height":5},"crop":{"x":4,"y":0,"width":2,"height":1},"size":{"width":1,"height":1}}}"#,
        #"{"type":"image/png","plan":"","geometry":{"source":{"width":5,"height":5},"crop":{"x":0,"y":0,"width":1,"height":1},"size":{"width":0,"height":1}}}"#,
        #"{"type":""# + String(repeating: "a", count: 200_000) + #"","plan":""}"#,
    ])
    func `stored answers that no service has made are refused`(head: String) {
        let length = head.utf8.count
        let encoded = (0..<4).map { UInt8(truncatingIfNeeded: length >> (8 * $0)) } + Array(head.utf8) + [1, 2, 3]
        #expect(StoredResult(encoded: encoded) == nil)
    }

    @Test(arguments: [[], [1, 2, 3], [255, 255, 255, 255], [200, 0, 0, 0, 1], [0, 0, 0, 128, 0], [2, 0, 0, 0, 123, 125]] as [[UInt8]])
    func `invalid stored answers are refused`(bytes: [UInt8]) {
        #expect(StoredResult(encoded: bytes) == nil)
    }

    @Test func `results in memory are dropped when memory is short`() async {
        let pressure = FakePressure()
        // Nobody but the store keeps the monitor.
        let store = ResultStore(
            memoryByteLimit: 10_000,
            storage: nil,
            answers: AnswerMemory(byteLimit: 10_000),
            logger: Logger(label: "test"),
            pressure: MemoryPressureMonitor(sources: [{ pressure }])
        )
        await store.store(StoredResult(type: "image/png", plan: "{}", bytes: AnswerBytes([1, 2, 3])), "a")
        #expect(store.inMemory("a") != nil)
        pressure.occur()
        await until { store.inMemory("a") == nil }
    }

    @Test func `an answer that is not stored because its request was cancelled is logged as debug, a failure as a warning`() async {
        let errors: [(any Error, String)] = [
            (CancellationError(), "debug"), (BoundedCropError(.unwritableFile, "the disk is full"), "warning"),
        ]
        for (error, level) in errors {
            let log = LogBook()
            let answers = AnswerMemory(byteLimit: 10_000)
            let store = ResultStore(memoryByteLimit: 0, storage: RefusingStorage(error: error), answers: answers, logger: log.logger)
            await store.store(StoredResult(type: "image/png", plan: "{}", bytes: AnswerBytes([1, 2, 3])), "a")
            #expect(log.text.hasPrefix("\(level) an answer cannot be stored"), "\(log.text)")
        }
    }
}

private struct RefusingStorage: ImageStorage {
    let error: any Error

    func image(for key: String) async -> StoredImage? { nil }

    func store(_ image: StoredImage, for key: String) async throws { throw error }

    func remove(_ key: String) async {}

    func removeAll() async {}
}
