import BoundedCrop
import Foundation
import PictureServer
import TestSupport
import Testing

@testable import BoundedCropLoading

/// Requests with a method, a body and header fields of the program's own.
@Suite(.timeLimit(.minutes(15))) struct ModifiedRequestTests {
    private let server: PictureServer

    init() async throws {
        server = try await PictureServer()
        server.serve("/picture", .picture(Fixture.tiny(8), entityTag: "\"1\"", cacheControl: "no-cache"))
    }

    private func loader(storage: (any ImageStorage)? = nil, method: String = "POST") -> ImageLoader {
        .testing(storage: storage) {
            $0.http.modifyRequest = { request in
                request.method = method
                request.headers["X-Album"] = "7"
                request.body = method == "GET" ? nil : Array("page=2".utf8)
            }
        }
    }

    private func load(_ path: String) async throws {
        #expect(try await loader().image(for: ImageRequest(server.url(path))).number == 8)
    }

    @Test func aRequestMayCarryAMethodAndABody() async throws {
        try await load("/picture")
        let request = try #require(server.requests().first)
        #expect(request.method == "POST" && request.headers["x-album"] == "7")
        #expect(String(decoding: request.body, as: UTF8.self) == "page=2")
    }

    /// Each call may give another one.
    @Test func theBodyIsTheOneThatTheCachesWereAskedFor() async throws {
        let calls = Counter()
        let loader = ImageLoader.testing {
            $0.http.modifyRequest = { request in
                calls.enter()
                (request.method, request.body) = ("POST", [UInt8(calls.total)])
            }
        }
        let arrived = Events(of: Int?.self)
        let target = LoadTarget()
        loader.load(ImageRequest(server.url("/picture")), for: target, on: .anyThread) { arrived.post(try? $0.get().number) }
        #expect(await arrived.next(1) == [8])
        #expect(server.requests().map(\.body) == [[1]] && loader.url(for: target) == server.url("/picture"))
        // Before the caches were asked, and before the attempt, for its header fields.
        #expect(calls.total == 2)
    }

    @Test func withoutChangesRequestsAreGETWithoutABody() async throws {
        _ = try await ImageLoader.testing().image(for: ImageRequest(server.url("/picture")))
        #expect(server.requests().map(\.method) == ["GET"] && server.requests()[0].body.isEmpty)
    }

    @Test(arguments: [(301, "GET"), (302, "GET"), (303, "GET"), (307, "POST"), (308, "POST")])
    func aRedirectOnTheSameServerRepeatsTheRequestIfItsStatusSaysSo(_ status: Int, _ method: String) async throws {
        server.serve("/a", .redirect("/picture", status: status))
        try await load("/a")
        let request = try #require(server.requests("/picture").first)
        #expect(request.method == method && request.body.isEmpty == (method == "GET"))
        #expect(request.headers["x-album"] == "7")
    }

    @Test(arguments: [303, 307]) func aRedirectThatDropsTheBodyDropsItsDescription(_ status: Int) async throws {
        server.serve("/a", .redirect("/picture", status: status))
        let loader = ImageLoader.testing {
            $0.http.modifyRequest = { request in
                (request.method, request.body) = ("POST", [1, 2, 3])
                request.headers = ["Content-Type": "text/plain", "content-language": "de", "X-Album": "7"]
            }
        }
        _ = try await loader.image(for: ImageRequest(server.url("/a")))
        let headers = try #require(server.requests("/picture").first).headers
        #expect(headers["x-album"] == "7")
        #expect(headers["content-type"] == (status == 307 ? "text/plain" : nil))
        #expect(headers["content-language"] == (status == 307 ? "de" : nil))
    }

    @Test func withoutItsBodyARequestSaysNothingAboutIt() {
        var request = HTTPOptions.Request(url: "http://pictures.test/a")
        (request.method, request.body) = ("POST", [1])
        request.headers = ["CONTENT-LENGTH": "1", "Transfer-Encoding": "chunked", "Content-Digest": "x", "Accept": "*/*"]
        request.dropBody()
        #expect(request.method == "GET" && request.body == nil && request.headers == ["Accept": "*/*"])
    }

    /// It may contain secrets.
    @Test(arguments: [303, 307]) func nothingOfItIsSentToAnotherServer(_ status: Int) async throws {
        let other = try await PictureServer()
        other.serve("/a", .redirect(server.url("/picture").absoluteString, status: status))
        #expect(try await loader().image(for: ImageRequest(other.url("/a"))).number == 8)
        #expect(other.requests()[0].method == "POST")
        let request = try #require(server.requests().first)
        #expect(request.method == "GET" && request.body.isEmpty && request.headers["x-album"] == nil)
    }

    /// Conditions are for GET only: a server would answer 412 to a POST.
    @Test func onlyAGETAsksWhetherThePictureHasChanged() async throws {
        let folder = try TemporaryFolder()
        for method in ["POST", "GET"] {
            let loader = loader(storage: DiskStorage(folder: folder.path(method)), method: method)
            for _ in 0..<2 { _ = try await loader.storedImage(for: ImageRequest(server.url("/picture"))) }
        }
        #expect(server.requests().map { $0.headers["if-none-match"] } == [nil, nil, nil, "\"1\""])
    }

    @Test(arguments: [("POST", nil), ("GET", [1])] as [(String, [UInt8]?)])
    func onlyAPlainGETIsAnsweredWithNotModified(_ method: String, _ body: [UInt8]?) async throws {
        let folder = try TemporaryFolder()
        server.serve("/a", .picture(Fixture.tiny(8), entityTag: "\"1\"", cacheControl: "no-cache"), Answer(status: 304))
        let loader = ImageLoader.testing(storage: DiskStorage(folder: folder.path)) {
            $0.http.modifyRequest = { ($0.method, $0.body) = (method, body) }
        }
        _ = try await loader.storedImage(for: ImageRequest(server.url("/a")))
        await expectError(.invalidResponse, saying: "304") { _ = try await loader.image(for: ImageRequest(server.url("/a"))) }
    }
}
