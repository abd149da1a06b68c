import BoundedCrop
import Foundation
import PictureServer
import TestSupport
import Testing

@testable import BoundedCropLoading

/// A URL that strangers choose reaches the object storage only if the operator says so, and never the servers that hand out keys.
@Suite(.timeLimit(.minutes(15))) struct S3PolicyTests {
    private let server: PictureServer

    init() async throws {
        server = try await PictureServer()
        for bucket in ["photos", "secret"] { server.serve("/\(bucket)/anna.jpg", .picture(Fixture.tiny(1))) }
    }

    private func load(_ url: String, _ change: (inout ImageLoader.Configuration) -> Void = { _ in }) async throws -> Int {
        let loader = ImageLoader.testing {
            $0.s3 = .testing(server.url(""), clock: ManualClock())
            $0.policy = .standard
            $0.http.attempts = 1
            change(&$0)
        }
        return try await loader.image(for: ImageRequest(try #require(URL(string: url)))).number
    }

    @Test(arguments: ["s3://photos/anna.jpg", "S3://photos/anna.jpg"]) func theSchemeIsNotAllowedUnlessNamed(_ url: String) async throws {
        #expect(!SourcePolicy.standard.schemes.contains("s3") && !SourcePolicy.unrestricted.schemes.contains("s3"))
        await expectError(.sourceNotAllowed, saying: "not an allowed scheme") { _ = try await load(url) }
        await expectError(.sourceNotAllowed, saying: "not an allowed scheme") { _ = try await load(url) { $0.policy = .unrestricted } }
        #expect(try await load(url) { $0.policy.schemes = ["s3"] } == 1)
    }

    @Test func withoutAStorageTheSchemeIsRefused() async throws {
        await expectError(.sourceNotAllowed, saying: "not configured") {
            _ = try await load("s3://photos/anna.jpg") {
                $0.policy.schemes.insert("s3")
                $0.s3 = nil
            }
        }
        #expect(server.requests().isEmpty)
    }

    @Test func bucketsCanBeAllowed() async throws {
        func load(_ url: String, from buckets: [String]?) async throws -> Int {
            try await self.load(url) {
                $0.policy.schemes.insert("s3")
                $0.policy.allowedBuckets = buckets
            }
        }
        #expect(try await load("s3://photos/anna.jpg", from: nil) == 1)
        #expect(try await load("s3://photos/anna.jpg", from: ["other", "photos"]) == 1)
        for buckets in [[], ["photos"], ["secre"], ["secret/"], ["*"], ["SECRET"]] {
            await expectError(.sourceNotAllowed, saying: "secret is not an allowed bucket") {
                _ = try await load("s3://secret/anna.jpg", from: buckets)
            }
        }
        #expect(server.requests("/secret/anna.jpg").isEmpty)
    }

    @Test(arguments: [
        "s3://photos", "s3://photos/", "s3:///anna.jpg", "s3://photos/../secret/anna.jpg", "s3://photos/%2e%2e/secret/anna.jpg",
        "s3://photos/anna.jpg?x", "s3://photos@secret/anna.jpg", "s3://photos:80/anna.jpg", "s3://photos%2Fx/anna.jpg",
        "s3:photos/anna.jpg",
    ]) func whatNamesNoObjectIsRefused(_ url: String) async {
        await expectError(.invalidURL) {
            _ = try await load(url) {
                $0.policy.schemes.insert("s3")
                $0.policy.allowedBuckets = ["photos"]
            }
        }
        #expect(server.requests().isEmpty)
    }

    @Test func noServerRedirectsToAnObject() async throws {
        server.serve("/redirect", .redirect("s3://photos/anna.jpg"))
        await expectError(.invalidRedirect, saying: "not an http") {
            _ = try await load(server.url("/redirect").absoluteString) {
                $0.policy = .unrestricted
                $0.policy.schemes.insert("s3")
            }
        }
        #expect(server.requests("/photos/anna.jpg").isEmpty)
    }

    @Test(arguments: [
        "169.254.169.254", "169.254.170.2", "169.254.170.23", "100.100.100.200", "192.0.0.192", "168.63.129.16", "fd00:ec2::254",
        "fd00:ec2::23",
        "fd20:ce::254", "::ffff:169.254.169.254", "::169.254.170.2", "64:ff9b::a9fe:a9fe", "64:ff9b:1::a9fe:a9fe", "2002:a9fe:a9fe::1",
        "2001:0:1:2:3:4:5601:5601", "fe80::a9fe:a9fe",
    ]) func addressesThatHandOutKeysAreAllowedOnlyAlone(_ text: String) throws {
        let address = try #require(IPAddress(text))
        var policy = SourcePolicy.unrestricted
        #expect(!policy.allows(address))
        policy.allowedRanges = try ["0.0.0.0/0", "::/0", "169.254.0.0/16", "169.254.169.254/31", "fd00::/8"].map { try AddressRange($0) }
        #expect(!policy.allows(address))
        policy.allowedRanges.append(try AddressRange(text))
        #expect(policy.allows(address))
    }

    @Test(arguments: ["169.254.169.253", "169.254.1.1", "10.0.0.1", "fd00:ec2::1", "::1", "fe80::1", "8.8.8.8", "2606:4700::1111"])
    func theirNeighboursAreAllowedAsBefore(_ text: String) throws {
        #expect(SourcePolicy.unrestricted.allows(try #require(IPAddress(text))))
    }

    @Test(arguments: [
        "http://169.254.169.254/latest/meta-data/", "http://[::ffff:a9fe:aa02]/", "http://2852039166/", "http://metadata.test/",
    ])
    func noNotationReachesThem(_ url: String) async throws {
        let transport = Transport.names { $0.hasSuffix(".test") || $0 == "2852039166" ? ["169.254.169.254"] : [] }
        let loader = ImageLoader.testing(transport: transport) { $0.http.attempts = 1 }
        await expectError(.sourceNotAllowed, saying: "hands out keys") {
            _ = try await loader.image(for: ImageRequest(try #require(URL(string: url))))
        }
    }

    /// One that the environment names may be at an address of this machine, where other ports are allowed.
    @Test(arguments: ["AWS_CONTAINER_CREDENTIALS_FULL_URI", "AWS_EC2_METADATA_SERVICE_ENDPOINT"])
    func serversThatTheEnvironmentNamesAreNotReached(_ variable: String) async throws {
        let keys = try await PictureServer()
        keys.serve("/keys", .picture(Fixture.tiny(2)))
        server.serve("/a", .picture(Fixture.tiny(3)))
        server.serve("/redirect", .redirect(keys.url("/keys").absoluteString))
        for named in ["127.0.0.1", "localhost", "named.test"] {
            let transport = Transport.names { $0.hasSuffix(".test") || $0.lowercased() == "localhost" ? ["127.0.0.1"] : [] }
            let loader = ImageLoader.testing(transport: transport) {
                $0.s3 = .testing(nil, clock: ManualClock())
                $0.s3?.environment = [variable: "http://\(named):\(keys.port)/keys"]
                $0.http.attempts = 1
            }
            let urls = ["127.0.0.1", "localhost", "LOCALHOST", "other.test", "127.0.0.2", "[::1]", "0.0.0.0"].map {
                keys.url("/keys", host: $0)
            }
            for url in urls + [server.url("/redirect")] {
                await expectError(.sourceNotAllowed, saying: "hands out keys") { _ = try await loader.image(for: ImageRequest(url)) }
            }
            #expect(try await loader.image(for: ImageRequest(server.url("/a"))).number == 3)
        }
        #expect(keys.requests().isEmpty)
    }
}
