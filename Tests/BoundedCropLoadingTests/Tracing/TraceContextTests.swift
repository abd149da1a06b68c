import AsyncHTTPClient
import BoundedCrop
import Foundation
import PictureServer
import RecordingSupport
import TestSupport
import Testing
import Tracing

@testable import BoundedCropLoading

/// What servers are told of traces.
@Suite(.timeLimit(.minutes(15))) struct TraceContextTests {
    private let server: PictureServer
    private let tracer = RecordingTracer()

    init() async throws {
        server = try await PictureServer()
        server.serve("/a", .picture(Fixture.tiny(8)))
    }

    private func load(_ path: String, _ change: (inout ImageLoader.Configuration) -> Void = { _ in }) async throws {
        let loader = ImageLoader.testing {
            $0.tracer = tracer
            change(&$0)
        }
        _ = try await loader.image(for: ImageRequest(server.url(path)))
    }

    /// The `traceparent` of each request span.
    private var expected: [String?] { tracer.spans.filter { $0.name == "GET" }.map { "00-\($0.traceID)-\($0.id)-01" } }

    @Test func aServerIsToldTheSpanOfItsRequest() async throws {
        try await load("/a")
        #expect(expected.count == 1 && server.requests().map { $0.headers["traceparent"] } == expected)
    }

    @Test func eachRequestToTheSameOriginHasItsOwnSpan() async throws {
        server.serve("/b", .redirect("/a"))
        try await load("/b")
        #expect(expected.count == 2 && server.requests().map { $0.headers["traceparent"] } == expected)
    }

    @Test func anotherOriginIsToldNothingNorIsAnybodyAfterIt() async throws {
        let other = try await PictureServer()
        server.serve("/b", .redirect(other.url("/c").absoluteString))
        other.serve("/c", .redirect(server.url("/a").absoluteString))
        try await load("/b")
        #expect(server.requests("/b").map { $0.headers["traceparent"] } == [expected[0]])
        #expect((other.requests() + server.requests("/a")).map { $0.headers["traceparent"] } == [nil, nil])
        #expect(expected.count == 3)
    }

    @Test func aProgramCanReplaceOrSuppressIt() async throws {
        try await load("/a") { $0.http.modifyRequest = { $0.headers["Traceparent"] = "mine" } }
        try await load("/a") { $0.http.sendsTraceContext = false }
        #expect(server.requests().map { $0.headers["traceparent"] } == ["mine", nil])
    }

    @Test func withoutATracerNothingIsSent() async throws {
        try await tracer.withSpan("page") { _ in
            try await load("/a") { $0.tracer = nil }
            try await load("/a") { $0.tracer = NoOpTracer() }
        }
        let fields = server.requests().flatMap(\.headers.keys)
        #expect(Set(fields) == ["accept", "host", "user-agent"])
        #expect(tracer.spans.map(\.name) == ["page"])
    }

    /// The client below would make spans of its own, which show queries, and tell every origin of the trace.
    @Test func theProgramsTracerIsUsedOnce() async throws {
        try await withTracer(tracer) {
            let transport = Transport(resolver: .system, client: Transport.clientConfiguration)
            #expect(transport.client.tracing.tracer is RecordingTracer)
            _ = try await ImageLoader.testing(transport: transport).image(for: ImageRequest(server.url("/a?x=hush")))
        }
        #expect(expected.count == 1 && server.requests().map { $0.headers["traceparent"] } == expected)
        #expect(tracer.tree.hasPrefix("boundedcrop.load\n  boundedcrop.attempt\n    GET\n  boundedcrop.header"))
        #expect(!tracer.spans.map(\.text).joined().contains("hush"))
    }

    @Test func objectStorageIsToldNothing() async throws {
        server.serve("/photos/a.jpg", Answer(body: [1]))
        try await withTracer(tracer) {
            let client = S3Client(.testing(server.url(""), clock: ImpatientClock()), logger: .silent)
            try await tracer.withSpan("page") { _ in _ = try await client.object(at: S3Location("s3://photos/a.jpg")) }
        }
        #expect(server.requests().map { $0.headers["traceparent"] } == [nil] && tracer.spans.map(\.name) == ["page"])
    }

    @Test func tracesAreNotPartOfKeys() async throws {
        let loader = ImageLoader.testing { $0.tracer = tracer }
        let request = ImageRequest(server.url("/a"))
        for page in ["one", "two"] {
            try await tracer.withSpan(page) { _ in
                _ = try await loader.image(for: request)
                #expect(loader.cacheKey(for: request) == request.cacheKey)
            }
        }
        #expect(server.requests().count == 1)
    }

    @Test(arguments: ["a\r\nb: c", "ä", "\u{7}", "a\0"]) func whatCannotBeSentIsLeftOut(_ value: String) async throws {
        try await load("/a") { $0.tracer = CarelessTracer(value: value) }
        let headers = try #require(server.requests().first?.headers)
        #expect(Set(headers.keys) == ["accept", "host", "user-agent", "tracestate"])
    }
}

/// A tracer that injects whatever it is given.
private struct CarelessTracer: Tracer {
    let value: String
    private let tracer = RecordingTracer()

    init(value: String) { self.value = value }

    func startSpan<Instant: TracerInstant>(
        _ operationName: String,
        context: @autoclosure () -> ServiceContext,
        ofKind kind: SpanKind,
        at instant: @autoclosure () -> Instant,
        function: String,
        file fileID: String,
        line: UInt
    ) -> RecordingTracer.Span {
        tracer.startSpan(operationName, context: context(), ofKind: kind, at: instant(), function: function, file: fileID, line: line)
    }

    func forceFlush() {}

    func extract<Carrier, Extract: Extractor>(_ carrier: Carrier, into context: inout ServiceContext, using extractor: Extract)
    where Extract.Carrier == Carrier {}

    func inject<Carrier, Inject: Injector>(_ context: ServiceContext, into carrier: inout Carrier, using injector: Inject)
    where Inject.Carrier == Carrier {
        injector.inject(value, forKey: "baggage", into: &carrier)
        injector.inject("fine", forKey: value, into: &carrier)
        injector.inject("kept", forKey: "tracestate", into: &carrier)
    }
}
