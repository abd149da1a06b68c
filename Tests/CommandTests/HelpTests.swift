import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15))) struct HelpTests {
    let scratch: TemporaryFolder

    init() throws { scratch = try TemporaryFolder() }

    @Test(arguments: [
        ("--help", ["crop", "detect", "Exit status"]), ("help crop", ["--size <WxH>", "--output", "{name}"]),
        ("crop --help", ["--aspect", "--scheme", "--plan", "--no-upscale", "all|largest|smallest", "--align", "--placement"]),
        ("crop --help", ["--keep <kinds>", "person:1,dog:0.8,face:2"]),
        ("detect --help", ["--overlay", "--json"]),
    ])
    func helpHasExamples(line: String, words: [String]) {
        let outcome = scratch.parse(line)
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        #expect(outcome.text.contains("EXAMPLES") && outcome.text.contains("boundedcrop \(line.contains("detect") ? "detect" : "crop") "))
        for word in words { #expect(outcome.text.contains(word)) }
    }

    @Test(arguments: ["--help", "help crop", "detect --help", "serve -h", "crop --version"])
    func theProcessPrintsWhatItsParserSays(line: String) async throws {
        let outcome = try await scratch.boundedcrop(line)
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        #expect(outcome.text == scratch.parse(line).text)
    }

    @Test func theExamplesInHelpWorkAsWritten() async throws {
        let help = ["crop --help", "detect --help", "--help"].map { scratch.parse($0).text }.joined()
        let examples = help.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { $0.hasPrefix("boundedcrop ") }
        #expect(examples.count == 23)
        // Tests contact no external host. DocumentedCommandTests runs those with object storage.
        for example in examples where !example.contains("://") {
            let place = try TemporaryFolder()
            for name in ["photo.jpg", "a.jpg", "photos/b.jpg", "photos/more/c.jpg"] { try place.add(Fixture.photo, as: name) }
            try place.write(Array("size = 300x300\nformat = webp".utf8), to: "web.conf")
            let outcome = try await place.shell(example)
            #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(example)\n\(outcome.errors)")
        }
    }

    @Test(arguments: [
        "", "crop", "watch", "detect", "effects", "video", "show", "contact-sheet", "report", "review", "evaluate", "formats", "schema",
        "worker",
        "serve",
        "sign", "url",
    ])
    func noLineOfHelpIsTooWide(_ command: String) {
        let lines = scratch.parse("\(command) --help").lines
        #expect(lines.contains { $0.hasPrefix("USAGE: boundedcrop \(command)") })
        for line in lines { #expect(line.count <= 80, "\(line)") }
    }

    @Test(arguments: ["bash", "zsh", "fish"]) func completionsAreGenerated(_ shell: String) {
        let outcome = scratch.parse("--generate-completion-script \(shell)")
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        #expect(outcome.text.contains("crop") && outcome.text.contains("detect") && outcome.text.contains("skip-existing"))
    }

    @Test func theBashCompletionIsValidAndRegistersItself() async throws {
        try #require(FileManager.default.isExecutableFile(atPath: "/bin/bash"))
        let outcome = try await scratch.shell(
            "boundedcrop --generate-completion-script bash > c && bash -c '. ./c && complete -p boundedcrop'"
        )
        #expect(outcome.status == 0 && outcome.text.contains("boundedcrop"))
    }
}
