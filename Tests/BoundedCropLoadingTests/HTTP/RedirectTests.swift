import BoundedCrop
import Foundation
import PictureServer
import Synchronization
import TestSupport
import Testing

@testable import BoundedCropLoading

@Suite(.timeLimit(.minutes(15))) struct RedirectTests {
    private let server: PictureServer

    init() async throws {
        server = try await PictureServer()
        server.serve("/picture", .picture(Fixture.tiny(8)))
    }

    private func load(_ path: String, _ change: (inout ImageLoader.Configuration) -> Void = { _ in }) async throws -> Int {
        try await ImageLoader.testing(change).image(for: ImageRequest(server.url(path))).number
    }

    @Test(arguments: [301, 302, 303, 307, 308]) func redirectsAreFollowed(_ status: Int) async throws {
        server.serve("/a", .redirect(server.url("/picture").absoluteString, status: status))
        #expect(try await load("/a") == 8)
    }

    @Test(arguments: ["/picture", "../picture", "picture?x=1", "//127.0.0.1:PORT/picture"])
    func relativeTargetsAreResolvedAgainstTheServer(_ target: String) async throws {
        server.serve("/a", .redirect(target.replacingOccurrences(of: "PORT", with: "\(server.port)")))
        #expect(try await load("/a") == 8)
    }

    @Test(arguments: ["/picture ", "/picture \t ", "\t/picture"]) func spacesAroundTheTargetAreNoPartOfIt(_ target: String) async throws {
        server.serve("/a", .redirect(target))
        #expect(try await load("/a") == 8)
    }

    @Test func redirectsAreFollowedUpToTheLimit() async throws {
        for number in 1...6 { server.serve("/\(number)", .redirect(number == 6 ? "/picture" : "/\(number + 1)")) }
        #expect(try await load("/2") == 8)
        await expectError(.invalidRedirect, saying: "5 redirects") { _ = try await load("/1") }
        await expectError(.invalidRedirect) { _ = try await load("/6") { $0.http.redirectLimit = 0 } }
    }

    @Test func redirectLoopsEnd() async throws {
        server.serve("/a", .redirect("/b"))
        server.serve("/b", .redirect("/a"))
        server.serve("/self", .redirect("/self"))
        await expectError(.invalidRedirect) { _ = try await load("/a") }
        await expectError(.invalidRedirect) { _ = try await load("/self") }
        #expect(server.requests("/self").count == 6)
    }

    @Test(arguments: ["file:///etc/passwd", "data:image/png;base64,AAAA", "ftp://127.0.0.1/", "javascript:alert(1)"])
    func onlyHTTPTargetsAreFollowed(_ target: String) async throws {
        server.serve("/a", .redirect(target))
        await expectError(.invalidRedirect, saying: "not an http or https URL") { _ = try await load("/a") }
    }

    @Test(arguments: [
        "http://127.0.0.1:65536/", "//127.0.0.1:0/", "http://127.0.0.1:/", "https://[::1]:9223372036854775808/", "http://a:-1/",
    ])
    func aTargetWithAnInvalidPortIsRefused(_ target: String) async throws {
        server.serve("/a", .redirect(target))
        await expectError(.invalidRedirect) { _ = try await load("/a") }
    }

    @Test func aRedirectWithoutATargetIsAnError() async throws {
        server.serve("/a", Answer(status: 302))
        await expectError(.invalidRedirect, saying: "without a valid location") { _ = try await load("/a") }
    }

    @Test func requestHeadersAreSent() async throws {
        let requested = Mutex<[String]>([])
        _ = try await load("/picture") {
            $0.http.modifyRequest = { request in
                requested.withLock { $0.append(request.url) }
                request.headers["Authorization"] = "Bearer token"
                request.headers["user-agent"] = "test"
            }
        }
        // For the key of the caches, and for the attempt.
        #expect(requested.withLock { $0 } == Array(repeating: server.url("/picture").absoluteString, count: 2))
        #expect(server.requests()[0].headers["authorization"] == "Bearer token")
        #expect(server.requests()[0].headers["user-agent"] == "test")
    }

    @Test func requestHeadersAreNotSentToAnotherServer() async throws {
        let other = try await PictureServer()
        other.serve("/picture", .redirect(server.url("/picture").absoluteString))
        server.serve("/same", .redirect("/picture"))
        server.serve("/other", .redirect(other.url("/picture").absoluteString))
        server.serve("/name", .redirect(server.url("/picture", host: "localhost").absoluteString))
        for path in ["/same", "/other", "/name"] {
            _ = try await load(path) { $0.http.modifyRequest = { $0.headers["authorization"] = "Bearer token" } }
        }
        #expect(server.requests("/picture").map { $0.headers["authorization"] } == ["Bearer token", nil, nil])
        // They are not sent on a redirect back to the first server either.
        #expect(other.requests().map { $0.headers["authorization"] } == [nil])
    }
}
