import BoundedCrop
import BoundedCropLoading
import Foundation
import PictureServer
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15))) struct S3WritingTests {
    private let photo = FakeStorage.photo

    @Test func anObjectIsWrittenInOneRequestUnlessThereIsOne() async throws {
        let storage = try await FakeStorage()
        storage.server.serve(FakeStorage.path, Answer(status: 200))
        try await storage.client.put([1, 2, 3], at: photo, type: "image/jpeg", metadata: ["width": "300"])
        let request = try #require(storage.server.requests().first)
        #expect(request.method == "PUT" && request.body == [1, 2, 3] && request.headers["content-type"] == "image/jpeg")
        #expect(request.headers["if-none-match"] == "*" && request.headers["x-amz-meta-width"] == "300")
        #expect(request.headers["x-amz-content-sha256"] == Fingerprint.text(of: [1, 2, 3]))
        let signed = "content-type;host;if-none-match;x-amz-content-sha256;x-amz-date;x-amz-meta-width"
        #expect(request.headers["authorization"]?.contains("SignedHeaders=\(signed),") == true)
        try await storage.client.put([], at: photo, overwriting: true)
        let second = try #require(storage.server.requests().last)
        #expect(second.headers["if-none-match"] == nil && second.body.isEmpty && second.headers["content-length"] == "0")
        #expect(storage.server.requests().count == 2)
    }

    @Test(arguments: [(412, "PreconditionFailed"), (412, "")])
    func anObjectThatIsThereIsKept(_ status: Int, _ code: String) async throws {
        let storage = try await FakeStorage()
        storage.server.serve(FakeStorage.path, FakeStorage.refusal(status, code))
        let error = await expectError(.fileExists, saying: "already") { try await storage.client.put([1], at: photo) }
        #expect(error?.path == "s3://photos/anna.jpg")
        #expect(storage.server.requests().count == 1)
    }

    /// The other write may fail, so that there is nothing in the end.
    @Test func whileAnotherWritesItIsAskedAgain() async throws {
        let storage = try await FakeStorage()
        storage.server.serve(FakeStorage.path) { request in
            request.index < 2 ? FakeStorage.refusal(409, "ConditionalRequestConflict") : Answer(body: [])
        }
        try await storage.client.put([1], at: photo)
        #expect(storage.server.requests().map(\.method) == ["PUT", "PUT", "PUT"])
    }

    /// Keys may be allowed to write only.
    @Test func withoutTheRightToReadALostAnswerCountsAsAnObjectThatIsThere() async throws {
        let storage = try await FakeStorage()
        storage.server.serve(FakeStorage.path) { request in
            if request.method == "GET" { return FakeStorage.refusal(403, "AccessDenied") }
            return request.index == 0 ? FakeStorage.refusal(503, "SlowDown") : FakeStorage.refusal(412, "PreconditionFailed")
        }
        await expectError(.fileExists) { try await storage.client.put([1], at: photo) }
    }

    @Test func whoOverwritesHearsOfOtherConflicts() async throws {
        let storage = try await FakeStorage()
        storage.server.serve(FakeStorage.path, FakeStorage.refusal(409, "OperationAborted", "Busy."))
        await expectError(.invalidStatusCode, saying: "409 (OperationAborted: Busy.)") {
            try await storage.client.put([1], at: photo, overwriting: true)
        }
        storage.server.serve(FakeStorage.path, FakeStorage.refusal(412, "PreconditionFailed"))
        await expectError(.invalidStatusCode) { try await storage.client.put([1], at: photo, overwriting: true) }
    }

    /// The answer to the first attempt is lost, which wrote the object.
    @Test func whatAnEarlierAttemptWroteIsNoConflict() async throws {
        for (there, isOurs) in [([1, 2] as [UInt8], true), ([1, 3], false), ([1, 2, 3], false), ([], false)] {
            let storage = try await FakeStorage()
            storage.server.serve(FakeStorage.path) { request in
                if request.method == "GET" { return Answer(body: there) }
                return request.index == 0 ? Answer(status: 500) : FakeStorage.refusal(412, "PreconditionFailed")
            }
            if isOurs {
                try await storage.client.put([1, 2], at: photo)
            } else {
                await expectError(.fileExists) { try await storage.client.put([1, 2], at: photo) }
            }
            #expect(storage.server.requests().map(\.method) == ["PUT", "PUT", "GET"])
        }
    }

    @Test(arguments: [
        ["": "x"], ["a b": "x"], ["ä": "x"], ["a": "ä"], ["a": "x\r\nx-amz-acl: public-read"], ["a": " x"], ["a:b": "x"], ["a": "x\u{0}"],
    ]) func whatCannotBeSentAsItIsIsRefused(_ metadata: [String: String]) async throws {
        let storage = try await FakeStorage()
        await expectError(.invalidArgument, saying: "cannot be sent") { try await storage.client.put([1], at: photo, metadata: metadata) }
        await expectError(.invalidArgument) { try await storage.client.put([1], at: photo, type: "image/jpeg\n") }
        #expect(storage.server.requests().isEmpty)
    }

    @Test func anObjectIsRemovedWhetherItIsThereOrNot() async throws {
        let storage = try await FakeStorage()
        storage.server.serve(FakeStorage.path, Answer(status: 204))
        try await storage.client.remove(photo)
        #expect(storage.server.requests().map(\.method) == ["DELETE"])
        storage.server.serve(FakeStorage.path, FakeStorage.refusal(403, "AccessDenied", "No."))
        await expectError(.accessDenied, saying: "s3:DeleteObject") { try await storage.client.remove(photo) }
    }
}
