import BoundedCrop
import Foundation
import NIOHTTP1
import TestSupport
import Testing

@testable import BoundedCropService

@Suite(.timeLimit(.minutes(15))) struct ImageAnswerTests {
    private static let photo = "orientations/obama_1.jpg"
    private static let crop = "/unsafe/100x80/smart/\(photo)"

    @Test func `an image URL is answered with its crop`() async throws {
        let service = try await RunningService()
        let reply = try await service.get(Self.crop)
        #expect(reply.status == 200)
        #expect(reply["content-type"] == "image/jpeg")
        #expect(reply["x-content-type-options"] == "nosniff")
        #expect(reply["content-length"] == String(reply.body.count))
        #expect(try reply.picture.size == PixelSize(width: 100, height: 80))
        #expect(reply["x-request-id"]?.isEmpty == false)
    }

    @Test(arguments: [
        crop, "/unsafe/nothing.jpg", "/nothing", "/metrics", "/livez", "/readyz", "/healthcheck", "/unsafe/broken/truncated.png",
        "/crop",
    ])
    func `HEAD has the headers of GET and no body`(path: String) async throws {
        let service = try await RunningService()
        _ = try await service.get(path)
        let get = try await service.get(path, ["x-request-id": "same"])
        let head = try await service.request(.HEAD, path, ["x-request-id": "same"])
        #expect(head.status == get.status)
        #expect(head.body.isEmpty)
        var (expected, headers) = (get.headers, head.headers)
        // The time passes, and the numbers in /metrics change.
        for name in ["date", "expires"] + (path == "/metrics" ? ["content-length"] : []) {
            expected.remove(name: name)
            headers.remove(name: name)
        }
        #expect(headers.sorted { $0.name < $1.name }.map { "\($0)" } == expected.sorted { $0.name < $1.name }.map { "\($0)" })
    }

    @Test func `a picture that the client has is not sent again`() async throws {
        let service = try await RunningService()
        let full = try await service.get(Self.crop)
        let tag = try #require(full["etag"])
        let date = try #require(full["last-modified"])
        #expect(tag.hasPrefix("\"") && tag.hasSuffix("\""))
        for condition in [["if-none-match": tag], ["if-none-match": "W/\(tag)"], ["if-none-match": "*"], ["if-modified-since": date]] {
            let reply = try await service.get(Self.crop, condition)
            #expect(reply.status == 304, "\(condition)")
            #expect(reply.body.isEmpty && reply["content-length"] == nil && reply["content-type"] == nil)
            for name in ["etag", "last-modified", "vary", "cache-control"] { #expect(reply[name] == full[name], "\(name)") }
            #expect(reply["expires"] != nil)
        }
        #expect(try await service.get(Self.crop, ["if-none-match": "\"other\""]).status == 200)
        #expect(try await service.get(Self.crop, ["if-match": tag]).status == 200)
        let failed = try await service.get(Self.crop, ["if-match": "\"other\""])
        #expect(failed.status == 412 && failed.code == "preconditionFailed")
        #expect(try await service.get(Self.crop, ["if-unmodified-since": "Sun, 06 Nov 1994 08:49:37 GMT"]).status == 412)
    }

    @Test func `the entity tag needs no pixels, so damaged pictures have one too`() async throws {
        let scratch = try TemporaryFolder()
        try scratch.add("broken/garbage_scan.jpg", as: "a.jpg")
        try scratch.add("broken/truncated.png", as: "b.png")
        let service = try await RunningService { $0.root = scratch.path }
        for path in ["/unsafe/50x50/a.jpg", "/unsafe/50x50/b.png"] {
            #expect(try await service.get(path, ["if-none-match": "*"]).status == 304)
        }
        #expect(service.metric("boundedcrop_results_total{origin=\"made\"}") == 0)
    }

    @Test func `different answers have different entity tags, and equal answers the same`() async throws {
        let scratch = try TemporaryFolder()
        try scratch.add(Self.photo, as: "a.jpg")
        let service = try await RunningService { $0.root = scratch.path }
        let tag = { (path: String, accept: String) in try await service.get(path, ["accept": accept])["etag"] ?? "" }
        let first = try await tag("/unsafe/50x40/a.jpg", "*/*")
        #expect(try await tag("/unsafe/50x40/a.jpg", "image/png") == first)
        #expect(try await tag("/unsafe/50x41/a.jpg", "*/*") != first)
        #expect(try await tag("/unsafe/50x40/a.jpg", "image/webp") != first)
        try scratch.add("orientations/obama_3.jpg", as: "a.jpg")
        #expect(try await tag("/unsafe/50x40/a.jpg", "*/*") != first)
    }

    @Test func `clients that accept AVIF, JPEG XL or WebP by name get it, with Vary for caches`() async throws {
        let service = try await RunningService()
        let webp = try await service.get(Self.crop, ["accept": "image/webp,*/*;q=0.8"])
        #expect(webp["content-type"] == "image/webp" && webp["vary"] == "Accept")
        #expect(try webp.picture.header.format == .webp)
        let jpeg = try await service.get(Self.crop, ["accept": "image/webp;q=0.1,image/jpeg"])
        #expect(jpeg["content-type"] == "image/jpeg" && jpeg["vary"] == "Accept")
        #expect(webp["etag"] != jpeg["etag"])
        let avif = try await service.get(Self.crop, ["accept": "image/avif,image/webp,*/*;q=0.8"])
        #expect(try avif["content-type"] == "image/avif" && avif["vary"] == "Accept" && avif.picture.header.format == .avif)
        let jxl = try await service.get(Self.crop, ["accept": "image/jxl,image/png,*/*;q=0.8"])
        if ImageFormat.jxl.support.isWritable {
            #expect(try jxl["content-type"] == "image/jxl" && jxl["vary"] == "Accept" && jxl.picture.header.format == .jxl)
            let named = try await service.get("/unsafe/50x40/filters:format(jxl)/\(Self.photo)", ["accept": "image/webp"])
            #expect(named["content-type"] == "image/jxl" && named["vary"] == nil)
        }
        let plain = try await RunningService { $0.formats = [] }
        let reply = try await plain.get(Self.crop, ["accept": "image/avif,image/webp"])
        #expect(reply["content-type"] == "image/jpeg" && reply["vary"] == nil)
    }

    @Test func `icons are answered to those who ask for the format, up to 256 pixels`() async throws {
        let service = try await RunningService()
        let icon = try await service.get("/unsafe/48x48/filters:format(ico)/\(Self.photo)")
        #expect(icon["content-type"] == "image/vnd.microsoft.icon")
        #expect(try icon.picture.header.format == .ico && icon.picture.size == PixelSize(width: 48, height: 48))
        let large = try await service.get("/unsafe/300x300/filters:format(ico)/\(Self.photo)")
        #expect((400..<500).contains(large.status))
    }

    @Test func `answers state how long they may be cached`() async throws {
        let service = try await RunningService {
            $0.maximumAge = 60
            $0.staleWhileRevalidate = 30
            $0.staleIfError = 20
        }
        let reply = try await service.get(Self.crop)
        #expect(reply["cache-control"] == "max-age=60, stale-while-revalidate=30, stale-if-error=20")
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss zzz"
        let expires = try #require(reply["expires"].flatMap { format.date(from: $0) })
        let date = try #require(reply["date"].flatMap { format.date(from: $0) })
        #expect((55...65).contains(expires.timeIntervalSince(date)))
        let strict = try await RunningService {
            $0.maximumAge = 0
            $0.staleWhileRevalidate = 0
            $0.staleIfError = 0
        }
        #expect(try await strict.get(Self.crop)["cache-control"] == "max-age=0")
    }

    @Test func `failures are not cached`() async throws {
        let reply = try await RunningService().get("/unsafe/nothing.jpg")
        #expect(reply.status == 404 && reply["cache-control"] == "no-store" && reply["etag"] == nil)
        #expect(reply["content-type"] == "application/problem+json")
        let problem = try #require(reply.problem)
        #expect(problem.code == "fileNotFound" && problem.status == 404 && problem.title == "Not Found")
        #expect(problem.requestID == reply["x-request-id"])
    }

    @Test(arguments: [
        ("/unsafe/", 400, "invalidURL"), ("/unsafe/0x0:0x0", 404, "fileNotFound"), ("/unsafe/70000x10/\(photo)", 400, "invalidURL"),
        ("/unsafe/trim:900/\(photo)", 400, "invalidURL"), ("/unsafe/500x500:600x600/\(photo)", 400, "invalidURL"), ("/", 404, "notFound"),
        ("/favicon.ico", 404, "notFound"), ("/300x200/\(photo)", 403, "invalidSignature"), ("/unsafe/broken/truncated.png", 422, nil),
        ("/unsafe/broken/text.jpg", 422, nil), ("/unsafe/broken/empty.jpg", 422, "emptyFile"), ("/unsafe/broken/huge.png", 422, nil),
        ("/unsafe/photos", 404, "isDirectory"), ("/unsafe/nothing/at/all.jpg", 404, "fileNotFound"),
        ("/unsafe/60000x60000/\(photo)", 422, "limitExceeded"),
    ])
    func `requests that cannot be answered explain why`(path: String, status: Int, code: String?) async throws {
        let service = try await RunningService { $0.hasPlayground = false }
        let reply = try await service.get(path)
        #expect(reply.status == status, "\(reply.text)")
        if let code { #expect(reply.code == code, "\(reply.text)") }
        #expect(reply.problem?.detail.isEmpty == false)
        #expect(reply.problem?.detail.contains(Fixture.root.path) == false)
    }

    @Test(arguments: [
        (HTTPMethod.POST, crop, "GET, HEAD"), (.PUT, crop, "GET, HEAD"), (.DELETE, "/metrics", "GET, HEAD"), (.GET, "/crop", "POST"),
        (.PUT, "/detect", "POST"), (.HEAD, "/plan", "POST"), (.OPTIONS, "/livez", "GET, HEAD"), (.PATCH, "/", "GET, HEAD"),
    ])
    func `other methods are refused with a list of allowed ones`(method: HTTPMethod, path: String, allowed: String) async throws {
        let reply = try await RunningService().request(method, path)
        #expect(reply.status == 405 && reply["allow"] == allowed)
    }

    @Test func `a request keeps the identifier that it came with if it is safe to log`() async throws {
        let service = try await RunningService()
        #expect(try await service.get("/livez", ["x-request-id": "abc-1"])["x-request-id"] == "abc-1")
        for name in ["a b", String(repeating: "a", count: 129), "ä"] {
            let given = try await service.get("/livez", ["x-request-id": name])["x-request-id"]
            #expect(given != nil && given != name)
        }
    }
}
