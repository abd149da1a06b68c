import BoundedCrop
import BoundedCropLoading
import Foundation
import Hummingbird
import HummingbirdTesting
import PictureServer
import RecordingSupport
import TestSupport
import Testing
import Tracing

@testable import BoundedCropService

/// Traces that come from clients and go on to picture servers.
@Suite(.timeLimit(.minutes(15))) struct RemoteTraceTests {
    private static let photo = "/unsafe/20x20/orientations/obama_1.jpg"
    private let tracer = RecordingTracer()

    private var requests: [RecordedSpan] {
        get async {
            await until { tracer.openCount == 0 && !tracer.spans.isEmpty }
            return tracer.spans.filter { $0.kind == .server }
        }
    }

    @Test func `a client's trace goes on to the picture's server`() async throws {
        let server = try await PictureServer()
        server.serve("/a.jpg", .picture(try Fixture.bytes("orientations/obama_1.jpg")))
        let service = try await RunningService {
            $0.tracer = tracer
            $0.policy = .unrestricted
        }
        let headers = ["traceparent": TraceParentTests.valid, "tracestate": "vendor=1"]
        #expect(try await service.get("/unsafe/20x20/http://127.0.0.1:\(server.port)/a.jpg", headers).status == 200)
        let span = try #require(await requests.first)
        #expect(span.traceID == TraceParentTests.trace && span.parentID == "00f067aa0ba902b7")
        let client = try #require(tracer.spans.first { $0.kind == .client })
        let received = server.requests().map(\.headers)
        #expect(received.map { $0["traceparent"] } == ["00-\(TraceParentTests.trace)-\(client.id)-01"])
        #expect(received.map { $0["tracestate"] } == ["vendor=1"])
        #expect(tracer.spans.allSatisfy { $0.traceID == TraceParentTests.trace })
    }

    @Test func `what is not a valid parent begins a trace of the service's own`() async throws {
        let service = try await RunningService { $0.tracer = tracer }
        let hostile = TraceParentTests.hostile.filter { text in
            text.utf8.allSatisfy { (0x20...0x7E).contains($0) } && text.utf8.count < 1000 && text.trimmingSpaces() == text
        }
        #expect(hostile.count > 20)
        for text in hostile {
            #expect(try await service.get(Self.photo, ["traceparent": text, "tracestate": "vendor=1"]).status == 200)
        }
        let spans = await requests
        #expect(spans.count == hostile.count && Set(spans.map(\.traceID)).count == hostile.count)
        #expect(spans.allSatisfy { $0.parentID == nil && $0.traceID != TraceParentTests.trace })
    }

    @Test func `requests do not belong to the span in which the service was started`() async throws {
        let service = try await tracer.withSpan("start") { _ in try await RunningService { $0.tracer = tracer } }
        #expect(try await service.get(Self.photo).status == 200)
        #expect(await requests.map(\.parentID) == [nil])
    }

    @Test func `two parents are none`() async throws {
        let service = try await RunningService { $0.tracer = tracer }
        let connection = try await RawConnection(service)
        let field = "traceparent: \(TraceParentTests.valid)\n"
        try await connection.send("GET \(Self.photo) HTTP/1.1\nhost: localhost\n\(field)\(field)connection: close\n\n")
        #expect(await connection.receivedAll().hasPrefix("HTTP/1.1 200"))
        #expect(await requests.map(\.parentID) == [nil])
    }

    @Test func `the log names the client's trace, with and without a tracer`() async throws {
        let book = LogBook()
        let service = try await RunningService(logger: book.logger)
        _ = try await service.get(Self.photo, ["traceparent": TraceParentTests.valid])
        _ = try await service.get(Self.photo, ["traceparent": TraceParentTests.valid.uppercased()])
        _ = try await service.get(Self.photo)
        await until { book.lines("image").count == 3 }
        #expect(book.lines("image").map { $0["trace-id"] } == [TraceParentTests.trace, nil, nil])
    }

    @Test func `mounted routes continue the application's span`() async throws {
        var configuration = ServiceConfiguration()
        configuration.root = Fixture.root.path
        configuration.allowsUnsafe = true
        configuration.tracer = tracer
        configuration.connectionClock = ManualClock()
        let service = try ImageService(configuration, logger: .silent)
        let router = Router()
        router.add(middleware: ApplicationSpan(tracer: tracer))
        try service.addRoutes(to: router, at: "/images")
        try await Application(router: router, logger: .silent).test(.router) { client in
            try await client.execute(uri: "/images" + Self.photo, method: .get, headers: [:]) { #expect($0.status == .ok) }
        }
        let spans = tracer.spans
        #expect(spans.map(\.name).prefix(2) == ["application", "GET /{authorization}/{instructions}"])
        #expect(spans[1].parentID == spans[0].id && spans[1].kind == .internal)
    }
}

private struct ApplicationSpan: RouterMiddleware {
    typealias Context = BasicRequestContext
    let tracer: RecordingTracer

    func handle(_ request: Request, context: Context, next: (Request, Context) async throws -> Response) async throws -> Response {
        try await tracer.withSpan("application", ofKind: .server) { _ in try await next(request, context) }
    }
}
