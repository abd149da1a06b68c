import BoundedCrop
import Foundation
import NIOHTTP1
import TestSupport
import Testing

@testable import BoundedCropService

/// `Server-Timing` in answers: https://www.w3.org/TR/server-timing/#the-server-timing-header-field
@Suite(.timeLimit(.minutes(15))) struct ServerTimingTests {
    private static let photo = "/unsafe/20x20/smart/orientations/obama_1.jpg"

    private func service(_ change: (inout ServiceConfiguration) -> Void = { _ in }) async throws -> RunningService {
        try await RunningService {
            $0.sendsServerTiming = true
            change(&$0)
        }
    }

    /// The metrics of an answer in order, with their descriptions. Nil if the field is missing or not as its grammar says.
    private func metrics(_ reply: Reply) -> [String]? {
        let metric = #/([!#$%&'*+\-.^_`|~0-9A-Za-z]+)(?:;(dur)=([0-9]+\.[0-9])|;(desc)=([a-z]+))/#
        guard let text = reply["server-timing"] else { return nil }
        let parts = text.split(separator: ", ", omittingEmptySubsequences: false).map { $0.wholeMatch(of: metric) }
        guard !parts.contains(where: { $0 == nil }) else { return nil }
        return parts.compactMap { $0.map { String($0.1) + ($0.5.map { "=\($0)" } ?? "") } }
    }

    private func duration(_ name: String, _ reply: Reply) -> Double? {
        let part = reply["server-timing"]?.split(separator: ", ").first { $0.hasPrefix("\(name);dur=") }
        return part.flatMap { Double($0.dropFirst(name.count + 5)) }
    }

    @Test func `answers carry none unless it is asked for in the settings`() async throws {
        let service = try await RunningService()
        for headers in [[:], ["server-timing": "1"], ["prefer": "server-timing"], ["x-debug": "1"]] {
            #expect(try await service.get(Self.photo + "?server-timing", headers)["server-timing"] == nil)
        }
    }

    @Test func `an answer tells where it came from and how long its parts took`() async throws {
        let folder = try TemporaryFolder()
        let first = try await service { $0.cacheFolder = folder.path("cache") }
        let made = try await first.get(Self.photo)
        #expect(metrics(made) == ["source", "storage", "queue", "detect", "render", "total", "cache=made"])
        #expect(metrics(try await first.get(Self.photo)) == ["source", "total", "cache=memory"])
        await first.stop()
        let second = try await service { $0.cacheFolder = folder.path("cache") }
        #expect(metrics(try await second.get(Self.photo)) == ["source", "storage", "total", "cache=storage"])
        let parts = ["source", "storage", "queue", "detect", "render"].compactMap { duration($0, made) }
        let total = try #require(duration("total", made))
        // Each is rounded.
        #expect(parts.count == 5 && parts.reduce(0, +) <= total + 0.5, "\(made["server-timing"] ?? "")")
    }

    @Test func `a 304 has its times, and came from no cache`() async throws {
        let service = try await service()
        let tag = try await service.get(Self.photo)["etag"] ?? ""
        let reply = try await service.get(Self.photo, ["if-none-match": tag])
        #expect(reply.status == 304 && metrics(reply) == ["source", "total"])
    }

    @Test func `HEAD, uploads and errors have it too; health, metrics and the page do not`() async throws {
        let service = try await service()
        let photo = try Fixture.bytes("orientations/obama_1.jpg")
        #expect(metrics(try await service.request(.HEAD, Self.photo)) != nil)
        #expect(metrics(try await service.post("/crop?size=20x20", photo)) == ["source", "queue", "detect", "render", "total"])
        #expect(metrics(try await service.post("/detect", photo)) == ["source", "queue", "detect", "render", "total"])
        #expect(metrics(try await service.get("/unsafe/nothing.jpg")) == ["source", "total"])
        for path in ["/livez", "/metrics", "/"] { #expect(try await service.get(path)["server-timing"] == nil) }
    }

    @Test func `requests that share the work have its times`() async throws {
        let detector = HeldDetector()
        let service = try await service { $0.detector = detector }
        async let first = service.get(Self.photo)
        await detector.calls(1)
        async let second = service.get(Self.photo)
        await until { service.metric("boundedcrop_results_awaited") == 2 }
        detector.open()
        for reply in [try await first, try await second] {
            #expect(metrics(reply) == ["source", "queue", "detect", "render", "total", "cache=made"])
        }
        #expect(detector.calls == 1)
    }

    @Test func `it changes neither bytes nor entity tags, and is not stored`() async throws {
        let folder = try TemporaryFolder()
        let timed = try await service { $0.cacheFolder = folder.path("cache") }
        let first = try await timed.get(Self.photo)
        await timed.stop()
        let plain = try await RunningService { $0.cacheFolder = folder.path("cache") }
        let second = try await plain.get(Self.photo)
        #expect(plain.metric("boundedcrop_results_total{origin=\"storage\"}") == 1)
        #expect(second["server-timing"] == nil && second["etag"] == first["etag"] && second.body == first.body)
    }

    @Test(arguments: [
        (Duration.zero, "0.0"), (.microseconds(40), "0.0"), (.microseconds(60), "0.1"), (.milliseconds(12), "12.0"),
        (.seconds(86_400), "86400000.0"), (.seconds(-1), "0.0"), (.seconds(Int64.max / 2), "214748364.7"),
    ])
    func `times are milliseconds with one decimal`(duration: Duration, text: String) {
        #expect(RequestTimes().headerText(total: duration) == "total;dur=\(text)")
    }
}
