import Foundation
import TestSupport
import Testing

/// Names that are not UTF-8 cannot be opened, which is said.
@Suite(.timeLimit(.minutes(15))) struct NonUTF8NameTests {
    let scratch: TemporaryFolder

    init() throws {
        scratch = try TemporaryFolder()
        try scratch.add(Fixture.black, as: "a.jpg")
    }

    private func run(_ line: String) async throws -> Command.Outcome {
        // The shell makes the bytes, since Swift's strings cannot hold them.
        try await scratch.shell("bad=$(printf 'caf\\351'); \(line)")
    }

    @Test(arguments: ["photos", "photos -r", "\"photos/$bad.jpg\" photos/b.jpg"])
    func `a picture with such a name fails, and says why`(inputs: String) async throws {
        let line =
            "mkdir photos && cp a.jpg photos/b.jpg && cp a.jpg \"photos/$bad.jpg\" && boundedcrop crop \(inputs) --size 9 -o out/ --json"
        let outcome = try await run(line)
        #expect(outcome.status == 1 && outcome.errorLines.first?.contains("its name is not UTF-8") == true, "\(outcome.errors)")
        #expect(try outcome.objects().count { $0["error"] != nil } == 1)
        #expect(FileManager.default.fileExists(atPath: scratch.path("out/b.jpg")))
    }

    @Test func `a folder with such a name is not left out in silence`() async throws {
        let outcome = try await run(
            "mkdir -p \"photos/$bad\" && cp a.jpg \"photos/$bad/\" && cp a.jpg photos/ && boundedcrop detect photos -r"
        )
        #expect(outcome.status == 1 && outcome.errors.contains("its name is not UTF-8"), "\(outcome.errors)")
        let named = try await run("boundedcrop detect \"photos/$bad\"")
        #expect(named.status == 1 && named.errors.contains("its name is not UTF-8"), "\(named.errors)")
    }

    @Test func `other files with such names are left out, as files that are not pictures`() async throws {
        let outcome = try await run("mkdir photos && cp a.jpg photos/ && echo x > \"photos/$bad.txt\" && boundedcrop detect photos -v")
        #expect(outcome.status == 0, "\(outcome.errors)")
    }

    @Test func `lines of a list fail by themselves`() async throws {
        let outcome = try await run(
            "echo \"$bad.jpg\" > list && echo a.jpg >> list && boundedcrop crop --list list --size 9 -o out/ --json"
        )
        #expect(outcome.status == 1 && outcome.errors.contains("its name is not UTF-8"), "\(outcome.errors)")
        #expect(try outcome.objects().count { $0["output"] != nil } == 1)
    }

    @Test(arguments: [
        "crop a.jpg --size 9 -o \"$bad/\"", "crop a.jpg --size 9 --no-face-to \"$bad\"", "detect a.jpg --overlay \"$bad.png\"",
    ])
    func `an output with such a name would have another one, and is refused`(line: String) async throws {
        let outcome = try await run("boundedcrop \(line)")
        #expect(outcome.status == 64 && outcome.errorLines.first?.contains("not UTF-8") == true, "\(outcome.errors)")
        #expect(try scratch.files() == ["a.jpg"])
    }

    @Test func `the replacement character itself is a character as any other in the name of an input`() async throws {
        try scratch.add(Fixture.black, as: "in/\u{FFFD}.jpg")
        let outcome = try await scratch.boundedcrop("crop in --size 9 -o out/ --no-bounding")
        #expect(outcome.status == 0, "\(outcome.errors)")
    }
}
