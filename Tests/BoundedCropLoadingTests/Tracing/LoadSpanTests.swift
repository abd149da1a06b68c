import BoundedCrop
import BoundedCropEffects
import Foundation
import PictureServer
import RecordingSupport
import TestSupport
import Testing
import Tracing

@testable import BoundedCropLoading

/// The spans of loads: their names, parents, attributes and errors.
@Suite(.timeLimit(.minutes(15))) struct LoadSpanTests {
    private let server: PictureServer
    private let tracer = RecordingTracer()

    init() async throws {
        server = try await PictureServer()
        server.serve("/a", .picture(Fixture.photo))
    }

    private func loader(
        storage: (any ImageStorage)? = nil,
        transport: Transport = .system,
        _ change: (inout ImageLoader.Configuration) -> Void = { _ in }
    ) -> ImageLoader {
        .testing(storage: storage, transport: transport) {
            $0.tracer = tracer
            change(&$0)
        }
    }

    private func span(_ name: String) throws -> RecordedSpan { try #require(tracer.spans.first { $0.name == name }) }

    @Test func aLoadHasASpanForEachOfItsStages() async throws {
        let loader = loader(transport: .names { _ in ["127.0.0.1"] })
        let request = ImageRequest(server.url("/a", host: "photos.example"), processors: [.downsampled(longSide: 30), .cornerRadius(3)])
        for _ in 0..<2 { _ = try await loader.image(for: request) }
        #expect(
            tracer.tree == """
                boundedcrop.load
                  boundedcrop.attempt
                    boundedcrop.resolve
                    GET
                  boundedcrop.header
                  boundedcrop.effect
                  boundedcrop.effect
                """
        )
        #expect(try span("boundedcrop.load").attributes["boundedcrop.origin"] == "network")
        #expect(try span("boundedcrop.resolve").attributes["dns.question.name"] == "photos.example")
        #expect(tracer.spans.compactMap { $0.attributes["boundedcrop.effect"] } == ["Downsampling", "CornerRadius"])
    }

    @Test func theStorageIsTracedToo() async throws {
        let folder = try TemporaryFolder()
        for _ in 0..<2 {
            let loader = loader(storage: DiskStorage(folder: folder.path)) { $0.storesProcessed = false }
            _ = try await loader.original(for: ImageRequest(server.url("/a")))
            await loader.finishStoring()
        }
        #expect(
            tracer.tree == """
                boundedcrop.load
                  boundedcrop.storage.get
                  boundedcrop.attempt
                    GET
                  boundedcrop.header
                  boundedcrop.storage.put
                boundedcrop.load
                  boundedcrop.storage.get
                  boundedcrop.header
                """
        )
        #expect(tracer.spans.compactMap { $0.attributes["boundedcrop.found"] } == ["false", "true"])
        #expect(tracer.spans.compactMap { $0.attributes["boundedcrop.origin"] } == ["network", "storage"])
    }

    @Test func aRequestIsDescribedAsOpenTelemetrySays() async throws {
        _ = try await loader().image(for: ImageRequest(server.url("/a")))
        let span = try span("GET")
        #expect(span.kind == .client)
        #expect(
            span.attributes == [
                "http.request.method": "GET", "http.response.status_code": "200", "network.peer.address": "127.0.0.1",
                "server.address": "127.0.0.1", "server.port": "\(server.port)", "url.full": "http://127.0.0.1:\(server.port)/a",
            ]
        )
        #expect(span.events == ["response head"] && span.errors.isEmpty && !span.hasErrorStatus)
    }

    @Test func repeatedRequestsAreCountedAndOnlyTheFailedAttemptIsAnError() async throws {
        server.serve("/b", Answer(status: 503, headers: ["retry-after": "0"]), .redirect("/a"))
        _ = try await loader { $0.clock = SystemLoadingClock() }.image(for: ImageRequest(server.url("/b")))
        let requests = tracer.spans.filter { $0.name == "GET" }
        #expect(requests.map { $0.attributes["http.request.resend_count"] } == [nil, "1", "2"])
        #expect(requests.map { $0.attributes["http.response.status_code"] } == ["503", "302", "200"])
        #expect(requests.map(\.hasErrorStatus) == [true, false, false])
        #expect(tracer.spans.filter { $0.name == "boundedcrop.attempt" }.map(\.hasErrorStatus) == [true, false])
        #expect(try !span("boundedcrop.load").hasErrorStatus)
    }

    @Test func aFailedLoadIsAnErrorOfAllItsSpans() async throws {
        await expectError(.invalidStatusCode) { _ = try await loader().image(for: ImageRequest(server.url("/missing"))) }
        #expect(tracer.spans.map(\.name) == ["boundedcrop.load", "boundedcrop.attempt", "GET"])
        for span in tracer.spans {
            #expect(span.hasErrorStatus && span.attributes["error.type"] == "404")
            #expect(span.errors == ["invalidStatusCode: 127.0.0.1 answers with status 404"])
        }
    }

    @Test func aCancelledLoadIsNotAnError() async throws {
        let gate = ServerGate()
        server.serve("/slow", .picture(Fixture.photo).with { $0.gate = gate })
        let task = loader().task(for: ImageRequest(server.url("/slow")))
        await gate.arrivals(1)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.image }
        await until { tracer.openCount == 0 }
        gate.open()
        #expect(tracer.spans.map(\.name) == ["boundedcrop.load", "boundedcrop.attempt", "GET"])
        for span in tracer.spans { #expect(span.events == ["cancelled"] && span.errors.isEmpty && !span.hasErrorStatus, "\(span.text)") }
    }

    @Test func queriesPasswordsAndContentsAreNotTraced() async throws {
        let (loader, port) = (loader { $0.http.redirectLimit = 0 }, server.port)
        server.serve("/to", .redirect("http://me:hush@127.0.0.1:\(port)/a?token=hush"))
        for address in ["/a?token=hush", "/a%3Ftoken=hush", "/to?hush", "/missing?hush"] {
            _ = try? await loader.image(for: ImageRequest(server.url(address)))
        }
        _ = try? await loader.image(for: ImageRequest(try #require(URL(string: "http://me:hush@127.0.0.1:\(port)/a"))))
        let content = Data(Fixture.tiny()).base64EncodedString()
        _ = try await loader.image(for: ImageRequest(try #require(URL(string: "data:image/png;base64,\(content)"))))
        #expect(tracer.spans.count > 15)
        for span in tracer.spans { #expect(!span.text.contains("hush") && !span.text.contains("base64"), "\(span.text)") }
        #expect(tracer.spans.last { $0.name == "boundedcrop.load" }?.attributes["url.full"] == "data:")
    }

    @Test func requestsThatShareADownloadBelongToTheFirst() async throws {
        let gate = ServerGate()
        server.serve("/slow", .picture(Fixture.photo).with { $0.gate = gate })
        let loader = loader()
        @Sendable func load(_ side: Int) async throws {
            let request = ImageRequest(server.url("/slow"), processors: [.downsampled(longSide: side)])
            try await tracer.withSpan("page \(side)") { _ in _ = try await loader.image(for: request) }
        }
        async let first: Void = load(30)
        await gate.arrivals(1)
        async let second: Void = load(60)
        await until { loader.inFlight == 3 }
        gate.open()
        _ = try await (first, second)
        let page = try span("page 30")
        #expect(try span("GET").traceID == page.traceID)
        #expect(tracer.spans.filter { $0.name == "GET" }.count == 1)
        #expect(tracer.spans.filter { $0.name == "boundedcrop.load" }.count == 2)
    }

    /// Threads have no task, and so no context unless they are given one.
    @Test func whatRunsOnWorkersSeesItsSpan() async throws {
        let effect = TracedEffect(tracer: tracer)
        _ = try await loader().image(for: ImageRequest(server.url("/a"), processors: [effect]))
        #expect(tracer.tree.hasSuffix("  boundedcrop.effect\n    inside"))
    }
}

/// An effect of a program that has spans of its own.
private struct TracedEffect: ImageEffect {
    let tracer: RecordingTracer
    var cacheKey: String { "traced" }

    func applied(to picture: any Picture) throws -> PixelBuffer {
        try tracer.withSpan("inside") { _ in try picture.pixels(longSide: 20) }
    }

    func apply(to image: inout PixelBuffer) throws { image = try applied(to: image) }
}
