import BoundedCrop
import Foundation
import TestSupport
import Testing

@testable import BoundedCropService

/// Services on different machines must agree: neither the time nor a place may be in an answer.
@Suite(.timeLimit(.minutes(15))) struct IdenticalAnswersTests {
    private static let photo = "composites/three_in_row.jpg"
    private static let paths =
        ["jpeg", "png", "webp", "avif", "gif"].map { "200x100/smart/filters:format(\($0))/\(photo)" } + [
            "meta/200x100/smart/\(photo)", "debug/200x100/smart/\(photo)", "90x60/smart/animations/to_and_fro.gif",
            "90x60/smart/filters:format(webp)/animations/to_and_fro.gif", "90x60/smart/filters:format(avif)/animations/to_and_fro.gif",
            "90x60/smart/filters:format(png)/animations/to_and_fro.gif",
            "200x200/smart/filters:blur(5):round_corner(20,255,255,255):max_bytes(6000)/\(photo)",
        ]

    @Test func `two services that share nothing make the same bytes`() async throws {
        var answers: [[Reply]] = []
        for workers in [1, 3] {
            let folder = try TemporaryFolder()
            for name in [Self.photo, "animations/to_and_fro.gif"] { try folder.write(Fixture.bytes(name), to: name) }
            let service = try await RunningService {
                $0.root = folder.path("")
                $0.workers = workers
                $0.detector = YuNetDetector()
                $0.rendering.keepsMetadata = true
                // Pictures get names that are the same everywhere.
                $0.detectionStorage = .folder(folder.path("finds"))
            }
            var replies: [Reply] = []
            for path in Self.paths { replies.append(try await service.get("/unsafe/\(path)")) }
            answers.append(replies)
            // The formats of animations have times in seconds.
            let start = time(nil)
            await until { answers.count == 2 || time(nil) > start }
        }
        for (path, (one, other)) in zip(Self.paths, zip(answers[0], answers[1])) {
            #expect(one.status == 200, "\(path): \(one.text.prefix(300))")
            #expect(one.body == other.body, "\(path)")
            #expect(one["x-boundedcrop-plan"] == other["x-boundedcrop-plan"], "\(path)")
            #expect(one["etag"] == other["etag"] && one["content-type"] == other["content-type"], "\(path)")
        }
    }
}
