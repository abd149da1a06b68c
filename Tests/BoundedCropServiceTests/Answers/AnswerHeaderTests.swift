import BoundedCrop
import Foundation
import TestSupport
import Testing

@testable import BoundedCropService

/// Header fields of all answers.
@Suite(.timeLimit(.minutes(15))) struct AnswerHeaderTests {
    private static let photo = "orientations/obama_1.jpg"

    @Test(arguments: ["/livez", "/readyz", "/healthcheck", "/metrics"])
    func `momentary answers are not cached`(path: String) async throws {
        #expect(try await RunningService().get(path)["cache-control"] == "no-store")
    }

    @Test(arguments: [
        ("/unsafe/9x9/\(photo)", "cross-origin"), ("/unsafe/meta/9x9/\(photo)", "same-origin"), ("/unsafe/9x9/nothing.jpg", "same-origin"),
        ("/", "same-origin"), ("/playground/icon.svg", "same-origin"), ("/playground/service.json", "same-origin"),
        ("/metrics", "same-origin"),
    ])
    func `other sites may show pictures, and nothing else`(path: String, policy: String) async throws {
        #expect(try await RunningService().get(path)["cross-origin-resource-policy"] == policy)
    }

    @Test func `the plan is left out if the setting says so`() async throws {
        for sends in [true, false] {
            let service = try await RunningService { $0.sendsPlan = sends }
            #expect(try await (service.get("/unsafe/9x9/smart/\(Self.photo)")["x-boundedcrop-plan"] != nil) == sends)
            let upload = try await service.post("/crop?size=9x9", Fixture.bytes(Self.photo))
            #expect(upload.status == 200 && (upload["x-boundedcrop-plan"] != nil) == sends)
            #expect(try await service.get("/openapi.json").text.contains("headers/X-BoundedCrop-Plan") == sends)
            #expect(try await service.get("/unsafe/meta/9x9/smart/\(Self.photo)").text.contains("\"crop\""))
        }
    }

    @Test func `a modification date in the future is not sent`() async throws {
        let folder = try TemporaryFolder()
        try folder.add(Self.photo, as: "a.jpg")
        let path = folder.url.appendingPathComponent("a.jpg").path
        try FileManager.default.setAttributes([.modificationDate: Date().addingTimeInterval(86_400)], ofItemAtPath: path)
        let service = try await RunningService { $0.root = folder.url.path }
        let tomorrow = try await service.get("/unsafe/9x9/a.jpg")
        #expect(tomorrow.status == 200 && tomorrow["last-modified"] == nil && tomorrow["etag"] != nil)
        try FileManager.default.setAttributes([.modificationDate: Date().addingTimeInterval(-86_400)], ofItemAtPath: path)
        #expect(try await service.get("/unsafe/9x9/a.jpg")["last-modified"] != nil)
    }

    /// Conditions apply only if the answer without them would be 2xx (RFC 9110, 13.2.1).
    @Test(arguments: ["*", "\"a\""]) func `a missing picture is 404 under any condition`(tags: String) async throws {
        let reply = try await RunningService().get("/unsafe/9x9/nothing.jpg", ["if-match": tags])
        #expect(reply.status == 404)
    }
}
