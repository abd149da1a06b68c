import BoundedCrop
import BoundedCropLoading
import Foundation
import ObjectServer
import TestSupport
import Testing

@testable import BoundedCropService

@Suite(.timeLimit(.minutes(15)), .enabled(if: ObjectServer.isInstalled)) struct ObjectStorageTests {
    private let server: ObjectServer
    private let s3: S3Configuration
    /// Below it are the served objects; next to it is one that must never be served.
    private let prefix: String

    init() async throws {
        server = try await ObjectServer.running
        var s3 = server.configuration
        s3.clock = PatientClock()
        self.s3 = s3
        prefix = server.prefix()
        try await server.add("orientations/obama_1.jpg", as: prefix + "secret.jpg")
        for key in ["a.jpg", "in/a b.jpg", "100%25.jpg", "what?x=1", "ä.jpg"] {
            try await server.add("orientations/obama_1.jpg", as: prefix + "root/" + key)
        }
    }

    private func service(_ change: (inout ServiceConfiguration) -> Void = { _ in }) async throws -> RunningService {
        try await RunningService {
            $0.root = prefix + "root"
            $0.s3 = s3
            $0.objectLifetime = 0
            $0.loadsFromWeb = false
            change(&$0)
        }
    }

    private func path(_ location: String) -> String { "/unsafe/30x30/\(location)" }

    @Test(arguments: [
        "a.jpg", "in/a%20b.jpg", "in%2Fa%20b.jpg", "100%2525.jpg", "what?x=1", "what%3Fx=1", "%C3%A4.jpg", "a.jpg?x=1", "a.jpg?",
    ])
    func `objects below the root are found by their keys`(key: String) async throws {
        let reply = try await service().get(path(key))
        #expect(reply.status == 200, "\(reply.text)")
        #expect(try reply.picture.size.width == 30)
    }

    @Test(arguments: [
        ("missing.jpg", 404), ("in", 404), ("in/", 404), ("/a.jpg", 404), ("../secret.jpg", 403), ("in/../../secret.jpg", 403),
        ("%2e%2e/secret.jpg", 403), ("..%2fsecret.jpg", 403), ("%252e%252e%252fsecret.jpg", 404), ("..", 403), ("./a.jpg", 400),
        ("..%5csecret.jpg", 404), ("../%CC%81secret.jpg", 403), ("a.jpg%00", 400), ("s3://photos/a.jpg", 403), ("s3:/photos/a.jpg", 403),
        ("http://127.0.0.1/a.jpg", 403), ("file:///etc/passwd", 404),
    ])
    func `no path leads out of the root`(key: String, status: Int) async throws {
        let connection = try await RawConnection(try await service())
        try await connection.send("GET \(path(key)) HTTP/1.1\nhost: localhost\nconnection: close\n\n")
        let answer = await connection.receivedAll()
        #expect(answer.dropFirst(9).prefix(3) == "\(status)", "\(answer)")
        #expect(!answer.contains(prefix), "the answer reveals the root")
    }

    @Test func `the root may be a whole bucket`() async throws {
        let service = try await service { $0.root = "s3://photos" }
        #expect(try await service.get(path("\(prefix.dropFirst("s3://photos/".count))root/a.jpg")).status == 200)
    }

    @Test func `objects of allowed buckets are found by their locations`() async throws {
        let service = try await service { $0.allowedBuckets = ["photos"] }
        let location = prefix + "root/a.jpg"
        let escaped = PercentEncoding.encoded(location, keeping: "")
        for name in [location, location.replacing("://", with: ":/"), location.replacing("s3:", with: "S3:"), escaped, location + "?x=1"] {
            let reply = try await service.get(path(name))
            #expect(reply.status == 200, "\(name): \(reply.text)")
        }
        for (name, code) in [
            ("s3://thumbnails/a.jpg", "sourceNotAllowed"), ("s3://photos/missing.jpg", "fileNotFound"), ("s3://photos/", "fileNotFound"),
            ("s3://photos", "fileNotFound"), ("s3://x/a.jpg", "invalidURL"), ("s3://photos/../thumbnails/a.jpg", "invalidURL"),
            ("s3://photos@thumbnails/a.jpg", "invalidURL"),
        ] {
            let reply = try await service.get(path(name))
            #expect(reply.code == code, "\(name): \(reply.text)")
        }
        #expect(try await service.get(path("a.jpg")).status == 200)
    }

    @Test func `without a root, only the allowed buckets are served`() async throws {
        let service = try await service { ($0.root, $0.allowedBuckets) = (nil, ["photos"]) }
        #expect(try await service.get(path(prefix + "root/a.jpg")).status == 200)
        #expect(try await service.get(path("a.jpg")).status == 403)
        let folder = try await RunningService { ($0.allowedBuckets, $0.s3) = (["photos"], s3) }
        #expect(try await folder.get(path("orientations/obama_1.jpg")).status == 200)
        #expect(try await folder.get(path(prefix + "root/a.jpg")).status == 200)
        let none = try await RunningService { $0.root = nil }
        #expect(try await none.get(path(prefix + "root/a.jpg")).code == "sourceNotAllowed")
    }

    @Test func `pictures of filters are subject to the same rules`() async throws {
        let service = try await service { $0.allowedBuckets = ["photos"] }
        let mark = "filters:watermark(\(prefix)root/a.jpg,0,0,50)/a.jpg"
        #expect(try await service.get("/unsafe/30x30/\(mark)").status == 200)
        let forbidden = mark.replacing("s3://photos", with: "s3://thumbnails")
        #expect(try await service.get("/unsafe/30x30/\(forbidden)").code == "sourceNotAllowed")
    }

    @Test func `signed URLs may name objects, also if a proxy merges slashes`() async throws {
        let service = try await service { ($0.allowedBuckets, $0.keys) = (["photos"], ["0123456789abcdef"]) }
        let signed = try URLSigner(keys: ["0123456789abcdef"]).sign("30x30/smart/\(prefix)root/a.jpg")
        for path in [signed, signed.replacing("s3://", with: "s3:/"), signed.replacing("s3://", with: "s3%3A%2F%2F")] {
            let reply = try await service.get(path)
            #expect(reply.status == 200, "\(path): \(reply.text)")
        }
        let other = signed.replacing("root/a.jpg", with: "secret.jpg")
        #expect(try await service.get(other).code == "invalidSignature")
    }

    @Test func `an answer has the object's date, and a tag that changes with the object`() async throws {
        let service = try await service()
        let first = try await service.get(path("a.jpg"))
        #expect(first["last-modified"] == (try await server.object(prefix + "root/a.jpg"))?.lastModified)
        let tag = try #require(first["etag"])
        #expect(try await service.get(path("a.jpg"), ["if-none-match": tag]).status == 304)
        try await server.add("edges/black_300x200.jpg", as: prefix + "root/a.jpg")
        let second = try await service.get(path("a.jpg"), ["if-none-match": tag])
        #expect(second.status == 200 && second["etag"] != tag && second.body != first.body)
    }

    @Test func `wrong keys are an error of the service without details`() async throws {
        let service = try await service {
            $0.s3.credentials = .fixed(S3Credentials(accessKey: "AKIAUNKNOWN", secretKey: "secret"))
        }
        let reply = try await service.get(path("a.jpg"))
        #expect(reply.status == 502 && reply.code == "accessDenied" && !reply.text.contains("AKIA"), "\(reply.text)")
    }

    @Test func `limits apply to objects too`() async throws {
        let reply = try await service { $0.decoding.limits.maximumBytes = 100 }.get(path("a.jpg"))
        #expect(reply.status == 422 && reply.code == "limitExceeded", "\(reply.text)")
    }

    @Test(arguments: ["s3://x/photos", "s3://photos/../secret", "s3://"]) func `a root that is not possible ends the start`(root: String) {
        var configuration = ServiceConfiguration()
        configuration.root = root
        expectError(.invalidSetting, saying: "root") { _ = try ImageService(configuration) }
    }
}
