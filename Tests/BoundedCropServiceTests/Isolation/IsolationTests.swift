import BoundedCrop
import Foundation
import RecordingSupport
import TestSupport
import Testing

@testable import BoundedCropImaging
@testable import BoundedCropService

/// A service whose decoders are helper processes that some files compromise.
@Suite(.timeLimit(.minutes(15))) struct IsolationTests {
    private let log = LogBook()

    private func service(_ change: (inout ServiceConfiguration) -> Void = { _ in }) async throws -> RunningService {
        let program = try BuiltProgram.rogueDecoder()
        return try await RunningService(logger: log.logger) {
            $0.isolates = true
            $0.decoderProgram = program
            $0.decoding.limits.maximumPixels = 10_000_000
            $0.workers = 2
            change(&$0)
        }
    }

    private func ended(_ service: RunningService, _ reason: DecoderPool.Reason) -> Double {
        service.metric("boundedcrop_decoders_ended_total{reason=\"\(reason.rawValue)\"}")
    }

    @Test(arguments: [
        ("segv", DecoderPool.Reason.crash), ("abort", .crash), ("memory", .crash), ("socket", .forbiddenCall), ("code", .forbiddenCall),
        ("junk", .nonsense), ("exit", .exit),
    ])
    func `a file that crashes its decoder fails, and the service continues`(misdeed: String, reason: DecoderPool.Reason) async throws {
        let service = try await service()
        await until { service.metric("boundedcrop_decoders_alive") == 3 }
        // First when the header is read, then when the picture is decoded.
        for call in 1...2 {
            let reply = try await service.post("/crop?size=30x20", BuiltProgram.rogue(misdeed, at: call))
            #expect(reply.status == 422 && reply.code == "decoderEnded", "\(call): \(reply.text)")
        }
        let photo = try await service.get("/unsafe/30x20/smart/photos/obama.jpg")
        #expect(photo.status == 200)
        #expect(try photo.picture.size == PixelSize(width: 30, height: 20))
        await until { ended(service, reason) == 2 && service.metric("boundedcrop_decoders_alive") == 3 }
        #expect(service.metric("boundedcrop_decoders_started_total") == 5)
        let lines = log.lines("a decoder ended")
        // One that ends by itself has no signal.
        let count = reason == .exit ? 1 : 2
        #expect(lines.count == 2 && lines.allSatisfy { $0["reason"] == reason.rawValue && $0.count == count })
    }

    @Test func `a file in the folder does no more harm`() async throws {
        let folder = try TemporaryFolder()
        try folder.write(BuiltProgram.rogue("segv"), to: "rogue.jpg")
        try folder.write(Fixture.bytes("photos/obama.jpg"), to: "obama.jpg")
        let service = try await service { $0.root = folder.url.path }
        let reply = try await service.get("/unsafe/30x20/rogue.jpg")
        #expect(reply.status == 422 && reply.code == "decoderEnded")
        let watermark = try await service.get("/unsafe/30x20/filters:watermark(rogue.jpg,0,0,0)/obama.jpg")
        #expect(watermark.status == 422 && watermark.code == "decoderEnded")
        #expect(try await service.get("/unsafe/30x20/obama.jpg").status == 200)
    }

    @Test func `a decoder that does not finish is ended with its request`() async throws {
        let service = try await service { $0.workers = 1 }
        let decoders = try #require(service.service.configuration.decoding.decoders)
        for count in 1...3 {
            await until { decoders.idleProcesses.count == 2 }
            async let reply = service.post("/crop?size=30x20", BuiltProgram.rogue("spin"))
            await until { decoders.idleProcesses.count == 1 }
            service.clock.advance(by: .seconds(30))
            #expect(try await reply.status == 504)
            await until { ended(service, .cancelled) == Double(count) }
        }
        await until { service.metric("boundedcrop_decoders_alive") == 2 }
        #expect(log.lines("a decoder ended").allSatisfy { $0["reason"] == "cancelled" })
    }

    @Test func `answers are the same as without isolation`() async throws {
        let (with, without) = (try await service(), try await RunningService())
        for path in ["photos/obama.jpg", "colour/swapped.jpg", "formats/obama_rgba_interlaced.png", "orientations/obama_6.webp"] {
            let url = "/unsafe/61x47/smart/filters:format(png)/\(path)"
            let (one, other) = (try await with.get(url), try await without.get(url))
            #expect(one.status == 200 && one.body == other.body, "\(path)")
        }
        for path in ["broken/truncated.jpg", "broken/document.pdf", "broken/text.jpg"] {
            let (one, other) = (try await with.get("/unsafe/9x9/\(path)"), try await without.get("/unsafe/9x9/\(path)"))
            #expect(one.status == 422 && one.problem?.detail == other.problem?.detail, "\(path)")
        }
        #expect(with.metric("boundedcrop_decoders_started_total") <= 3)
    }

    @Test func `isolation is on if others can connect, and off for a local service`() throws {
        var configuration = ServiceConfiguration()
        #expect(!configuration.isIsolating)
        configuration.host = "0.0.0.0"
        #expect(configuration.isIsolating)
        configuration.isolates = false
        #expect(!configuration.isIsolating)
        (configuration.host, configuration.isolates) = ("127.0.0.1", true)
        #expect(configuration.isIsolating)
    }

    @Test func `without a helper program, isolation is off with a warning unless it was requested`() throws {
        var configuration = ServiceConfiguration()
        configuration.host = "0.0.0.0"
        configuration.keys = ["a key of some length"]
        _ = try ImageService(configuration, logger: log.logger)
        #expect(log.text.contains("warning pictures are decoded in this process"))
        configuration.isolates = true
        expectError(.invalidSetting, saying: "decoderProgram") { _ = try ImageService(configuration, logger: .silent) }
        configuration.isolates = nil
        configuration.decoderProgram = "/bin/true"
        expectError(.invalidSetting, saying: "isolate = false") { _ = try ImageService(configuration, logger: .silent) }
    }
}
