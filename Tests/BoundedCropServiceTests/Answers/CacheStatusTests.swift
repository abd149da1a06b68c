import BoundedCrop
import NIOHTTP1
import PictureSupport
import TestSupport
import Testing

@testable import BoundedCropService

/// RFC 9211.
@Suite(.timeLimit(.minutes(15))) struct CacheStatusTests {
    private static let photo = "/unsafe/20x20/smart/orientations/obama_1.jpg"

    private func service(_ change: (inout ServiceConfiguration) -> Void = { _ in }) async throws -> RunningService {
        try await RunningService {
            $0.sendsCacheStatus = true
            change(&$0)
        }
    }

    @Test func `it is not sent unless the settings say so`() async throws {
        let service = try await RunningService()
        for _ in 0..<2 { #expect(try await service.get(Self.photo, ["cache-status": "x; hit"])["cache-status"] == nil) }
    }

    @Test func `an answer tells whether it was made, in memory or in the storage`() async throws {
        let folder = try TemporaryFolder()
        let first = try await service { $0.cacheFolder = folder.path("cache") }
        #expect(try await first.get(Self.photo)["cache-status"] == "BoundedCrop; fwd=miss; stored")
        #expect(try await first.get(Self.photo)["cache-status"] == "BoundedCrop; hit; detail=memory")
        #expect(try await first.get(Self.photo, ["range": "bytes=0-1"])["cache-status"] == "BoundedCrop; hit; detail=memory")
        #expect(try await first.request(.HEAD, Self.photo)["cache-status"] == "BoundedCrop; hit; detail=memory")
        await first.stop()
        let second = try await service { $0.cacheFolder = folder.path("cache") }
        #expect(try await second.get(Self.photo)["cache-status"] == "BoundedCrop; hit; detail=storage")
    }

    @Test func `an answer that no cache has room for is not stored`() async throws {
        let service = try await service { $0.memoryCacheBytes = 0 }
        for _ in 0..<2 { #expect(try await service.get(Self.photo)["cache-status"] == "BoundedCrop; fwd=miss") }
    }

    @Test func `requests that waited for an equal one are collapsed`() async throws {
        let detector = HeldDetector()
        let service = try await service { $0.detector = detector }
        async let first = service.get(Self.photo)
        await detector.calls(1)
        async let second = service.get(Self.photo)
        await until { service.metric("boundedcrop_results_awaited") == 2 }
        detector.open()
        #expect(try await first["cache-status"] == "BoundedCrop; fwd=miss; stored")
        #expect(try await second["cache-status"] == "BoundedCrop; fwd=miss; stored; collapsed")
    }

    @Test func `a 304, errors and everything that is not cached here have none`() async throws {
        let service = try await service()
        #expect(try await service.get(Self.photo, ["if-none-match": "*"])["cache-status"] == nil)
        for path in ["/unsafe/nothing.jpg", "/livez", "/metrics", "/"] { #expect(try await service.get(path)["cache-status"] == nil) }
        #expect(try await service.post("/crop?size=9x9", try Fixture.flat(20, 20).bytes)["cache-status"] == nil)
        #expect(try await service.get("/unsafe/meta/9x9/orientations/obama_1.jpg")["cache-status"] == "BoundedCrop; fwd=miss; stored")
    }
}
