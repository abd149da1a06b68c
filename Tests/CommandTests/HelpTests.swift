import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import boundedcrop

@Suite(.timeLimit(.minutes(15))) struct HelpTests {
    let scratch: TemporaryFolder

    init() throws { scratch = try TemporaryFolder() }

    @Test(arguments: [
        ("--help", ["crop", "detect", "Exit status"]), ("help crop", ["--size <WxH>", "--output", "{name}"]),
        ("crop --help", ["--aspect", "--scheme", "--plan", "all|largest|smallest", "--align", "--output", "--help-all"]),
        ("crop --help-all", ["--aspect", "--no-upscale", "--placement", "--keep <kinds>", "person:1,dog:0.8,face:2"]),
        ("detect --help", ["--overlay", "--json"]),
    ])
    func helpHasExamples(line: String, words: [String]) {
        let outcome = scratch.parse(line)
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        #expect(outcome.text.contains("EXAMPLES") && outcome.text.contains("boundedcrop \(line.contains("detect") ? "detect" : "crop") "))
        for word in words { #expect(outcome.text.contains(word)) }
    }

    /// In a terminal of 80 columns.
    @Test(arguments: ["crop", "watch", "effects", "video"]) func helpIsShortUnlessAllIsAskedFor(command: String) {
        let (short, all) = (scratch.parse("\(command) --help"), scratch.parse("\(command) --help-all"))
        #expect(short.status == 0 && all.status == 0 && short.lines.count < 115 && short.lines.count < all.lines.count)
        #expect(all.text == scratch.parse("help \(command)").text)
        // What is shown is shown as it is there, and what is not is counted.
        let known = Set(all.lines)
        #expect(short.lines.dropLast().allSatisfy { known.contains($0) })
        func options(_ outcome: Command.Outcome) -> Int { outcome.lines.count { $0.hasPrefix("  -") } }
        #expect(short.lines.last == "\(options(all) - options(short)) further options: boundedcrop \(command) --help-all")
    }

    @Test(arguments: ["crop --size nonsense --help", "crop --width 3 -h", "crop a.jpg --config missing.conf --help-all"])
    func helpIsShownWhateverElseIsWrong(line: String) {
        #expect(scratch.parse(line).status == 0)
    }

    @Test(arguments: ["--help", "help crop", "detect --help", "serve -h", "crop --version", "crop --help", "crop --help-all"])
    func theProcessPrintsWhatItsParserSays(line: String) async throws {
        let outcome = try await scratch.boundedcrop(line)
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        #expect(outcome.text == scratch.parse(line).text)
    }

    @Test func theExamplesInHelpWorkAsWritten() async throws {
        let help = ["crop --help-all", "detect --help", "--help"].map { scratch.parse($0).text }.joined()
        let examples = help.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { $0.hasPrefix("boundedcrop ") }
        #expect(examples.count == 23)
        // Tests contact no external host. DocumentedCommandTests runs those with object storage.
        for example in examples where !example.contains("://") {
            let place = try TemporaryFolder()
            for name in ["photo.jpg", "a.jpg", "photos/b.jpg", "photos/more/c.jpg"] { try place.add(Fixture.photo, as: name) }
            try place.write(Array("size = 300x300\nformat = webp".utf8), to: "web.conf")
            let outcome = try await place.shell(example)
            // The photo is small for a document, which is told.
            let isFine = outcome.errors.isEmpty || example.contains("passport") && outcome.errors.contains("too few pixels")
            #expect(outcome.status == 0 && isFine, "\(example)\n\(outcome.errors)")
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

    @Test func noExampleInHelpIsBroken() {
        for command in [BoundedCropCommand.self] + BoundedCropCommand.configuration.subcommands as [any ParsableCommand.Type] {
            let name = command == BoundedCropCommand.self ? "" : command.configuration.commandName ?? ""
            let printed = Set(scratch.parse("\(name) --help").lines + scratch.parse("\(name) --help-all").lines)
            for line in command.configuration.discussion.split(separator: "\n") where line.hasPrefix("  ") {
                #expect(printed.contains(String(line)), "\(line)")
            }
        }
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
