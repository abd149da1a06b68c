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

    @Test(arguments: paths) func `two services that share nothing make the same bytes`(path: String) async throws {
        var answers: [Reply] = []
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
            answers.append(try await service.get("/unsafe/\(path)"))
            // The formats of animations have times in seconds.
            let start = time(nil)
            await until { time(nil) > start }
        }
        #expect(answers[0].status == 200, "\(answers[0].text.prefix(300))")
        #expect(answers[0].body == answers[1].body)
        #expect(answers[0]["x-boundedcrop-plan"] == answers[1]["x-boundedcrop-plan"])
        #expect(answers[0]["etag"] == answers[1]["etag"] && answers[0]["content-type"] == answers[1]["content-type"])
    }
}
