import BoundedCrop
import BoundedCropLoading
import Foundation
import PictureServer
import RecordingSupport
import TestSupport
import Testing
import Tracing

@testable import BoundedCropService

/// The spans of requests: their names, parents, attributes and errors.
@Suite(.timeLimit(.minutes(15))) struct RequestSpanTests {
    private static let photo = "/unsafe/20x20/smart/orientations/obama_1.jpg"
    private let tracer = RecordingTracer()

    private func service(_ change: (inout ServiceConfiguration) -> Void = { _ in }) async throws -> RunningService {
        try await RunningService {
            $0.tracer = tracer
            change(&$0)
        }
    }

    private func request(_ index: Int = 0) async throws -> RecordedSpan {
        await until { tracer.openCount == 0 && tracer.spans.count { $0.kind == .server } > index }
        return tracer.spans.filter { $0.kind == .server }[index]
    }

    @Test func `a request has a span for each of its stages`() async throws {
        let folder = try TemporaryFolder()
        let service = try await service { $0.cacheFolder = folder.path("cache") }
        _ = try await service.get(Self.photo)
        #expect(try await request().attributes["boundedcrop.cache"] == "made")
        #expect(
            tracer.tree == """
                GET /{authorization}/{instructions}
                  boundedcrop.source
                  boundedcrop.result.get
                  boundedcrop.source
                  boundedcrop.queue
                  boundedcrop.plan
                    boundedcrop.detect
                  boundedcrop.decode
                  boundedcrop.effects
                  boundedcrop.encode
                  boundedcrop.result.put
                """
        )
        #expect(tracer.spans.allSatisfy { !$0.hasErrorStatus && $0.errors.isEmpty })
    }

    @Test func `an answer from memory has few spans`() async throws {
        let service = try await service()
        for _ in 0..<2 { _ = try await service.get(Self.photo) }
        #expect(try await request(1).attributes["boundedcrop.cache"] == "memory")
        #expect(tracer.tree.hasSuffix("GET /{authorization}/{instructions}\n  boundedcrop.source"))
    }

    @Test func `a request is described as OpenTelemetry says, without queries`() async throws {
        let service = try await service()
        _ = try await service.get(Self.photo + "?token=hush", ["x-request-id": "mine"])
        #expect(
            try await request().attributes == [
                "boundedcrop.cache": "made", "boundedcrop.request.id": "mine", "client.address": "127.0.0.1", "http.request.method": "GET",
                "http.response.status_code": "200", "http.route": "/{authorization}/{instructions}", "url.path": Self.photo,
                "url.scheme": "http",
            ]
        )
        #expect(!tracer.spans.map(\.text).joined().contains("hush"))
    }

    @Test func `the scheme is that of the service's URL as clients see it`() async throws {
        let service = try await service { $0.dialects.publicURL = "https://images.example.org" }
        _ = try await service.get(Self.photo)
        #expect(try await request().attributes["url.scheme"] == "https")
    }

    @Test func `uploads have spans too, also of animations, but none for each frame`() async throws {
        let service = try await service()
        _ = try await service.post("/crop?size=20x20", Fixture.bytes("orientations/obama_1.jpg"))
        #expect(try await request().name == "POST /crop")
        #expect(
            tracer.tree == """
                POST /crop
                  boundedcrop.body
                  boundedcrop.header
                  boundedcrop.queue
                  boundedcrop.plan
                    boundedcrop.detect
                  boundedcrop.decode
                  boundedcrop.effects
                  boundedcrop.encode
                """
        )
        let before = tracer.spans.count
        _ = try await service.get("/unsafe/20x20/smart/animations/to_and_fro.gif")
        _ = try await request(1)
        let names = tracer.spans.dropFirst(before).map(\.name)
        #expect(names.contains("boundedcrop.frames") && names.count { $0 == "boundedcrop.detect" } == 1 && names.count < 10, "\(names)")
    }

    @Test func `health checks, metrics and the page have none`() async throws {
        let service = try await service()
        for path in ["/livez", "/readyz", "/metrics", "/"] { _ = try await service.get(path) }
        #expect(tracer.spans.isEmpty && tracer.openCount == 0)
    }

    @Test func `a client's mistake is not an error of the service`() async throws {
        let service = try await service()
        #expect(try await service.get("/unsafe/nothing.jpg").status == 404)
        let span = try await request()
        #expect(span.attributes["http.response.status_code"] == "404" && !span.hasErrorStatus && span.errors.isEmpty)
    }

    @Test func `an error of the service is recorded without secrets`() async throws {
        let detector = ClosureFeatureDetector(name: "broken") { _, _ in
            throw BoundedCropError(.detectionFailed, "the model at http://me:hush@host/model?token=hush is broken")
        }
        let service = try await service { $0.detector = detector }
        #expect(try await service.get(Self.photo).status == 500)
        let span = try await request()
        #expect(span.hasErrorStatus && span.attributes["error.type"] == "detectionFailed")
        #expect(span.errors == ["detectionFailed: the model at http://…@host/model is broken"])
        let failed = tracer.spans.filter(\.hasErrorStatus).map(\.name)
        #expect(failed == ["GET /{authorization}/{instructions}", "boundedcrop.plan", "boundedcrop.detect"])
    }

    @Test func `a client that leaves is not an error`() async throws {
        let detector = HeldDetector()
        let service = try await service { $0.detector = detector }
        let connection = try await RawConnection(service)
        try await connection.send("GET \(Self.photo) HTTP/1.1\nhost: localhost\n\n")
        await detector.calls(1)
        try await connection.close()
        await until { tracer.spans.contains { $0.kind == .server } }
        detector.open()
        let span = try await request()
        #expect(span.attributes["http.response.status_code"] == "499" && span.events == ["cancelled"])
        #expect(tracer.spans.allSatisfy { $0.errors.isEmpty && !$0.hasErrorStatus })
    }

    @Test func `every span is documented`() async throws {
        let server = try await PictureServer()
        server.serve("/a.jpg", .picture(try Fixture.bytes("orientations/obama_1.jpg")))
        let folder = try TemporaryFolder()
        let service = try await service {
            $0.cacheFolder = folder.path("cache")
            $0.policy = .unrestricted
        }
        for path in [Self.photo, "/unsafe/trim/20x20/http://localhost:\(server.port)/a.jpg", "/unsafe/20x20/animations/to_and_fro.gif"] {
            #expect(try await service.get(path).status == 200)
        }
        for path in ["/crop", "/detect"] { _ = try await service.post(path, Fixture.bytes("orientations/obama_1.jpg")) }
        _ = try await service.post("/plan", Array(#"{"width": 10, "height": 10, "features": []}"#.utf8))
        _ = try await request(5)
        let page = try String(contentsOf: Fixture.root.deletingLastPathComponent().appending(path: "docs/tracing.md"), encoding: .utf8)
        let spans = tracer.spans
        #expect(Set(spans.map(\.name)).count > 18)
        for name in Set(spans.map(\.name) + spans.flatMap(\.attributes.keys)) { #expect(page.contains("`\(name)`"), "\(name)") }
    }
}
