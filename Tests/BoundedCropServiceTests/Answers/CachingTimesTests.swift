import BoundedCrop
import BoundedCropLoading
import Foundation
import PictureServer
import TestSupport
import Testing

@testable import BoundedCropService

@Suite(.timeLimit(.minutes(15))) struct CachingTimesTests {
    private static let photo = "orientations/obama_1.jpg"
    private static let now = Date(timeIntervalSince1970: 1_000_000.7)

    private func cacheControl(_ filters: [(String, String)]) throws -> String {
        var configuration = ServiceConfiguration()
        (configuration.maximumAge, configuration.staleWhileRevalidate, configuration.staleIfError) = (100, 30, 60)
        let delivery = try FilterValues(.init(), filters.map { FilterCall(name: $0, argumentText: $1) }).delivery
        return CachingTimes(configuration, delivery, now: Self.now).cacheControl
    }

    @Test(arguments: [
        ([], "max-age=100, stale-while-revalidate=30, stale-if-error=60"),
        ([("max_age", "7")], "max-age=7, stale-while-revalidate=30, stale-if-error=60"), ([("max_age", "0")], "max-age=0"),
        ([("expires", "9999999")], "max-age=100, stale-while-revalidate=30, stale-if-error=60"),
        ([("expires", "1000120")], "max-age=100, stale-while-revalidate=20, stale-if-error=20"), ([("expires", "1000050")], "max-age=50"),
        ([("expires", "1000050"), ("max_age", "40")], "max-age=40, stale-while-revalidate=10, stale-if-error=10"),
        ([("expires", "253402300799")], "max-age=100, stale-while-revalidate=30, stale-if-error=60"), ([("expires", "0")], "max-age=0"),
    ])
    func `no cache uses an answer after its URL has expired`(filters: [(String, String)], expected: String) throws {
        #expect(try cacheControl(filters) == expected)
    }

    @Test(arguments: ["", "-1", "tomorrow", "1e9", "253402300800", "99999999999999999999", "1,2"])
    func `an expiry is a number of seconds`(text: String) {
        expectError(.invalidFilter) { _ = try cacheControl([("expires", text)]) }
    }

    @Test func `an expired URL has no answer, also for a client that has one`() async throws {
        let service = try await RunningService()
        let future = Int(Date().timeIntervalSince1970) + 100_000
        let valid = try await service.get("/unsafe/9x9/filters:expires(\(future)):max_age(1000000)/\(Self.photo)")
        let age = valid["cache-control"]?.split(separator: "=").last.flatMap { Int($0) } ?? 0
        #expect(valid.status == 200 && (99_000...100_000).contains(age), "\(valid.headers)")
        #expect(valid["etag"] == (try await service.get("/unsafe/9x9/\(Self.photo)"))["etag"])
        for headers in [[:], ["if-none-match": valid["etag"] ?? ""], ["range": "bytes=0-1"]] {
            let expired = try await service.get("/unsafe/9x9/filters:expires(1000000000)/\(Self.photo)", headers)
            #expect(expired.status == 404 && expired.code == "notFound" && expired["cache-control"] == "no-store")
            #expect(expired.problem?.detail.contains("Sun, 09 Sep 2001 01:46:40 GMT") == true)
        }
    }

    /// The service is the origin of its answers, and knows with each request that they are current (RFC 9111, 5.1).
    @Test func `answers from the caches have no age`() async throws {
        let folder = try TemporaryFolder()
        let path = "/unsafe/9x9/\(Self.photo)"
        let first = try await RunningService { $0.cacheFolder = folder.path("cache") }
        for _ in 0..<2 { #expect(try await first.get(path)["age"] == nil) }
        await first.stop()
        let second = try await RunningService { $0.cacheFolder = folder.path("cache") }
        #expect(try await second.get(path)["age"] == nil)
        #expect(second.metric("boundedcrop_results_total{origin=\"storage\"}") == 1)
    }

    @Test(arguments: [("max-age=0, stale-if-error=600", 200), ("max-age=0", 502), ("no-store", 502)])
    func `a picture whose server fails is answered as long as that server allows`(cacheControl: String, status: Int) async throws {
        let upstream = try await PictureServer()
        let bytes = try Fixture.bytes(Self.photo)
        upstream.serve("/a.jpg", .picture(bytes, cacheControl: cacheControl), Answer(status: 503))
        let folder = try TemporaryFolder()
        let service = try await RunningService {
            ($0.root, $0.policy, $0.cacheFolder) = (nil, .unrestricted, folder.path("cache"))
        }
        let path = "/unsafe/9x9/127.0.0.1:\(upstream.port)/a.jpg"
        let first = try await service.get(path)
        #expect(first.status == 200)
        let originals = { (try? FileManager.default.subpathsOfDirectory(atPath: folder.path("cache/originals"))) ?? [] }
        await until { cacheControl == "no-store" || !originals().isEmpty }
        let second = try await service.get(path)
        #expect(second.status == status, "\(second.text)")
        if status == 200 { #expect(second.body == first.body) }
    }
}
