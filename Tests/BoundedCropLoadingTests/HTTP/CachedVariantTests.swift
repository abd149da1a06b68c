import BoundedCrop
import Foundation
import PictureServer
import Synchronization
import TestSupport
import Testing

@testable import BoundedCropLoading

/// What is cached under a URL is returned only to who would have asked for the same.
@Suite(.timeLimit(.minutes(15))) struct CachedVariantTests {
    private let server: PictureServer
    private let folder: TemporaryFolder

    init() async throws {
        server = try await PictureServer()
        folder = try TemporaryFolder()
    }

    /// Loads a picture with a loader of its own, which shares the storage with all others.
    private func number(_ path: String, _ memory: ImageMemoryCache, _ change: (inout HTTPOptions) -> Void) async throws -> Int {
        let loader = ImageLoader.testing(storage: DiskStorage(folder: folder.path)) {
            $0.memoryCache = memory
            change(&$0.http)
        }
        return try await loader.storedImage(for: ImageRequest(server.url(path))).number
    }

    @Test func answersToDifferentMethodsAndBodiesAreKeptApart() async throws {
        let asked = [("GET", ""), ("GET", "page=2"), ("POST", "page=2"), ("POST", "page=3"), ("POST", "")]
        server.serve("/list") { request in
            let body = String(decoding: request.body, as: UTF8.self)
            return .picture(Fixture.tiny(asked.firstIndex { $0 == (request.method, body) } ?? 99))
        }
        let memory = ImageMemoryCache.testing()
        // From the server, from memory, and from the storage.
        for memory in [memory, memory, .testing()] {
            for (index, (method, body)) in asked.enumerated() {
                let number = try await number("/list", memory) {
                    $0.modifyRequest = { ($0.method, $0.body) = (method, Array(body.utf8)) }
                }
                #expect(number == index)
            }
        }
        #expect(server.requests().count == asked.count)
    }

    @Test func theFailureOfOneBodyIsNotThatOfAnother() async throws {
        let page = Mutex("1")
        server.serve("/list") { $0.body == Array("1".utf8) ? Answer(status: 404) : .picture(Fixture.tiny(2)) }
        let loader = ImageLoader.testing { $0.http.modifyRequest = { ($0.method, $0.body) = ("POST", Array(page.withLock { $0 }.utf8)) } }
        let request = ImageRequest(server.url("/list"))
        for _ in 0..<2 { await expectError(.invalidStatusCode) { _ = try await loader.image(for: request) } }
        page.withLock { $0 = "2" }
        #expect(try await loader.image(for: request).number == 2)
        #expect(server.requests().count == 2)
    }

    @Test func requestsWithDifferentBodiesShareNoDownload() async throws {
        let page = Mutex(UInt8(1))
        let gate = ServerGate()
        server.serve("/list") { request in
            await gate.pass()
            return .picture(Fixture.tiny(Int(request.body[0])))
        }
        let loader = ImageLoader.testing { $0.http.modifyRequest = { ($0.method, $0.body) = ("POST", [page.withLock { $0 }]) } }
        let first = loader.task(for: ImageRequest(server.url("/list")))
        await gate.arrivals(1)
        page.withLock { $0 = 2 }
        let second = loader.task(for: ImageRequest(server.url("/list")))
        await gate.arrivals(2)
        gate.open()
        #expect(try await (first.image.number, second.image.number) == (1, 2))
    }

    /// What a token gives access to is not for others.
    @Test func eachScopeHasItsOwnEntries() async throws {
        server.serve("/me") { .picture(Fixture.tiny($0.headers["authorization"] == "Bearer anna" ? 1 : 2)) }
        let memory = ImageMemoryCache.testing()
        for memory in [memory, memory, .testing()] {
            for (index, user) in ["anna", "bert"].enumerated() {
                let number = try await number("/me", memory) {
                    $0.cacheScope = user
                    $0.modifyRequest = { $0.headers["Authorization"] = "Bearer \(user)" }
                }
                #expect(number == index + 1)
            }
        }
        #expect(server.requests().count == 2)
    }

    @Test func theKeyOfALoaderIsThatOfItsEntriesInMemory() async throws {
        server.serve("/a", .picture(Fixture.tiny()))
        let request = ImageRequest(server.url("/a"), processors: [.downsampled(longSide: 4)])
        let (plain, scoped) = (ImageLoader.testing(), ImageLoader.testing { $0.http.cacheScope = "anna" })
        #expect(plain.cacheKey(for: request) == request.cacheKey && scoped.cacheKey(for: request) != request.cacheKey)
        for loader in [plain, scoped] {
            _ = try await loader.image(for: request)
            #expect(loader.memoryCache?.image(for: loader.cacheKey(for: request)) != nil)
        }
    }

    /// Texts that would be the same if they were only joined.
    @Test func variantsAreUnambiguous() {
        func variant(_ scope: String, _ method: String, _ body: String?) -> String {
            var (options, request) = (HTTPOptions(), HTTPOptions.Request(url: "http://pictures.test/a"))
            (options.cacheScope, request.method, request.body) = (scope, method, body.map { Array($0.utf8) })
            return options.variant(of: request)
        }
        #expect(variant("", "GET", nil) == "" && variant("", "GET", "") == "")
        let variants = [
            variant("a", "GET", nil), variant("0:", "GET", nil), variant("", "POST", nil), variant("", "POST", "X"),
            variant("", "POSTX", nil), variant("", "get", nil), variant("a", "POST", nil), variant("", "GET", "X"),
        ]
        #expect(Set(variants).count == variants.count && !variants.contains(""))
    }
}
