import BoundedCrop
import Foundation
import TestSupport
import Testing

@testable import BoundedCropService

/// `raw()`: the file as it is.
@Suite(.timeLimit(.minutes(15))) struct RawAnswerTests {
    @Test func `a file is answered as it is where originals are allowed`() async throws {
        let service = try await RunningService { $0.answersOriginals = true }
        let reply = try await service.get("/unsafe/10x10/smart/filters:raw()/photos/obama.jpg", ["Accept": "image/avif,image/webp"])
        #expect(reply.status == 200, "\(reply.text.prefix(200))")
        #expect(reply["Content-Type"] == "image/jpeg")
        #expect(try reply.body == [UInt8](Data(contentsOf: Fixture.root.appending(path: "photos/obama.jpg"))))
        #expect(reply["Vary"] == nil)
    }

    @Test func `elsewhere it is refused, since files may tell where a photo was taken`() async throws {
        let service = try await RunningService()
        let reply = try await service.get("/unsafe/filters:raw()/photos/obama.jpg")
        #expect(reply.status == 400 && reply.code == "invalidFilter")
    }

    @Test func `what is no picture is refused`() async throws {
        let folder = try TemporaryFolder()
        try folder.write(Array("<svg/>".utf8), to: "a.jpg")
        let service = try await RunningService { ($0.answersOriginals, $0.root) = (true, folder.path) }
        #expect(try await service.get("/unsafe/filters:raw()/a.jpg").status == 422)
    }
}
