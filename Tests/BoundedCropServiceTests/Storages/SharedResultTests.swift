import BoundedCrop
import BoundedCropLoading
import Foundation
import PictureServer
import TestSupport
import Testing

@testable import BoundedCropService

@Suite(.timeLimit(.minutes(15)), .enabled(if: RedisProgram.isInstalled, "there is no redis-server"))
struct SharedResultTests {
    private static let path = "/unsafe/60x60/smart/orientations/obama_1.jpg"
    private let redis: RedisProgram
    private let clock = StorageClock()

    init() throws { redis = try RedisProgram() }

    private func service(_ change: (inout ServiceConfiguration) -> Void = { _ in }) async throws -> RunningService {
        try await RunningService {
            $0.resultStorage = try? StorageLocation(redis.url())
            $0.storageClock = clock
            change(&$0)
        }
    }

    private static func results(_ service: RunningService, _ origin: ResultStore.Origin) -> Double {
        service.metric("boundedcrop_results_total{origin=\"\(origin.rawValue)\"}")
    }

    @Test func `a service gives the answer that another one made`() async throws {
        let (first, second) = try await (service(), service())
        let made = try await first.get(Self.path)
        await first.service.parts.storages.finish()
        let found = try await second.get(Self.path)
        #expect(found.body == made.body && found["etag"] == made["etag"] && found["content-type"] == made["content-type"])
        #expect(found["x-boundedcrop-plan"] == made["x-boundedcrop-plan"])
        #expect(Self.results(second, .storage) == 1 && Self.results(second, .made) == 0)
        #expect(second.metric("boundedcrop_storage_reads_total{storage=\"results\",outcome=\"hit\"}") == 1)
    }

    @Test func `answers made at once by two services agree, and one is stored`() async throws {
        let detector = HeldDetector()
        let services = try await [service { $0.detector = detector }, service { $0.detector = detector }]
        let replies = services.map { service in Task { try await service.get(Self.path) } }
        await detector.calls(2)
        detector.open()
        let (first, second) = (try await replies[0].value, try await replies[1].value)
        #expect(first.status == 200 && first.body == second.body && first["etag"] == second["etag"])
        for service in services { await service.service.parts.storages.finish() }
        #expect(try redis.run("DBSIZE") == "1")
        let third = try await service { $0.detector = detector }
        #expect(try await third.get(Self.path, ["if-none-match": first["etag"] ?? ""]).status == 304)
        #expect(try await third.get(Self.path).body == first.body)
    }

    @Test func `answers expire, and large ones are not stored`() async throws {
        let first = try await service { $0.resultLifetime = 100 }
        _ = try await first.get(Self.path)
        await first.service.parts.storages.finish()
        clock.advance(by: 100)
        let second = try await service { $0.resultByteLimit = 100 }
        _ = try await second.get(Self.path)
        #expect(Self.results(second, .made) == 1)
        try redis.run("FLUSHALL")
        _ = try await second.get("/unsafe/61x61/orientations/obama_1.jpg")
        await second.service.parts.storages.finish()
        #expect(try redis.run("DBSIZE") == "0")
    }

    @Test func `a folder may be shared too`() async throws {
        let folder = try TemporaryFolder()
        for number in 0..<2 {
            let service = try await RunningService {
                $0.resultStorage = .folder(folder.path("shared"))
                $0.detectionStorage = .folder(folder.path("shared"))
                $0.storageClock = clock
            }
            #expect(try await service.get(Self.path).status == 200)
            await service.service.parts.storages.finish()
            #expect(Self.results(service, .storage) == Double(number))
        }
        #expect(try folder.files().count { $0.hasSuffix(".image") } == 2)
    }
}
