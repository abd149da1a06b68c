import BoundedCrop
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import TestSupport
import Testing

@testable import BoundedCropService

@Suite("Routes mounted in another application", .timeLimit(.minutes(15))) struct MountedRoutesTests {
    private static let instructions = "60x40/orientations/obama_1.jpg"

    private func client(
        at path: String = "/images",
        _ change: (inout ServiceConfiguration) -> Void = { _ in },
        _ test: @escaping @Sendable (any TestClientProtocol) async throws -> Void
    ) async throws {
        var configuration = ServiceConfiguration()
        configuration.root = Fixture.root.path
        configuration.allowsUnsafe = true
        configuration.detector = FixedFeatureDetector([Rect]())
        configuration.connectionClock = ManualClock()
        change(&configuration)
        let service = try ImageService(configuration, logger: .silent)
        let router = Router()
        router.get("hello") { _, _ in "Hello" }
        try service.addRoutes(to: router, at: path)
        try await Application(router: router, logger: .silent).test(.router, test)
    }

    @Test("pictures are served below the path, next to the application's own routes", arguments: ["/images", "images/", "/a/b", "/"])
    func pictures(path: String) async throws {
        try await client(at: path) { client in
            let prefix = path == "/" ? "" : "/" + path.split(separator: "/").joined(separator: "/")
            try await client.execute(uri: "\(prefix)/unsafe/\(Self.instructions)?x=1", method: .get) { response in
                #expect(response.status == .ok)
                let picture = try ImageSource(bytes: Array(response.body.readableBytesView))
                #expect(picture.size == PixelSize(width: 60, height: 40))
            }
            try await client.execute(uri: "\(prefix)/unsafe/\(Self.instructions)", method: .head) { response in
                #expect(response.status == .ok && response.body.readableBytes == 0)
            }
            try await client.execute(uri: "/hello", method: .get) { #expect(String(buffer: $0.body) == "Hello") }
        }
    }

    @Test func `a large answer arrives completely`() async throws {
        try await client { client in
            try await client.execute(uri: "/images/unsafe/1200x1200/filters:format(png)/photos/obama.jpg", method: .get) { response in
                #expect(response.status == .ok && response.body.readableBytes > 500_000)
                let picture = try ImageSource(bytes: Array(response.body.readableBytesView))
                #expect(try picture.pixels().size.width == 1200)
            }
        }
    }

    @Test func `health checks, metrics, the page and uploads are also below the path`() async throws {
        try await client { client in
            try await client.execute(uri: "/images/livez", method: .get) { #expect(String(buffer: $0.body) == "WORKING\n") }
            try await client.execute(uri: "/images/metrics", method: .get) { #expect($0.status == .ok) }
            try await client.execute(uri: "/images/", method: .get) { #expect($0.status == .ok) }
            try await client.execute(uri: "/images/playground/main.js", method: .get) { #expect($0.status == .ok) }
            try await client.execute(uri: "/images", method: .get) { #expect($0.headers[.location] == "/images/") }
            let photo = ByteBuffer(bytes: try Fixture.bytes("orientations/obama_1.jpg"))
            try await client.execute(uri: "/images/detect", method: .post, body: photo) { response in
                #expect(response.status == .ok && String(buffer: response.body).contains("\"features\""))
            }
            try await client.execute(uri: "/images/detect", method: .get) { response in
                #expect(response.status == .methodNotAllowed && response.headers[.allow] == "POST")
            }
        }
    }

    @Test func `signatures cover what follows the path`() async throws {
        let signed = try URLSigner(keys: ["key"]).sign(Self.instructions)
        try await client {
            $0.keys = ["key"]
            $0.allowsUnsafe = nil
        } _: { client in
            try await client.execute(uri: "/images\(signed)", method: .get) { #expect($0.status == .ok) }
            try await client.execute(uri: "/images/unsafe/\(Self.instructions)", method: .get) { #expect($0.status == .forbidden) }
        }
    }

    @Test func `a picture outside the folder, a missing one and an invalid URL are problems as in the service`() async throws {
        try await client { client in
            for (path, status) in [
                ("/images/unsafe/60x40/..%2f..%2fetc/passwd", HTTPResponse.Status.forbidden),
                ("/images/unsafe/60x40/none.jpg", .notFound), ("/images/unsafe/60x40/filters:blur(x)/photos/obama.jpg", .badRequest),
            ] {
                try await client.execute(uri: path, method: .get) { response in
                    #expect(response.status == status, "\(path): \(String(buffer: response.body))")
                    #expect(response.headers[.contentType] == "application/problem+json")
                }
            }
        }
    }

    @Test func `a request that exceeds the deadline times out`() async throws {
        let (clock, hasBegun) = (ManualClock(), Events<Void>())
        try await client {
            $0.detector = EndlessDetector(hasBegun: hasBegun)
            $0.connectionClock = clock
        } _: { client in
            async let response = client.execute(uri: "/images/unsafe/60x40/smart/photos/obama.jpg", method: .get) { $0.status }
            await hasBegun.wait()
            clock.advance(by: .seconds(30))
            let status = try await response
            #expect(status == .gatewayTimeout)
        }
    }

    @Test func `a service that has no key and may not answer unsigned URLs adds no routes`() throws {
        let service = try ImageService(ServiceConfiguration(), logger: .silent)
        expectError(.invalidSetting) { try service.addRoutes(to: Router(), at: "/images") }
    }

    @Test(
        "a path with parameters or wildcards, and one that no client asks for, is refused",
        arguments: ["/:tenant", "/{tenant}/images", "/*", "/**", "/a?b", "#", "/..", "/.", "/a/../b", "./a", "/a b", "/%2e%2e", "/ä"]
    )
    func refusedPath(path: String) throws {
        expectError(.invalidArgument) { _ = try MountPath(path) }
        expectError(.invalidSetting) { _ = try GrammarMount(.imgix, at: path) }
    }

    @Test(arguments: ["/a.b", "/...", "/a_b/C-9", "a/", "/", ""])
    func `other paths are the same for routes and grammars`(path: String) throws {
        #expect(try MountPath(path).path == GrammarMount(.imgix, at: path).path)
    }

    @Test(arguments: ["thumbor:/../x", "imgproxy:/a/./b", "imgix:/..", "iiif:/a b", "iiif:/%2e%2e", "nothing:/a", ""])
    func `a grammar is not mounted at a path that no client asks for`(setting: String) {
        expectError(.invalidSetting) { _ = try GrammarMount(setting) }
    }

    @Test(
        "the request is what follows the path",
        arguments: [
            ("/images", "/images/unsafe/a.jpg?x=/1", "/unsafe/a.jpg?x=/1"), ("/images", "//images/unsafe/a.jpg", "/unsafe/a.jpg"),
            ("/a/b", "/a//b/unsafe/http://host/c.jpg", "/unsafe/http://host/c.jpg"), ("/images", "/Images/livez", "/livez"),
            ("/images", "http://host/images/livez", "/livez"), ("/", "http://host/livez", "/livez"), ("/", "http://host", "/"),
            ("/", "/a.jpg", "/a.jpg"), ("/", "http://host?x=1", "/?x=1"), ("/images", "/images/", "/"), ("/images", "/images", nil),
            ("/images", "/images?x=/1", nil),
        ] as [(String, String, String?)]
    )
    func remainder(path: String, target: String, rest: String?) throws {
        #expect(try MountPath(path).remainder(of: target) == rest)
    }

    @Test func `the redirect to the page stays on this host`() async throws {
        try await client { client in
            for path in ["//images", "/images?next=//example.com", "/images"] {
                try await client.execute(uri: path, method: .get) { response in
                    #expect(response.headers[.location] == "/images/", "\(path): \(response.status)")
                }
            }
        }
    }

    @Test func `an error does not close the application's connection`() async throws {
        try await client { client in
            try await client.execute(uri: "/images/crop?size=x", method: .post) { response in
                #expect(response.status == .badRequest && response.headers[.connection] == nil)
            }
        }
    }

    @Test func `no part of a service outlives it`() throws {
        weak var metrics: PrometheusMetrics?
        weak var responder: ServiceResponder?
        do {
            let service = try ImageService(ServiceConfiguration(), logger: .silent)
            (metrics, responder) = (service.parts.metrics, service.parts.responder)
        }
        #expect(metrics == nil && responder == nil)
    }
}

/// Runs until it is cancelled.
private struct EndlessDetector: FeatureDetector {
    let name = "endless"
    let hasBegun: Events<Void>

    func features(in picture: any Picture, accuracy: DetectionAccuracy) throws -> [Feature] {
        hasBegun.post(())
        while true { try Cancellation.checkCurrent() }
    }
}
