import BoundedCrop
import Foundation
import NIOHTTP1
import PictureSupport
import TestSupport
import Testing

@testable import BoundedCropService

/// CORS: the Fetch standard, 3.3.
@Suite(.timeLimit(.minutes(15))) struct CrossOriginTests {
    private static let meta = "/unsafe/meta/9x9/orientations/obama_1.jpg"
    private static let photo = "/unsafe/9x9/orientations/obama_1.jpg"
    private static let site = "https://example.com"

    private func service(_ origins: String...) async throws -> RunningService {
        try await RunningService { $0.corsOrigins = origins }
    }

    @Test(arguments: [
        ("", []), ("*", ["*"]), ("https://example.com", ["https://example.com"]), ("HTTPS://Example.COM:443", ["https://example.com"]),
        ("http://a:80, http://b:8080", ["http://a", "http://b:8080"]), ("https://[::1]:443", ["https://[::1]"]),
        ("https://a:80", ["https://a:80"]), ("capacitor://localhost", ["capacitor://localhost"]),
    ])
    func `origins are read as browsers write them`(text: String, origins: [String]) throws {
        var configuration = ServiceConfiguration()
        try ServiceSettings.set("cors-origins", text, in: &configuration)
        #expect(configuration.corsOrigins == origins)
    }

    @Test(arguments: [
        "null", "example.com", "https://", "https://a/", "https://a/b", "https://*.a.com", "*,https://a", "https://a b?", "https://a:",
        "://a",
        "https://u@a", "https://a:99999", "https://a#b", "htt ps://a,b", "https://ä",
    ])
    func `what is no origin is refused`(text: String) {
        var configuration = ServiceConfiguration()
        expectError(.invalidSetting) { try ServiceSettings.set("cors-origins", text, in: &configuration) }
    }

    @Test func `without the setting, no script of another site may read anything`() async throws {
        let service = try await RunningService()
        for path in [Self.meta, Self.photo, "/unsafe/nothing.jpg", "/livez"] {
            let reply = try await service.get(path, ["origin": Self.site])
            #expect(reply["access-control-allow-origin"] == nil && reply["vary"]?.contains("Origin") != true)
        }
        let asked = try await service.request(.OPTIONS, "/crop", ["origin": Self.site, "access-control-request-method": "POST"])
        #expect(asked.status == 405 && asked["allow"] == "POST" && asked["access-control-allow-origin"] == nil)
    }

    @Test(arguments: [
        (site, true), ("https://other.example", true), ("https://EXAMPLE.com", false), ("http://example.com", false), ("null", false),
        ("https://example.com.evil.com", false), ("https://example.com:443", false), ("", false), ("*", false),
        ("https://example.com, https://other.example", false), (nil, false),
    ])
    func `listed sites' scripts may read metadata, uploads and errors`(origin: String?, isAllowed: Bool) async throws {
        let service = try await service(Self.site, "https://other.example")
        let headers = origin.map { ["origin": $0] } ?? [:]
        let replies = [
            try await service.get(Self.meta, headers), try await service.get("/unsafe/nothing.jpg", headers),
            try await service.get(Self.meta, headers.merging(["if-none-match": "*"]) { $1 }),
            try await service.post("/crop?size=9x9", try Fixture.flat(20, 20).bytes, headers),
            try await service.post("/detect", [1, 2, 3], headers),
        ]
        #expect(replies.map(\.status) == [200, 404, 304, 200, 422])
        for reply in replies {
            #expect(reply["access-control-allow-origin"] == (isAllowed ? origin : nil))
            #expect((reply["access-control-expose-headers"] != nil) == isAllowed)
            #expect(reply["vary"] == "Origin" && reply["access-control-allow-credentials"] == nil)
        }
    }

    @Test func `all sites' scripts have the same answers`() async throws {
        let service = try await service("*")
        for headers in [[:], ["origin": Self.site], ["origin": "null"]] {
            let reply = try await service.get(Self.meta, headers)
            #expect(reply["access-control-allow-origin"] == "*" && reply["vary"] == nil)
            for name in ["X-BoundedCrop-Plan", "X-BoundedCrop-Placeholder"] {
                #expect(reply["access-control-expose-headers"]?.contains(name) == true)
            }
        }
    }

    @Test func `pictures, health, metrics and the page are as without the setting`() async throws {
        let service = try await service(Self.site)
        for path in [Self.photo, "/livez", "/metrics", "/"] {
            for condition in [[:], ["if-none-match": "*"]] {
                let reply = try await service.get(path, condition.merging(["origin": Self.site]) { $1 })
                #expect(reply["access-control-allow-origin"] == nil && reply["vary"]?.contains("Origin") != true, "\(path)")
            }
            #expect(try await service.request(.OPTIONS, path == Self.photo ? "/livez" : path).status == 405)
        }
    }

    @Test func `a browser that asks before a request is told what it may send`() async throws {
        let service = try await service(Self.site)
        for (path, methods) in [("/crop", "POST"), ("/detect", "POST"), ("/plan", "POST"), ("/render", "POST"), (Self.meta, "GET, HEAD")] {
            let asked = ["origin": Self.site, "access-control-request-method": "POST", "access-control-request-headers": "content-type"]
            let reply = try await service.request(.OPTIONS, path, asked)
            #expect(reply.status == 204 && reply.body.isEmpty && reply["content-length"] == nil)
            #expect(reply["access-control-allow-origin"] == Self.site && reply["access-control-allow-methods"] == methods)
            let fields = reply["access-control-allow-headers"]?.components(separatedBy: ", ") ?? []
            #expect(Set(fields).isSuperset(of: ["Content-Type", "DPR", "Width", "X-BoundedCrop-Picture"]), "\(fields)")
            #expect(reply["access-control-max-age"] != nil)
            #expect(reply["allow"] == "\(methods), OPTIONS" && reply["vary"] == "Origin")
            let other = try await service.request(.OPTIONS, path, asked.merging(["origin": "https://evil.example"]) { $1 })
            #expect(other["access-control-allow-origin"] == nil)
        }
        let refused = try await service.request(.DELETE, "/crop")
        #expect(refused.status == 405 && refused["allow"] == "POST, OPTIONS")
    }

    @Test func `the names of the service are checked before that`() async throws {
        let service = try await RunningService { ($0.corsOrigins, $0.serverNames) = (["*"], ["images.example.com"]) }
        #expect(try await service.request(.OPTIONS, "/crop", ["origin": Self.site, "host": "evil.example"]).status == 421)
    }

    @Test func `a 304 leaves the policy of a picture as it was`() async throws {
        let service = try await RunningService()
        for path in [Self.photo, Self.meta] {
            let full = try await service.get(path)
            let known = try await service.get(path, ["if-none-match": "*"])
            #expect(known.status == 304 && known["cross-origin-resource-policy"] == full["cross-origin-resource-policy"])
        }
    }
}
