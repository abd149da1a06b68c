import Foundation
import ObjectServer
import TestSupport
import Testing

/// Runs the command lines of docs/object-storage.md, and those with objects in help, against a server in place of those that they name.
@Suite(.timeLimit(.minutes(15)), .enabled(if: ObjectServer.isInstalled)) struct DocumentedCommandTests {
    let server: ObjectServer

    init() async throws {
        server = try await ObjectServer.start(["photos", "thumbnails", "public"])
        try await server.add(Fixture.photo, as: "s3://photos/2024/anna.jpg")
        try await server.add(Fixture.photo, as: "s3://thumbnails/2024/ben.jpg")
    }

    @Test func theLinesOfThePageWorkAsWritten() async throws {
        let page = try String(contentsOf: Fixture.package.appendingPathComponent("docs/object-storage.md"), encoding: .utf8)
        let blocks = page.split(separator: "```").filter { $0.hasPrefix("sh\n") }.map { String($0.dropFirst(3)) }
        #expect(blocks.count >= 6)
        let scratch = try TemporaryFolder()
        for block in blocks { try await run(block, in: scratch) }
    }

    @Test func theExamplesInHelpWorkAsWritten() async throws {
        let scratch = try TemporaryFolder()
        var help = ""
        for command in ["crop", "detect", "effects", "contact-sheet"] {
            help += try await scratch.boundedcrop("\(command) --help-all").text
        }
        let lines = help.replacing("\\\n", with: "").split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        let examples = lines.filter { $0.hasPrefix("boundedcrop ") && $0.contains("s3://") }
        #expect(examples.count == 4)
        for example in examples { try await run(example, in: scratch) }
    }

    private func run(_ block: String, in scratch: TemporaryFolder) async throws {
        var script = block.replacing(#/https?:\/\/[A-Za-z0-9.:]+(?=\s|$)/#, with: server.endpoint.absoluteString)
        // Those are the server's own here.
        script = script.replacing(#/AWS_(PROFILE|REGION|ACCESS_KEY_ID|SECRET_ACCESS_KEY)=[^\s]+/#, with: "NOTHING=1")
        script = script.replacing(#/--s3-region [a-z]+/#, with: "--s3-region us-east-1")
        let outcome = try await scratch.shell("set -e\n" + script, environment: server.environment)
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(script)\n\(outcome.errors)")
        #expect(!outcome.text.contains("\"error\""), "\(script)\n\(outcome.text)")
    }
}
