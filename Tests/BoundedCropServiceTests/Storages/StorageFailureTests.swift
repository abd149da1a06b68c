import BoundedCrop
import BoundedCropLoading
import Foundation
import PictureServer
import RecordingSupport
import TestSupport
import Testing

@testable import BoundedCropService

/// A storage that is slow or gone costs its answers, never the service.
@Suite(.timeLimit(.minutes(15)), .enabled(if: RedisProgram.isInstalled, "there is no redis-server"))
struct StorageFailureTests {
    private let redis: RedisProgram
    private let clock = StorageClock()
    private let log = LogBook()

    init() throws { redis = try RedisProgram() }

    private func service(_ change: (inout ServiceConfiguration) -> Void = { _ in }) async throws -> RunningService {
        try await RunningService(logger: log.logger) {
            $0.resultStorage = try? StorageLocation(redis.url())
            $0.detectionStorage = $0.resultStorage
            $0.storageClock = clock
            change(&$0)
        }
    }

    private static func path(_ side: Int) -> String { "/unsafe/\(side)x\(side)/smart/orientations/obama_1.jpg" }

    private static func breaker(_ service: RunningService) -> Double {
        service.metric("boundedcrop_storage_breaker{storage=\"results\",calls=\"read\"}")
    }

    @Test func `when the server is killed, requests go on, and when it is back, it is used again`() async throws {
        let service = try await service()
        #expect(try await service.get(Self.path(1)).status == 200)
        await service.service.parts.storages.finish()
        redis.kill()
        for side in 2...12 { #expect(try await service.get(Self.path(side)).status == 200) }
        #expect(Self.breaker(service) == 1)
        #expect(try await service.get("/readyz").status == 200)
        let skipped = service.metric("boundedcrop_storage_reads_total{storage=\"results\",outcome=\"skipped\"}")
        #expect(skipped == 6)

        try redis.restart()
        clock.advance(by: 60)
        for side in 20...22 {
            #expect(try await service.get(Self.path(side)).status == 200)
            await service.service.parts.storages.finish()
        }
        #expect(Self.breaker(service) == 0)
        let other = try await self.service()
        #expect(try await other.get(Self.path(22)).status == 200)
        #expect(other.metric("boundedcrop_results_total{origin=\"storage\"}") == 1)
        let lines = log.lines("a storage is not used until it works again").filter { $0["calls"] == "reads" }
        #expect(lines.count == 1 && lines.first?["storage"] == redis.url())
        #expect(log.lines("a storage works again").contains { $0["calls"] == "reads" })
    }

    @Test func `a server that does not answer costs a request its time limit, until it is left alone`() async throws {
        let service = try await service {
            $0.detectionStorage = nil
            $0.storageTimeout = .milliseconds(250)
        }
        #expect(try await service.get(Self.path(1)).status == 200)
        await service.service.parts.storages.finish()
        redis.freeze()
        for side in 2...6 {
            let answered = Counter()
            let reply = Task {
                defer { answered.enter() }
                return try await service.get(Self.path(side)).status
            }
            await until {
                if clock.hasSleeper(until: 0.26) { clock.advance(by: 0.25) }
                return answered.total == 1
            }
            #expect(try await reply.value == 200)
        }
        // Nothing advances the clock any more.
        for side in 7...12 { #expect(try await service.get(Self.path(side)).status == 200) }
        #expect(Self.breaker(service) == 1)
        #expect(try await service.get("/readyz").status == 200)
        redis.thaw()
    }

    @Test func `a server of another kind costs only what it would have stored`() async throws {
        let server = try await FakeRedis { _ in .sends("HTTP/1.1 400 Bad Request\r\n\r\n") }
        let service = try await service { $0.resultStorage = try? StorageLocation("redis://127.0.0.1:\(server.port)") }
        for side in 1...8 { #expect(try await service.get(Self.path(side)).status == 200) }
        #expect(service.metric("boundedcrop_storage_reads_total{storage=\"results\",outcome=\"failed\"}") == 5)
    }

    @Test func `no password gets into the log`() async throws {
        let locked = try RedisProgram(["--requirepass", "another"])
        let service = try await service { $0.resultStorage = try? StorageLocation(locked.url(password: "s3cret")) }
        for side in 1...8 { #expect(try await service.get(Self.path(side)).status == 200) }
        #expect(log.text.contains("WRONGPASS") && !log.text.contains("s3cret"))
    }
}
