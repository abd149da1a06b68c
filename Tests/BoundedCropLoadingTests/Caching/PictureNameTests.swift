import Foundation
import PictureServer
import TestSupport
import Testing

@testable import BoundedCropLoading

/// The names under which the crops and effects of a loader's pictures are cached.
@Suite(.timeLimit(.minutes(15))) struct PictureNameTests {
    private func name(_ text: String, _ change: (inout HTTPOptions) -> Void = { _ in }) throws -> String {
        let loader = ImageLoader.testing { change(&$0.http) }
        return loader.name(of: try #require(URL(string: text)))
    }

    @Test(arguments: ["http://pictures.test/a?b=c", "https://pictures.test/", "file:///tmp/a%20b.png", "data:,hello"])
    func aPlainRequestIsNamedByItsURL(_ url: String) throws {
        #expect(try name(url) == url)
        #expect(try name(url) { $0.modifyRequest = { $0.headers["Accept-Language"] = "de" } } == url)
    }

    @Test func scopeMethodAndBodyTellPicturesApart() throws {
        let url = "http://pictures.test/me"
        let names = [
            try name(url),
            try name(url) { $0.cacheScope = "anna" },
            try name(url) { $0.cacheScope = "bert" },
            try name(url) { $0.modifyRequest = { $0.method = "POST" } },
            try name(url) { $0.modifyRequest = { $0.body = [1] } },
        ]
        #expect(Set(names).count == names.count)
    }

    /// Such URLs are not sent anywhere.
    @Test(arguments: ["file:///tmp/a.png", "data:,hello"]) func localPicturesAreTheSameForEverybody(_ url: String) throws {
        #expect(try name(url) { $0.cacheScope = "anna" } == url)
    }

    @Test func anOriginalIsReturnedWithTheNameOfItsRequest() async throws {
        let server = try await PictureServer()
        server.serve("/a", .picture(Fixture.tiny()))
        let folder = try TemporaryFolder()
        let file = URL(fileURLWithPath: try folder.write(Fixture.tiny(), to: "a.png"))
        for (url, scope) in [(server.url("/a"), ""), (server.url("/a"), "anna"), (file, "anna")] {
            let loader = ImageLoader.testing { $0.http.cacheScope = scope }
            #expect(try await loader.namedOriginal(of: url).name == loader.name(of: url))
        }
    }

    @Test func thePolicySaysWhatMayBeShownFromCaches() throws {
        let loader = ImageLoader.testing { $0.policy.deniedHosts = ["private.test"] }
        #expect(!loader.allows(try #require(URL(string: "http://private.test/a"))))
        #expect(loader.allows(try #require(URL(string: "http://pictures.test/a"))))
    }
}
