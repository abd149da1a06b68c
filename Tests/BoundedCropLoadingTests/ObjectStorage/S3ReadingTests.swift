import BoundedCrop
import BoundedCropLoading
import Foundation
import PictureServer
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15))) struct S3ReadingTests {
    @Test func anObjectIsReadWithWhatItWasWrittenWith() async throws {
        let storage = try await FakeStorage()
        let answer = Answer.picture([1, 2, 3], entityTag: "\"one\"", lastModified: "Sun, 06 Nov 1994 08:49:37 GMT")
        storage.server.serve(FakeStorage.path, answer.with { $0.headers["x-amz-meta-width"] = "300" })
        let object = try #require(try await storage.client.object(at: FakeStorage.photo))
        #expect(object.bytes == [1, 2, 3] && object.totalCount == 3 && object.contentType == "image/jpeg")
        #expect(
            object.entityTag == "\"one\"" && object.lastModified == "Sun, 06 Nov 1994 08:49:37 GMT" && object.metadata == ["width": "300"]
        )
        let sent = try #require(storage.server.requests().first)
        let signed = "SignedHeaders=host;x-amz-content-sha256;x-amz-date, Signature="
        #expect(sent.headers["authorization"]?.contains(signed) == true)
        #expect(sent.headers["authorization"]?.hasPrefix("AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/") == true)
    }

    @Test func anObjectWithTheSameTagIsNotReadAgain() async throws {
        let storage = try await FakeStorage()
        storage.server.serve(FakeStorage.path, .picture([1], entityTag: "\"one\""))
        #expect(try await storage.client.object(at: FakeStorage.photo, ifNoneMatch: "\"one\"") == nil)
        #expect(try await storage.client.object(at: FakeStorage.photo, ifNoneMatch: "\"two\"")?.bytes == [1])
    }

    @Test(arguments: [204, 304, 299]) func whatIsNoObjectIsAnError(_ status: Int) async throws {
        let storage = try await FakeStorage()
        storage.server.serve(FakeStorage.path, Answer(status: status))
        await expectError(.invalidResponse, saying: "status \(status)") { _ = try await storage.client.object(at: FakeStorage.photo) }
    }

    @Test func aPartIsReadAndItsPlaceChecked() async throws {
        let storage = try await FakeStorage()
        func serve(_ status: Int, _ range: String?, _ body: [UInt8]) {
            storage.server.serve(FakeStorage.path, Answer(status: status, headers: range.map { ["content-range": $0] } ?? [:], body: body))
        }
        func part(_ range: Range<Int>) async throws -> S3Object? { try await storage.client.object(at: FakeStorage.photo, range: range) }
        serve(206, "bytes 2-4/10", [2, 3, 4])
        let object = try #require(try await part(2..<5))
        #expect(object.bytes == [2, 3, 4] && object.totalCount == 10)
        #expect(storage.server.requests().first?.headers["range"] == "bytes=2-4")
        serve(206, "bytes 8-9/10", [8, 9])
        #expect(try await part(8..<1000)?.bytes == [8, 9])
        for (status, range) in [(206, "bytes 3-5/10"), (206, "bytes 2-3/10"), (206, "bytes 2-4/*"), (206, "2-4"), (206, nil), (200, nil)] {
            serve(status, range, [2, 3, 4])
            await expectError(.invalidContentLength, saying: "different part") { _ = try await part(2..<5) }
        }
        for range in [3..<3, -1..<2] {
            await expectError(.invalidArgument, saying: "range") { _ = try await part(range) }
        }
        storage.server.serve(FakeStorage.path, FakeStorage.refusal(416, "InvalidRange"))
        await expectError(.invalidArgument, saying: "no such range") { _ = try await part(20..<30) }
    }

    @Test func moreThanTheLimitIsNotRead() async throws {
        let storage = try await FakeStorage()
        let large = Answer(body: [UInt8](repeating: 0, count: 100_000))
        for answer in [large, large.with { $0.claimedLength = -1 }] {
            storage.server.serve(FakeStorage.path, answer)
            await expectError(.limitExceeded) { _ = try await storage.client.object(at: FakeStorage.photo, byteLimit: 99_999) }
            #expect(try await storage.client.object(at: FakeStorage.photo, byteLimit: 100_000)?.bytes.count == 100_000)
        }
    }

    @Test func anObjectThatIsCutIsReadAgain() async throws {
        let storage = try await FakeStorage()
        let whole = Answer(body: [UInt8](repeating: 7, count: 1000))
        storage.server.serve(FakeStorage.path, whole.with { $0.cut = 500 }, whole)
        #expect(try await storage.client.object(at: FakeStorage.photo)?.bytes.count == 1000)
        storage.server.serve(FakeStorage.path, whole.with { $0.cut = 500 })
        await expectError(.invalidContentLength, saying: "500 bytes of 1000") { _ = try await storage.client.object(at: FakeStorage.photo) }
    }

    @Test func theSizeOfAnObjectIsAskedForWithoutItsContent() async throws {
        let head = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nETag: \"x\"\r\nLast-Modified: Sun, 06 Nov 1994 08:49:37 GMT\r\n\r\n"
        let server = try await RawServer(answering: Array(head.utf8))
        let client = S3Client(.testing(server.url(""), clock: ImpatientClock()), logger: .silent)
        let entry = try await client.entry(at: FakeStorage.photo)
        #expect(entry.size == 5 && entry.entityTag == "\"x\"" && entry.location == FakeStorage.photo)
        #expect(entry.lastModified == Date(timeIntervalSince1970: 784_111_777))
    }

    /// An answer to HEAD has no text.
    @Test func whatIsWrongWithAHeadIsLearntFromAGet() async throws {
        let refused = "HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n"
        let text = "<Error><Code>InvalidAccessKeyId</Code><Message>Unknown.</Message></Error>"
        let full = "HTTP/1.1 403 Forbidden\r\nContent-Length: \(text.utf8.count)\r\n\r\n\(text)"
        let server = try await RawServer(answeringInTurn: [refused, full].map { Array($0.utf8) })
        let client = S3Client(.testing(server.url(""), clock: ImpatientClock()), logger: .silent)
        await expectError(.accessDenied, saying: "InvalidAccessKeyId") { _ = try await client.entry(at: FakeStorage.photo) }
    }

    @Test func anonymousRequestsAreNotSigned() async throws {
        let storage = try await FakeStorage { $0.credentials = .anonymous }
        storage.server.serve(FakeStorage.path, Answer(body: [1]))
        _ = try await storage.client.object(at: FakeStorage.photo)
        let headers = try #require(storage.server.requests().first?.headers)
        #expect(headers["authorization"] == nil && headers["x-amz-date"] == nil)
    }

    @Test(arguments: ["s3://photos", "s3://photos/"]) func aBucketIsNoObject(_ text: String) async throws {
        let (storage, bucket) = (try await FakeStorage(), try S3Location(text))
        await expectError(.invalidURL, saying: "names a bucket") { _ = try await storage.client.object(at: bucket) }
        await expectError(.invalidURL, saying: "names a bucket") { _ = try await storage.client.entry(at: bucket) }
        await expectError(.invalidURL, saying: "names a bucket") { try await storage.client.put([], at: bucket) }
        await expectError(.invalidURL, saying: "names a bucket") { try await storage.client.remove(bucket) }
        #expect(storage.server.requests().isEmpty)
    }

    @Test func aClientThatWasShutDownSaysSoAtOnce() async throws {
        let storage = try await FakeStorage()
        await storage.client.shutDown()
        await expectError(.connectionFailed, saying: "shut down") { _ = try await storage.client.object(at: FakeStorage.photo) }
        #expect(storage.clock.delays.isEmpty)
    }

    @Test func aCancelledRequestEnds() async throws {
        let (storage, gate) = (try await FakeStorage(), ServerGate())
        storage.server.serve(FakeStorage.path, Answer(body: [1]).with { $0.gate = gate })
        let task = Task { try await storage.client.object(at: FakeStorage.photo) }
        await gate.arrivals(1)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        gate.open()
    }
}
