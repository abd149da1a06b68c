import BoundedCrop
import Foundation
import TestSupport
import Testing

@testable import BoundedCropLoading

/// Against moto's server, which checks each signature, and with `aws` as a second client.
@Suite(
    .timeLimit(.minutes(15)),
    .enabled(if: RealStorage.isInstalled, "Scripts/install-s3-tools .build/s3-tools installs moto_server and aws")
)
struct RealStorageTests {
    /// Keys that clients write in different ways.
    private static let keys = [
        "plain.jpg", "ä b+c=&.jpg", "50%.jpg", "%41.jpg", "日本/🙂.jpg", "~x-._*!'().jpg", "[a]{b}|^`,;:@$.jpg", "q?x#f.jpg",
    ]

    private static func bytes(_ index: Int) -> [UInt8] { (0..<(1000 * index + 1)).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ index) } }

    private static func location(_ key: String) throws -> S3Location { try S3Location("s3://\(RealStorage.bucket)/\(key)") }

    @Test func whatAWSWroteWeRead() async throws {
        let (storage, folder) = (try await RealStorage.running, try TemporaryFolder())
        for (index, key) in Self.keys.enumerated() { try folder.write(Self.bytes(index), to: key) }
        let copied = try await storage.aws(["s3", "cp", "--recursive", "--quiet", folder.path, "s3://\(RealStorage.bucket)/from-aws/"])
        try #require(copied.isSuccess, "\(copied.errors)")
        let client = storage.client()
        for (index, key) in Self.keys.enumerated() {
            let location = try Self.location("from-aws/\(key)")
            let object = try #require(try await client.object(at: location))
            #expect(object.bytes == Self.bytes(index) && object.totalCount == Self.bytes(index).count, "\(key)")
            #expect(object.contentType == "image/jpeg")
            let entry = try await client.entry(at: location)
            #expect(entry.size == object.totalCount && entry.entityTag == object.entityTag && entry.lastModified != nil)
            #expect(try await client.object(at: location, ifNoneMatch: object.entityTag) == nil)
        }
        var listed: [String: Int] = [:]
        for try await entry in client.entries(below: try Self.location("from-aws"), recursive: true) {
            listed[entry.location.key] = entry.size
        }
        #expect(listed == Dictionary(uniqueKeysWithValues: Self.keys.enumerated().map { ("from-aws/\($1)", Self.bytes($0).count) }))
        await client.shutDown()
    }

    @Test func whatWeWroteAWSReads() async throws {
        let (storage, folder) = (try await RealStorage.running, try TemporaryFolder())
        let client = storage.client()
        for (index, key) in Self.keys.enumerated() {
            let metadata = ["width": "300", "words": "two  words"]
            try await client.put(Self.bytes(index), at: Self.location("from-us/\(key)"), type: "image/webp", metadata: metadata)
        }
        let copied = try await storage.aws(["s3", "cp", "--recursive", "--quiet", "s3://\(RealStorage.bucket)/from-us/", folder.path])
        try #require(copied.isSuccess, "\(copied.errors)")
        #expect(try folder.files() == Self.keys.sorted())
        for (index, key) in Self.keys.enumerated() {
            #expect(try Array(Data(contentsOf: folder.url.appendingPathComponent(key))) == Self.bytes(index), "\(key)")
        }
        let head = try await storage.aws(["s3api", "head-object", "--bucket", RealStorage.bucket, "--key", "from-us/\(Self.keys[1])"])
        let said = try #require(try JSONSerialization.jsonObject(with: Data(head.output)) as? [String: Any])
        #expect(said["ContentType"] as? String == "image/webp")
        #expect((said["Metadata"] as? [String: String])?["width"] == "300")
        #expect(try await client.object(at: Self.location("from-us/\(Self.keys[1])"))?.metadata["width"] == "300")
        await client.shutDown()
    }

    @Test func ofTwoWritersTheFirstWins() async throws {
        let (storage, folder) = (try await RealStorage.running, try TemporaryFolder())
        let (client, location) = (storage.client(), try Self.location("first.jpg"))
        try await client.put([1], at: location)
        await expectError(.fileExists, saying: "already") { try await client.put([2], at: location) }
        let body = try folder.write([3], to: "body")
        let put = ["s3api", "put-object", "--bucket", RealStorage.bucket, "--body", body]
        let refused = try await storage.aws(put + ["--key", "first.jpg", "--if-none-match", "*"])
        #expect(!refused.isSuccess && refused.errors.contains("PreconditionFailed"), "\(refused.errors)")
        #expect(try await client.object(at: location)?.bytes == [1])
        let written = try await storage.aws(put + ["--key", "second.jpg", "--if-none-match", "*"])
        #expect(written.isSuccess, "\(written.errors)")
        await expectError(.fileExists) { try await client.put([4], at: Self.location("second.jpg")) }
        try await client.put([5], at: location, overwriting: true)
        #expect(try await client.object(at: location)?.bytes == [5])
        try await client.remove(location)
        try await client.remove(location)
        await expectError(.fileNotFound, saying: "no such object") { _ = try await client.object(at: location) }
        await expectError(.fileNotFound, saying: "no such object") { _ = try await client.entry(at: location) }
        await client.shutDown()
    }

    @Test func aThousandKeysAndMoreAreListedPageByPage() async throws {
        let storage = try await RealStorage.running
        let client = storage.client { $0.concurrentRequests = 16 }
        let keys = (0..<2500).map { "many/\($0 % 7)/\($0) ä+.jpg" }
        try await withThrowingTaskGroup { group in
            for key in keys { group.addTask { try await client.put(Array(key.utf8), at: Self.location(key)) } }
            try await group.waitForAll()
        }
        var listed: [String] = []
        for try await entry in client.entries(below: try Self.location("many/"), recursive: true) {
            #expect(entry.size == entry.location.key.utf8.count)
            listed.append(entry.location.key)
        }
        #expect(listed.count == 2500 && Set(listed) == Set(keys))
        let query = [
            "list-objects-v2", "--bucket", RealStorage.bucket, "--prefix", "many/", "--query", "Contents[].Key", "--output", "json",
        ]
        let theirs = try await storage.aws(["s3api"] + query)
        #expect(try JSONDecoder().decode([String].self, from: Data(theirs.output)) == listed)
        var top: [String] = []
        for try await entry in client.entries(below: try Self.location("many/3"), recursive: false) { top.append(entry.location.key) }
        #expect(Set(top) == Set(keys.filter { $0.hasPrefix("many/3/") }))
        for try await entry in client.entries(below: try Self.location("many"), recursive: false) {
            Issue.record("\(entry.location) is further in")
        }
        await client.shutDown()
    }

    @Test func partsAreReadByTheirPlace() async throws {
        let client = try await RealStorage.running.client()
        let location = try Self.location("parts.bin")
        let whole = Self.bytes(5)
        try await client.put(whole, at: location)
        for range in [0..<1, 10..<20, 4990..<9999, 5000..<5001] {
            let part = try #require(try await client.object(at: location, range: range))
            #expect(part.bytes == Array(whole[range.clamped(to: 0..<whole.count)]) && part.totalCount == whole.count)
        }
        await expectError(.invalidArgument, saying: "no such range") { _ = try await client.object(at: location, range: 9000..<9001) }
        await client.shutDown()
    }

    @Test func refusalsSayWhatIsWrong() async throws {
        let storage = try await RealStorage.running
        let known = try Self.location("known.jpg")
        let client = storage.client()
        try await client.put([1], at: known)
        await expectError(.fileNotFound, saying: "no such object") { _ = try await client.object(at: Self.location("none.jpg")) }
        await expectError(.fileNotFound, saying: "no bucket “nobucket”") { _ = try await client.object(at: S3Location("s3://nobucket/a")) }
        await expectError(.fileNotFound, saying: "no bucket “nobucket”") { try await client.put([1], at: S3Location("s3://nobucket/a")) }
        await expectError(.fileNotFound, saying: "no bucket “nobucket”") {
            for try await _ in client.entries(below: try S3Location("s3://nobucket"), recursive: true) {}
        }
        let wrong = storage.client { $0.credentials = .fixed(S3Credentials(accessKey: storage.keys.accessKey, secretKey: "wrong")) }
        await expectError(.accessDenied, saying: "check the secret key") { _ = try await wrong.object(at: known) }
        await expectError(.accessDenied, saying: "check the secret key") { try await wrong.put([2], at: known, overwriting: true) }
        let unknown = storage.client { $0.credentials = .fixed(S3Credentials(accessKey: "AKIAUNKNOWN000000000", secretKey: "x")) }
        await expectError(.accessDenied, saying: "does not know the access key") { _ = try await unknown.object(at: known) }
        #expect(try await client.object(at: known)?.bytes == [1])
        for client in [client, wrong, unknown] { await client.shutDown() }
    }

    @Test func aLoaderShowsAPhotoOfTheStorage() async throws {
        let storage = try await RealStorage.running
        let client = storage.client()
        let location = try Self.location("anna und ole.jpg")
        try await client.put(Fixture.photo, at: location, type: "image/jpeg", overwriting: true)
        let loader = ImageLoader.testing {
            $0.policy.schemes = ["s3"]
            $0.policy.allowedBuckets = [RealStorage.bucket]
            $0.s3 = client.configuration
        }
        #expect(try await loader.image(for: ImageRequest(location.url)) == ImageSource(bytes: Fixture.photo).pixels())
        await client.shutDown()
        await loader.shutDown()
    }
}
