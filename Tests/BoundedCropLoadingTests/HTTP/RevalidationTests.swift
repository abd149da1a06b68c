import BoundedCrop
import Foundation
import NIOHTTP1
import PictureServer
import TestSupport
import Testing

@testable import BoundedCropLoading

/// How long pictures are fresh, and how stale ones are revalidated.
@Suite(.timeLimit(.minutes(15))) struct RevalidationTests {
    private let server: PictureServer
    private let clock = ManualClock()
    private let folder: TemporaryFolder

    init() async throws {
        server = try await PictureServer()
        folder = try TemporaryFolder()
    }

    private func loader(_ change: (inout ImageLoader.Configuration) -> Void = { _ in }) -> ImageLoader {
        .testing(clock: clock, storage: DiskStorage(folder: folder.path), change)
    }

    private var request: ImageRequest { ImageRequest(server.url("/a")) }

    /// The number of requests after a first load and a second one after `duration`, by loaders whose only cache is the storage.
    private func requests(after duration: Duration, _ loaders: ImageLoader...) async throws -> Int {
        _ = try await loaders[0].storedImage(for: request)
        clock.advance(by: duration)
        _ = try await (loaders.last ?? loaders[0]).storedImage(for: request)
        return server.requests().count
    }

    @Test func picturesAreFreshForThreeDaysByDefault() async throws {
        server.serve("/a", .picture(Fixture.tiny()))
        #expect(try await requests(after: .seconds(3 * 24 * 3600 - 1), loader(), loader()) == 1)
        clock.advance(by: .seconds(1))
        _ = try await loader().storedImage(for: request)
        #expect(server.requests().count == 2)
    }

    @Test(arguments: [
        (["cache-control": "max-age=100"], 100),
        (["cache-control": "public, Max-Age=\"100\" , x"], 100),
        (["cache-control": "max-age=100", "age": "40"], 60),
        (["cache-control": "max-age=100", "expires": "Fri, 15 Jan 2027 08:00:10 GMT"], 100),
        (["expires": "Fri, 15 Jan 2027 08:01:40 GMT"], 100),
        (["expires": "0"], 0),
        (["cache-control": "no-cache"], 0),
        (["cache-control": "no-cache, max-age=100"], 0),
        (["cache-control": "max-age=nonsense"], 0),
        (["cache-control": "max-age=-5"], 0),
    ])
    func cacheHeadersAreRespected(_ headers: [String: String], _ seconds: Int) async throws {
        // The server sends its own date, which Expires is relative to.
        server.serve("/a", Answer(headers: headers, body: Fixture.tiny()))
        let directives = CacheDirectives(HTTPHeaders(headers.map { ($0.key, $0.value) }))
        #expect(directives.expiry(receivedAt: clock.now, standard: .seconds(7)) == clock.now.addingTimeInterval(Double(seconds)))
        guard headers["expires"] == nil else { return }
        let first = loader()
        _ = try await first.storedImage(for: request)
        clock.advance(by: .seconds(seconds) - .milliseconds(1))
        if seconds > 0 { _ = try await loader().storedImage(for: request) }
        #expect(server.requests().count == 1)
        clock.advance(by: .milliseconds(1))
        _ = try await first.storedImage(for: request)
        #expect(server.requests().count == 2)
    }

    @Test func cacheHeadersCanBeOverridden() async throws {
        server.serve("/a", .picture(Fixture.tiny(), cacheControl: "no-store, max-age=1"))
        let loader = loader {
            $0.http.respectsCacheHeaders = false
            $0.http.lifetime = .seconds(1000)
        }
        #expect(try await requests(after: .seconds(999), loader) == 1)
        clock.advance(by: .seconds(1))
        _ = try await loader.storedImage(for: request)
        #expect(server.requests().count == 2)
    }

    @Test func noStoreIsRespected() async throws {
        server.serve("/a", .picture(Fixture.tiny(), cacheControl: "no-store"))
        let request = ImageRequest(server.url("/a"), processors: [.downsampled(longSide: 4)])
        for _ in 0..<2 { _ = try await loader().storedImage(for: request) }
        #expect(server.requests().count == 2)
        let files = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        #expect(files.filter { $0.hasSuffix(".image") } == [])
    }

    @Test func lastModifiedIsEnoughForRevalidation() async throws {
        let date = "Sun, 06 Nov 1994 08:49:37 GMT"
        server.serve("/a", .picture(Fixture.tiny(), lastModified: date, cacheControl: "max-age=1"))
        #expect(try await requests(after: .seconds(1), loader(), loader()) == 2)
        #expect(server.requests()[1].headers["if-modified-since"] == date)
    }

    @Test func aChangedPictureReplacesTheOldOne() async throws {
        server.serve(
            "/a",
            .picture(Fixture.tiny(1), entityTag: "\"1\"", cacheControl: "max-age=1"),
            .picture(Fixture.tiny(2), entityTag: "\"2\"", cacheControl: "max-age=100")
        )
        let (loader, request) = (loader(), ImageRequest(server.url("/a"), processors: [.downsampled(longSide: 4)]))
        #expect(try await loader.storedImage(for: request).number == 1)
        clock.advance(by: .seconds(1))
        #expect(try await loader.storedImage(for: request).number == 2)
        #expect(try await self.loader().storedImage(for: request).number == 2)
        #expect(server.requests().map { $0.headers["if-none-match"] } == [nil, "\"1\""])
        #expect(loader.statistics.revalidations == 0)
    }

    @Test func resultsOfAnUnchangedPictureAreNotRecomputed() async throws {
        server.serve("/a", .picture(Fixture.tiny(5), entityTag: "\"1\"", cacheControl: "max-age=1"))
        let made = Counter()
        let step = Step("step") { picture in
            made.enter()
            return try picture.pixels(longSide: 4)
        }
        let request = ImageRequest(server.url("/a"), processors: [step])
        let first = loader()
        _ = try await first.storedImage(for: request)
        clock.advance(by: .seconds(1))
        // From memory, and from the storage.
        #expect(try await first.storedImage(for: request).number == 5)
        clock.advance(by: .seconds(1))
        #expect(try await loader().storedImage(for: request).number == 5)
        #expect(made.total == 1)
        #expect(server.requests().count == 3)
    }

    @Test func staleIfErrorServesAStalePictureWhileTheServerFails() async throws {
        server.serve("/a", .picture(Fixture.tiny(3), cacheControl: "max-age=1, stale-if-error=10"), Answer(status: 503))
        let loader = loader { $0.http.attempts = 1 }
        #expect(try await requests(after: .seconds(10), loader) == 2)
        clock.advance(by: .seconds(2))
        await expectError(.invalidStatusCode, saying: "503") { _ = try await loader.storedImage(for: request) }
    }

    @Test func staleIfErrorDoesNotApplyToAPictureThatIsGone() async throws {
        server.serve("/a", .picture(Fixture.tiny(3), cacheControl: "max-age=1, stale-if-error=10"), Answer(status: 404))
        let loader = loader()
        _ = try await loader.storedImage(for: request)
        clock.advance(by: .seconds(2))
        await expectError(.invalidStatusCode, saying: "404") { _ = try await loader.storedImage(for: request) }
    }

    @Test func notModifiedWithoutACachedPictureIsAnError() async throws {
        server.serve("/a", Answer(status: 304))
        await expectError(.invalidResponse) { _ = try await loader().storedImage(for: request) }
    }

    @Test func withoutAStorageAnUnchangedPictureIsNotDecodedAgain() async throws {
        server.serve("/a", .picture(Fixture.tiny(3), entityTag: "\"1\"", cacheControl: "max-age=1"))
        let (loader, made) = (ImageLoader.testing(clock: clock), Counter())
        let step = Step("step") { picture in
            made.enter()
            return try picture.pixels(longSide: 4)
        }
        for _ in 0..<3 {
            #expect(try await loader.storedImage(for: ImageRequest(server.url("/a"), processors: [step])).number == 3)
            clock.advance(by: .seconds(1))
        }
        #expect(made.total == 1)
        #expect(server.requests().count == 3)
    }
}
