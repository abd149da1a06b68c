import BoundedCrop
import Foundation
import PictureServer
import TestSupport
import Testing

@testable import BoundedCropLoading

/// `s3` URLs in a loader: the same queue, caches, events and limits as for servers.
@Suite(.timeLimit(.minutes(15))) struct S3LoadingTests {
    private let server: PictureServer
    private let url = FakeStorage.photo.url

    init() async throws {
        server = try await PictureServer()
        server.serve(FakeStorage.path, .picture(Fixture.photo, entityTag: "\"one\"", cacheControl: "max-age=60"))
    }

    private func loader(
        clock: ManualClock = ManualClock(),
        storage: (any ImageStorage)? = nil,
        _ change: (inout ImageLoader.Configuration) -> Void = { _ in }
    ) -> ImageLoader {
        .testing(clock: clock, storage: storage) {
            $0.policy.schemes.insert("s3")
            $0.s3 = .testing(server.url(""), clock: clock)
            change(&$0)
        }
    }

    @Test func aPictureIsLoadedAndThenFromMemory() async throws {
        let loader = loader()
        let events = loader.events
        let picture = try await loader.image(for: ImageRequest(url))
        #expect(try picture == ImageSource(bytes: Fixture.photo).pixels())
        #expect(try await loader.image(for: ImageRequest(url)) == picture)
        #expect(server.requests().count == 1)
        #expect(server.requests().first?.headers["authorization"]?.hasPrefix("AWS4-HMAC-SHA256") == true)
        #expect(loader.statistics.loads == [.network: 1, .memory: 1])
        #expect(loader.statistics.bytesDownloadedByURL == ["s3://photos/anna.jpg": Fixture.photo.count])
        for await event in events {
            if case .progress(let from, let received, let expected) = event, received == Fixture.photo.count {
                #expect(from == url && expected == Fixture.photo.count)
                break
            }
        }
    }

    /// The service loads objects with a loader, the command with a client: both judge what an encoding means in the same way.
    @Test(arguments: [("", true), ("aws-chunked", true), ("binary", true), ("utf-8", true), ("gzip", false), ("aws-chunked,gzip", false)])
    func loaderAndClientAgreeOnEncodings(_ word: String, _ isRead: Bool) async throws {
        let storage = try await FakeStorage()
        for server in [server, storage.server] {
            server.serve(FakeStorage.path, Answer.picture(Fixture.photo).with { $0.headers["content-encoding"] = word })
        }
        let object = try #require(try await storage.client.object(at: FakeStorage.photo))
        if isRead {
            #expect(try await loader().original(for: ImageRequest(url)).source.size.width > 0)
            try object.encoding.check(object.bytes, from: "the storage")
        } else {
            await expectError(.invalidResponse, saying: word) { _ = try await loader().original(for: ImageRequest(url)) }
            expectError(.invalidResponse, saying: word) { try object.encoding.check(object.bytes, from: "the storage") }
        }
    }

    @Test func aStoredPictureIsRevalidatedByItsTag() async throws {
        let (folder, clock) = (try TemporaryFolder(), ManualClock())
        let loader = loader(clock: clock, storage: DiskStorage(folder: folder.path))
        let first = try await loader.storedImage(for: ImageRequest(url))
        clock.advance(by: .seconds(61))
        #expect(try await loader.image(for: ImageRequest(url)) == first)
        #expect(server.requests().map { $0.headers["if-none-match"] } == [nil, "\"one\""])
        #expect(loader.statistics.revalidations == 1)
        #expect(loader.statistics.bytesDownloaded == Fixture.photo.count)
    }

    @Test func aDownloadThatWasCutGoesOnWhereItEnded() async throws {
        let whole = Answer.picture(Fixture.photo, entityTag: "\"one\"").with { $0.sendsRanges = true }
        server.serve(FakeStorage.path, whole.with { $0.cut = 1000 }, whole)
        let clock = ManualClock()
        let loader = loader(clock: clock)
        async let picture = loader.image(for: ImageRequest(url))
        await clock.sleeper { $0 < .seconds(1) }
        clock.advance(by: .seconds(1))
        #expect(try await picture == ImageSource(bytes: Fixture.photo).pixels())
        let last = try #require(server.requests().last)
        #expect(last.headers["range"] == "bytes=1000-" && last.headers["if-range"] == "\"one\"")
        #expect(loader.statistics.bytesDownloaded == Fixture.photo.count)
    }

    @Test func refusalsReachTheCaller() async throws {
        server.serve(FakeStorage.path, FakeStorage.refusal(403, "AccessDenied", "No."))
        let loader = loader()
        await expectError(.accessDenied, saying: "s3:GetObject") { _ = try await loader.image(for: ImageRequest(url)) }
        // Remembered, as for other servers.
        await expectError(.accessDenied) { _ = try await loader.image(for: ImageRequest(url)) }
        #expect(server.requests().count == 1)
        server.serve("/photos/none.jpg", FakeStorage.refusal(404, "NoSuchKey"))
        await expectError(.fileNotFound) { _ = try await loader.image(for: ImageRequest(S3Location("s3://photos/none.jpg").url)) }
    }

    @Test func movedBucketsAreFollowed() async throws {
        let answer = Answer.picture(Fixture.tiny(3))
        server.serve(FakeStorage.path) { request in
            request.headers["authorization"]?.contains("/eu-south-2/") == true
                ? answer
                : FakeStorage.refusal(301, "PermanentRedirect", headers: ["x-amz-bucket-region": "eu-south-2", "location": "http://x/"])
        }
        #expect(try await loader().image(for: ImageRequest(url)).number == 3)
    }

    @Test func temporaryFailuresAreRepeated() async throws {
        let clock = ManualClock()
        let loader = loader(clock: clock)
        server.serve(FakeStorage.path, FakeStorage.refusal(503, "SlowDown"), .picture(Fixture.tiny(4)))
        async let picture = loader.image(for: ImageRequest(url))
        await clock.sleeper { $0 < .seconds(1) }
        clock.advance(by: .seconds(1))
        #expect(try await picture.number == 4)
    }

    @Test func largerPicturesThanAllowedAreNotRead() async throws {
        let loader = loader { $0.decoding.limits.maximumBytes = 100 }
        await expectError(.limitExceeded) { _ = try await loader.image(for: ImageRequest(url)) }
    }

    @Test func keysThatLookAlikeInURLsAreDifferentObjects() async throws {
        for (index, key) in ["a b", "a+b", "a%20b", "ä", "?", "#"].enumerated() {
            let location = try S3Location("s3://photos/\(key)")
            server.serve("/photos/" + PercentEncoding.encoded(key, keeping: "-._~/"), .picture(Fixture.tiny(index + 1)))
            #expect(try await loader().image(for: ImageRequest(location.url)).number == index + 1, "\(key)")
        }
    }

    @Test func aScopeSeparatesWhatLoadersKeep() async throws {
        let cache = ImageMemoryCache.testing()
        let loaders = ["one", "two"].map { scope in
            loader {
                $0.memoryCache = cache
                $0.http.cacheScope = scope
            }
        }
        for loader in loaders { _ = try await loader.image(for: ImageRequest(url)) }
        #expect(server.requests().count == 2)
    }

    @Test func headerFieldsForOtherServersAreNotSent() async throws {
        let loader = loader { $0.http.modifyRequest = { ($0.headers["X-Token"], $0.method) = ("secret", "POST") } }
        _ = try await loader.image(for: ImageRequest(url))
        #expect(server.requests().first?.headers["x-token"] == nil && server.requests().first?.method == "GET")
    }

    @Test func shuttingDownFailsLoadsOfEarlierConfigurations() async throws {
        let gate = ServerGate()
        server.serve(FakeStorage.path, Answer.picture(Fixture.photo).with { $0.gate = gate })
        let loader = loader { $0.http.attempts = 1 }
        let task = loader.task(for: ImageRequest(url))
        await gate.arrivals(1)
        loader.configure { $0.concurrentLoads = 2 }
        await loader.shutDown()
        await expectError(.connectionFailed) { _ = try await task.image }
        gate.open()
    }

    @Test func afterShuttingDownNothingIsAsked() async throws {
        let loader = loader()
        await loader.shutDown()
        await expectError(.connectionFailed, saying: "shut down") { _ = try await loader.image(for: ImageRequest(url)) }
        #expect(server.requests().isEmpty)
    }
}
