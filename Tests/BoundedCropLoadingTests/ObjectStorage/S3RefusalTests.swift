import BoundedCrop
import BoundedCropLoading
import Foundation
import PictureServer
import TestSupport
import Testing

/// Each refusal has its own text, and says what to do; what can be put right is tried again once.
@Suite(.timeLimit(.minutes(15))) struct S3RefusalTests {
    private let photo = FakeStorage.photo

    @Test(
        arguments: [
            (403, "AccessDenied", .accessDenied, "must allow s3:GetObject"), (403, "", .accessDenied, "s3:ListBucket"),
            (403, "SignatureDoesNotMatch", .accessDenied, "check the secret key"), (403, "InvalidAccessKeyId", .accessDenied, "access key"),
            (400, "ExpiredToken", .accessDenied, "log in again"), (404, "NoSuchKey", .fileNotFound, "no such object"),
            (404, "NoSuchBucket", .fileNotFound, "no bucket “photos”"), (404, "", .fileNotFound, "no such object"),
            (301, "PermanentRedirect", .wrongRegion, "another region"),
            (400, "InvalidRequest", .invalidStatusCode, "400 (InvalidRequest: Because.)"),
            (501, "NotImplemented", .invalidStatusCode, "cannot do this"), (418, "", .invalidStatusCode, "418"),
        ] as [(Int, String, BoundedCropError.Code, String)]
    )
    func aRefusalHasItsOwnTextAndIsNotRepeated(
        _ status: Int,
        _ code: String,
        _ expected: BoundedCropError.Code,
        _ words: String
    ) async throws {
        let storage = try await FakeStorage()
        storage.server.serve(FakeStorage.path, FakeStorage.refusal(status, code))
        let error = await expectError(expected, saying: words) { _ = try await storage.client.object(at: photo) }
        #expect(error?.path == "s3://photos/anna.jpg")
        #expect((error?.underlying as? HTTPStatusError)?.status == status)
        #expect(storage.server.requests().count == 1)
    }

    @Test(arguments: [
        "", "not xml", "<html><body>403</body></html>", "<Error><Code>AccessDenied", "<Error/>", "<a><b><c/></b></a>",
        "{\"Code\":\"AccessDenied\"}",
        "<!DOCTYPE e [<!ENTITY a \"AccessDenied\">]><Error><Code>&a;</Code></Error>", String(repeating: "<x>", count: 10_000),
        "<Error><Code>" + String(repeating: "A", count: 70_000) + "</Code></Error>", "<Error><Code>\u{1}</Code></Error>",
    ]) func whateverTheTextIsTheStatusSaysEnough(_ text: String) async throws {
        let storage = try await FakeStorage()
        storage.server.serve(FakeStorage.path, Answer(status: 403, body: Array(text.utf8)))
        await expectError(.accessDenied, saying: "denies access") { _ = try await storage.client.object(at: photo) }
    }

    @Test func aLongTextIsCutAndKeptOnOneLine() async throws {
        let storage = try await FakeStorage()
        storage.server.serve(FakeStorage.path, FakeStorage.refusal(403, "AccessDenied", "a\nb" + String(repeating: "c", count: 10_000)))
        let error = await expectError(.accessDenied, saying: "a bccc") { _ = try await storage.client.object(at: photo) }
        #expect(error.map { $0.message.count < 800 && !$0.message.contains("\n") } == true)
    }

    @Test(arguments: [
        (301, "PermanentRedirect", "", ["x-amz-bucket-region": "eu-north-1"]),
        (400, "AuthorizationHeaderMalformed", "<Region>eu-north-1</Region>", [:]),
        (307, "TemporaryRedirect", "", ["x-amz-bucket-region": "eu-north-1", "location": "http://192.0.2.1/"]),
    ]) func aMovedBucketIsAskedInItsRegionFromThenOn(
        _ status: Int,
        _ code: String,
        _ more: String,
        _ headers: [String: String]
    ) async throws {
        let storage = try await FakeStorage { $0.region = "us-west-1" }
        storage.server.serve(FakeStorage.path) { request in
            let isThere = request.headers["authorization"]?.contains("/eu-north-1/s3/aws4_request") == true
            return isThere ? Answer(body: [1]) : FakeStorage.refusal(status, code, more: more, headers: headers)
        }
        #expect(try await storage.client.object(at: photo)?.bytes == [1])
        #expect(storage.server.requests().count == 2)
        #expect(try await storage.client.object(at: photo)?.bytes == [1])
        #expect(storage.server.requests().count == 3)
    }

    @Test func aBucketThatMovesAroundIsLookedForOnce() async throws {
        let storage = try await FakeStorage()
        storage.server.serve(FakeStorage.path) {
            FakeStorage.refusal(301, "PermanentRedirect", headers: ["x-amz-bucket-region": "region-\($0.index)"])
        }
        await expectError(.wrongRegion, saying: "region-1") { _ = try await storage.client.object(at: photo) }
        #expect(storage.server.requests().count == 2)
    }

    @Test(arguments: ["", "evil.example.com/", "us-east-1"]) func whatIsNoOtherRegionIsNotFollowed(_ region: String) async throws {
        let storage = try await FakeStorage()
        storage.server.serve(FakeStorage.path, FakeStorage.refusal(301, "PermanentRedirect", headers: ["x-amz-bucket-region": region]))
        await expectError(.wrongRegion) { _ = try await storage.client.object(at: photo) }
        #expect(storage.server.requests().count == 1)
    }

    @Test func aWrongClockIsCorrectedOnceByThatOfTheServer() async throws {
        let (server, local) = ("Tue, 03 Feb 2026 12:00:00 GMT", try #require(HTTPDate.date("Tue, 03 Feb 2026 10:00:00 GMT")))
        let storage = try await FakeStorage(clock: ImpatientClock(now: local))
        let refusal = FakeStorage.refusal(403, "RequestTimeTooSkewed", more: "<ServerTime>2026-02-03T12:00:00Z</ServerTime>")
        storage.server.serve(FakeStorage.path) { $0.headers["x-amz-date"] == "20260203T120000Z" ? Answer(body: [1]) : refusal }
        #expect(try await storage.client.object(at: photo)?.bytes == [1])
        #expect(storage.server.requests().map { $0.headers["x-amz-date"] } == ["20260203T100000Z", "20260203T120000Z"])
        storage.server.serve(FakeStorage.path, refusal)
        await expectError(.wrongClock, saying: "Tue, 03 Feb 2026 10:00:00 GMT here and \(server)") {
            _ = try await storage.client.object(at: photo)
        }
    }

    @Test func expiredKeysAreLookedForAgainOnce() async throws {
        let (folder, storage) = (try TemporaryFolder(), try await PictureServer())
        func write(_ key: String) throws {
            try folder.write(
                Array("[default]\naws_access_key_id=\(key)\naws_secret_access_key=s\naws_session_token=t\n".utf8),
                to: "credentials"
            )
        }
        try write("OLD")
        let client = S3Client(
            .testing(storage.url(""), clock: ImpatientClock()) {
                $0.credentials = .standard
                $0.environment = ["AWS_SHARED_CREDENTIALS_FILE": folder.path("credentials"), "AWS_EC2_METADATA_DISABLED": "true"]
            },
            logger: .silent
        )
        storage.serve(FakeStorage.path) { request in
            request.headers["authorization"]?.contains("Credential=NEW/") == true
                ? Answer(body: [1]) : FakeStorage.refusal(400, "ExpiredToken")
        }
        await expectError(.accessDenied, saying: "expired") { _ = try await client.object(at: photo) }
        #expect(storage.requests().count == 1)
        try write("NEW")
        #expect(try await client.object(at: photo)?.bytes == [1])
        #expect(storage.requests().map { $0.headers["x-amz-security-token"] } == ["t", "t", "t"])
    }
}
