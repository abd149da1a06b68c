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

    private static let drawing = #"<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"><rect width="20" height="10"/></svg>"#

    @Test func `a drawing is drawn, but never answered as it is`() async throws {
        let folder = try TemporaryFolder()
        try folder.write(Array(Self.drawing.utf8), to: "a.svg")
        let service = try await RunningService { ($0.answersOriginals, $0.root) = (true, folder.path) }
        let raw = try await service.get("/unsafe/filters:raw()/a.svg")
        #expect(raw.code == "unsupportedFormat" && !raw.text.contains("<svg"))
        for (path, width, height) in [("", 20, 10), ("400x400/", 400, 400), ("fit-in/400x400/", 400, 200)] {
            let reply = try await service.get("/unsafe/\(path)a.svg")
            #expect(try reply["Content-Type"] == "image/png" && reply.picture.size == PixelSize(width: width, height: height), "\(path)")
        }
    }

    @Test func `drawings are refused where the settings say so`() async throws {
        let folder = try TemporaryFolder()
        try folder.write(Array(Self.drawing.utf8), to: "a.svg")
        let service = try await RunningService { ($0.decoding.svg, $0.root) = (.refuse, folder.path) }
        #expect(try await service.get("/unsafe/20x10/a.svg").code == "unsupportedFormat")
    }

    @Test func `what is no picture is refused`() async throws {
        let folder = try TemporaryFolder()
        try folder.write(Array("<svg/>".utf8), to: "a.jpg")
        let service = try await RunningService { ($0.answersOriginals, $0.root) = (true, folder.path) }
        #expect(try await service.get("/unsafe/filters:raw()/a.jpg").status == 422)
    }
}
