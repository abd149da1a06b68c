import BoundedCrop
import BoundedCropLoading
import Foundation
import PictureServer
import PictureSupport
import TestSupport
import Testing

@testable import BoundedCropService

/// Services of one process that share a server of the system.
@Suite(.timeLimit(.minutes(15)), .enabled(if: RedisProgram.isInstalled, "there is no redis-server"))
struct SharedDetectionTests {
    private static let photo = "orientations/obama_1.jpg"
    private static let paths = ["60x60/smart", "30x90/smart", "meta/smart", "debug/90x30/smart", "90x30/smart/filters:quality(20)"]
    private let redis: RedisProgram
    private let clock = StorageClock()

    init() throws { redis = try RedisProgram() }

    private func service(
        _ detector: any FeatureDetector,
        _ change: (inout ServiceConfiguration) -> Void = { _ in }
    ) async throws -> RunningService {
        try await RunningService {
            $0.detector = detector
            $0.detectionStorage = try? StorageLocation(redis.url())
            $0.storageClock = clock
            change(&$0)
        }
    }

    private static func detections(_ service: RunningService, _ origin: DetectionStore.Origin) -> Double {
        service.metric("boundedcrop_detections_total{origin=\"\(origin.rawValue)\"}")
    }

    @Test func `three services look at a picture once, for all sizes and aspects and for meta`() async throws {
        let detector = HeldDetector()
        detector.open()
        for number in 0..<3 {
            let service = try await service(detector)
            for path in Self.paths { #expect(try await service.get("/unsafe/\(path)/\(Self.photo)").status == 200) }
            await service.service.parts.storages.finish()
            #expect(detector.calls == 1)
            #expect(Self.detections(service, .made) == (number == 0 ? 1 : 0))
            #expect(Self.detections(service, .storage) == (number == 0 ? 0 : 1))
            #expect(Self.detections(service, .memory) == 4)
        }
    }

    @Test func `copies of a picture elsewhere are the same picture, and another picture of the same name is not`() async throws {
        let (detector, folder) = (HeldDetector(), try TemporaryFolder())
        detector.open()
        let first = try await service(detector)
        #expect(try await first.get("/unsafe/60x60/smart/\(Self.photo)").status == 200)
        await first.service.parts.storages.finish()
        try folder.write(Fixture.bytes(Self.photo), to: "copy.jpg")
        let second = try await service(detector) { $0.root = folder.path("") }
        #expect(try await second.get("/unsafe/60x60/smart/copy.jpg").status == 200)
        #expect(detector.calls == 1)
        try folder.write(Fixture.flat(40, 40).bytes, to: "copy.jpg")
        #expect(try await second.get("/unsafe/60x60/smart/copy.jpg").status == 200)
        #expect(detector.calls == 2)
    }

    @Test func `sizes requested at once share a detection`() async throws {
        let detector = HeldDetector()
        let service = try await service(detector)
        let replies = (1...4).map { side in Task { try await service.get("/unsafe/\(side)x\(side)/smart/\(Self.photo)").status } }
        await detector.calls(1)
        await until { service.metric("boundedcrop_detections_awaited") == 3 }
        detector.open()
        for reply in replies { #expect(try await reply.value == 200) }
        #expect(detector.calls == 1)
    }

    @Test func `an answer from a shared detection is the same, byte for byte`() async throws {
        let paths = [
            "100x100/smart/composites/three_in_row.jpg", "meta/100x50/smart/composites/three_in_row.jpg",
            "300x80/smart/filters:format(webp)/composites/three_in_row.jpg",
            "80x80/smart/filters:detector(yunet,haar)/orientations/obama_1.jpg",
            "60x40/smart/filters:detector(yunet%2Bhaar):accuracy(high)/orientations/obama_6.jpg",
            "90x40/smart/animations/to_and_fro.gif", "meta/90x40/smart/animations/to_and_fro.webp",
            "trim/30x90/smart/orientations/obama_1.jpg", "10x10:200x150/50x50/smart/orientations/obama_1.jpg",
        ]
        let made = try await service(YuNetDetector())
        let found = try await service(YuNetDetector())
        for path in paths {
            let first = try await made.get("/unsafe/\(path)")
            #expect(first.status == 200, "\(path): \(first.text.prefix(200))")
            await made.service.parts.storages.finish()
            let second = try await found.get("/unsafe/\(path)")
            #expect(second.body == first.body, "\(path)")
            #expect(second["x-boundedcrop-plan"] == first["x-boundedcrop-plan"], "\(path)")
            #expect(second["etag"] == first["etag"], "\(path)")
        }
        #expect(Self.detections(found, .made) == 0)
    }

    @Test func `a damaged entry is as none`() async throws {
        let detector = HeldDetector()
        detector.open()
        let first = try await service(detector)
        #expect(try await first.get("/unsafe/60x60/smart/\(Self.photo)").status == 200)
        await first.service.parts.storages.finish()
        try redis.run("EVAL", "for _, key in ipairs(redis.call('KEYS', '*')) do redis.call('SETRANGE', key, 30, 'xx') end", "0")
        let second = try await service(detector)
        #expect(try await second.get("/unsafe/60x60/smart/\(Self.photo)").status == 200)
        #expect(detector.calls == 2)
    }
}
