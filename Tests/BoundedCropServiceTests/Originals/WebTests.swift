import BoundedCrop
import BoundedCropLoading
import Foundation
import PictureServer
import TestSupport
import Testing

@testable import BoundedCropService

@Suite(.timeLimit(.minutes(15))) struct WebTests {
    private let upstream: PictureServer
    private let photo: [UInt8]

    init() async throws {
        upstream = try await PictureServer()
        photo = try [UInt8](Data(contentsOf: Fixture.root.appendingPathComponent("orientations/obama_1.jpg")))
    }

    private func service(_ change: @Sendable (inout ServiceConfiguration) -> Void = { _ in }) async throws -> RunningService {
        try await RunningService {
            $0.root = nil
            $0.policy = .unrestricted
            change(&$0)
        }
    }

    private func path(_ upstreamPath: String) -> String { "/unsafe/40x40/127.0.0.1:\(upstream.port)\(upstreamPath)" }

    @Test func `pictures are loaded from the web, with and without a scheme`() async throws {
        upstream.serve("/a.jpg", .picture(photo))
        let service = try await service()
        for url in [
            "127.0.0.1:\(upstream.port)/a.jpg", "http://127.0.0.1:\(upstream.port)/a.jpg", "http:/127.0.0.1:\(upstream.port)/a.jpg",
        ] {
            let reply = try await service.get("/unsafe/40x40/\(url)")
            #expect(reply.status == 200, "\(url): \(reply.text)")
        }
    }

    @Test func `a fresh picture is neither fetched nor revalidated`() async throws {
        upstream.serve("/a.jpg", .picture(photo, lastModified: "Sun, 06 Nov 1994 08:49:37 GMT", cacheControl: "max-age=600"))
        let service = try await service()
        let first = try await service.get(path("/a.jpg"))
        #expect(first["last-modified"] == "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(try await service.get(path("/a.jpg")).body == first.body)
        let known = try await service.get(path("/a.jpg"), ["if-none-match": first["etag"] ?? ""])
        #expect(known.status == 304)
        #expect(upstream.requests("/a.jpg").count == 1)
    }

    @Test func `a changed picture is served in its new version`() async throws {
        let other = try [UInt8](Data(contentsOf: Fixture.root.appendingPathComponent("edges/black_300x200.jpg")))
        upstream.serve("/a.jpg", .picture(photo, cacheControl: "no-cache"), .picture(other, cacheControl: "no-cache"))
        let service = try await service()
        let first = try await service.get(path("/a.jpg"))
        let second = try await service.get(path("/a.jpg"), ["if-none-match": first["etag"] ?? ""])
        #expect(second.status == 200 && second["etag"] != first["etag"] && second.body != first.body)
    }

    @Test(arguments: [
        (404, 404, "invalidStatusCode"), (410, 404, "invalidStatusCode"), (403, 502, "invalidStatusCode"), (501, 502, "invalidStatusCode"),
    ])
    func `errors of servers are mapped to errors of the same kind`(upstreamStatus: Int, status: Int, code: String) async throws {
        upstream.serve("/a.jpg", Answer(status: upstreamStatus))
        let reply = try await service().get(path("/a.jpg"))
        #expect(reply.status == status && reply.code == code, "\(reply.text)")
    }

    @Test func `missing and invalid pictures are reported`() async throws {
        upstream.serve("/text", Answer(body: Array("<html>".utf8)))
        upstream.serve("/empty", Answer(body: []))
        upstream.serve("/loop", .redirect("/loop"))
        upstream.serve("/file", .redirect("file:///etc/passwd"))
        let service = try await service()
        #expect(try await service.get(path("/text")).status == 422)
        #expect(try await service.get(path("/empty")).status == 422)
        #expect(try await service.get(path("/loop")).status == 502)
        #expect([403, 502].contains(try await service.get(path("/file")).status))
    }

    @Test func `private addresses and this machine are not contacted`() async throws {
        upstream.serve("/a.jpg", .picture(photo))
        let service = try await RunningService { $0.root = nil }
        let port = upstream.port
        for host in [
            "127.0.0.1:\(port)", "localhost:\(port)", "[::1]:\(port)", "2130706433:\(port)", "0x7f000001:\(port)", "127.1:\(port)",
            "0:\(port)",
            "[::ffff:127.0.0.1]:\(port)", "169.254.169.254", "10.0.0.1", "192.168.0.1",
        ] {
            let reply = try await service.get("/unsafe/40x40/http://\(host)/a.jpg")
            #expect([400, 403, 502].contains(reply.status), "\(host): \(reply.status) \(reply.text)")
            if host.hasPrefix("127.0.0.1") || host.hasPrefix("10.") { #expect(reply.code == "sourceNotAllowed") }
        }
        #expect(upstream.requests().isEmpty)
    }

    @Test func `redirects to forbidden addresses are not followed`() async throws {
        let inside = try await PictureServer()
        inside.serve("/secret", .picture(photo))
        upstream.serve("/a.jpg", .redirect(inside.url("/secret", host: "localhost").absoluteString))
        let service = try await service { $0.policy.deniedHosts = ["localhost"] }
        #expect(try await service.get(path("/a.jpg")).status == 403)
        #expect(inside.requests().isEmpty)
    }

    @Test func `only allowed hosts are contacted`() async throws {
        upstream.serve("/a.jpg", .picture(photo))
        let service = try await service { $0.policy.allowedHosts = ["images.example.com"] }
        let reply = try await service.get(path("/a.jpg"))
        #expect(reply.status == 403 && reply.code == "sourceNotAllowed")
        #expect(upstream.requests().isEmpty)
    }

    @Test(arguments: [
        "file:///etc/passwd", "file:/etc/passwd", "ftp://example.com/a.jpg", "gopher://example.com/", "data:image/png;base64,AA",
    ])
    func `other schemes are not loaded`(url: String) async throws {
        let reply = try await service().get("/unsafe/40x40/\(url)")
        #expect([400, 403].contains(reply.status), "\(reply.text)")
    }

    @Test func `the web can be turned off`() async throws {
        upstream.serve("/a.jpg", .picture(photo))
        let service = try await RunningService { $0.loadsFromWeb = false }
        let reply = try await service.get("/unsafe/40x40/http://127.0.0.1:\(upstream.port)/a.jpg")
        #expect(reply.status == 403 && reply.code == "sourceNotAllowed")
    }

    @Test func `the limit on bytes applies to downloads`() async throws {
        upstream.serve("/a.jpg", .picture(photo))
        let reply = try await service { $0.decoding.limits.maximumBytes = 1000 }.get(path("/a.jpg"))
        #expect(reply.status == 422 && reply.code == "limitExceeded")
    }

    @Test func `a server that never answers is not waited for beyond the deadline`() async throws {
        let gate = ServerGate()
        upstream.serve("/a.jpg", Answer.picture(photo).with { $0.gate = gate })
        let service = try await service()
        async let answer = service.get(path("/a.jpg"))
        await until { upstream.requests("/a.jpg").count == 1 }
        service.clock.advance(by: .seconds(30))
        let reply = try await answer
        #expect(reply.status == 504 && reply.code == "timeout")
        await until { service.metric("boundedcrop_requests_inside") == 0 }
        gate.open()
    }
}
