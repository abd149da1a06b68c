import Foundation
import TestSupport
import Testing

/// `--prune`: outputs go with their pictures, and nothing else does.
@Suite("Outputs of pictures that are gone", .timeLimit(.minutes(15))) struct PruneTests {
    let scratch: TemporaryFolder

    init() throws {
        scratch = try TemporaryFolder()
        for name in ["a.png", "b.png", "sub/c.png", "sub/d.png"] { try scratch.add(Fixture.portrait, as: "in/\(name)") }
    }

    private static let options = "-r --no-bounding --size 9 --update -o out"

    private func run(_ options: String = "--prune", _ input: String = "in") async throws -> (removed: [String], errors: String) {
        let outcome = try await scratch.boundedcrop("crop \(input) \(Self.options) --json \(options)")
        let removed = try outcome.objects().filter { $0["change"] as? String == "removed" }
        return (removed.compactMap { $0["path"] as? String }, outcome.errors)
    }

    private func outputs() throws -> [String] {
        try scratch.files().filter { $0.hasPrefix("out/") }.map { String($0.dropFirst(4)) }
    }

    private func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: scratch.path(name)) }

    @Test func `they are removed once their pictures are gone, and forgotten`() async throws {
        _ = try await run("")
        try scratch.write([1], to: "out/mine.png")
        try remove("in/b.png")
        #expect(try await run("").removed.isEmpty)
        let (removed, errors) = try await run()
        #expect(removed == ["out/b.png"] && errors.isEmpty)
        #expect(try outputs() == ["a.png", "mine.png", "sub/c.png", "sub/d.png"])
        try scratch.write([1], to: "out/b.png")
        #expect(try await run().removed.isEmpty)
        #expect(try outputs().contains("b.png"))
    }

    @Test func `all that was made of a picture goes, whatever the shape`() async throws {
        _ = try await run("--size 20x30")
        let set = "crop in -r --no-bounding --srcset 20@1:1 --update -o out"
        #expect(try await scratch.boundedcrop(set).status == 0)
        try remove("in/b.png")
        let (removed, _) = try await run()
        let made = ["b-20x20.png", "b-20x20.webp", "b-20x30.png", "b-9x9.png", "b.srcset.html", "b.srcset.json"]
        #expect(removed.sorted() == made.map { "out/\($0)" })
        #expect(try outputs().filter { $0.hasPrefix("b") }.isEmpty)
    }

    @Test func `a picture that is only not part of the run keeps its outputs`() async throws {
        _ = try await run("")
        for input in ["in/a.png", "in/sub"] { #expect(try await run("--prune", input).removed.isEmpty) }
        #expect(try await run("--prune --exclude sub").removed.isEmpty)
        try remove("in/sub/d.png")
        // Gone, but not from where this run looks.
        #expect(try await run("--prune", "in/a.png").removed.isEmpty)
        #expect(try outputs().filter { $0.hasSuffix("d.png") } == ["d.png", "sub/d.png"])
        #expect(try await run("--prune", "in/sub/c.png").removed == ["out/d.png", "out/sub/d.png"])
    }

    @Test func `a picture that was moved leaves only its new outputs`() async throws {
        _ = try await run("")
        try scratch.move("in/b.png", to: "in/sub/b.png")
        #expect(try await run().removed == ["out/b.png"])
        #expect(try outputs() == ["a.png", "sub/b.png", "sub/c.png", "sub/d.png"])
        // The same output, of another picture.
        try scratch.move("in/a.png", to: "in/a.webp")
        #expect(try await run("--prune --format png").removed.isEmpty)
        #expect(try outputs() == ["a.png", "sub/b.png", "sub/c.png", "sub/d.png"])
    }

    @Test(arguments: ["rm -r in/sub/*", "rm -r in", "rm -r in/*", "mv in elsewhere && mkdir in"])
    func `a folder that is empty or missing may not be mounted`(change: String) async throws {
        _ = try await run("")
        let before = try outputs()
        try scratch.add(Fixture.portrait, as: "more/e.png")
        _ = try await scratch.shell(change)
        let (removed, errors) = try await run("--prune more")
        #expect(removed.isEmpty && errors.contains("are not removed"), "\(errors)")
        #expect(try Set(outputs()).isSuperset(of: before))
    }

    @Test func `a subfolder that is gone from a folder with pictures is gone`() async throws {
        _ = try await run("")
        try remove("in/sub")
        #expect(try await run().removed == ["out/sub/c.png", "out/sub/d.png"])
    }

    @Test func `an output that was changed by hand stays, and that is said once`() async throws {
        _ = try await run("")
        try scratch.write([1, 2, 3], to: "out/a.png")
        var edited = try scratch.bytes("out/b.png")
        edited[edited.count / 2] ^= 1
        try scratch.write(edited, to: "out/b.png")
        for name in ["in/a.png", "in/b.png"] { try remove(name) }
        try scratch.add(Fixture.portrait, as: "in/e.png")
        let (removed, errors) = try await run()
        #expect(removed.isEmpty && errors.contains("was changed since: out/a.png, out/b.png"), "\(errors)")
        #expect(try outputs().count == 5)
        #expect(try await run().errors.isEmpty)
    }

    @Test func `nothing is removed through links, or outside of the folder`() async throws {
        _ = try await run("")
        try scratch.move("out/sub", to: "elsewhere")
        try FileManager.default.createSymbolicLink(atPath: scratch.path("out/sub"), withDestinationPath: "../elsewhere")
        try scratch.move("out/b.png", to: "mine.png")
        try FileManager.default.createSymbolicLink(atPath: scratch.path("out/b.png"), withDestinationPath: "../mine.png")
        for name in ["in/b.png", "in/sub/c.png"] { try remove(name) }
        let (removed, errors) = try await run()
        #expect(removed.isEmpty && errors.contains("through a link: out/b.png, out/sub/c.png"), "\(errors)")
        #expect(try scratch.bytes("elsewhere/c.png").count > 0 && scratch.bytes("mine.png").count > 0)
        // A manifest that somebody has written.
        let whole = try scratch.bytes("out/a.png")
        try scratch.write(whole, to: "out/min")
        let manifest = try scratch.manifest
        let lines = String(decoding: try scratch.bytes(manifest), as: UTF8.self)
        try remove("in/a.png")
        for path in ["../mine.png", "sub/../../mine.png", scratch.path("mine.png"), "min\\u0000e.png"] {
            try scratch.write(Array(lines.replacing("\"file\":\"a.png\"", with: "\"file\":\"\(path)\"").utf8), to: manifest)
            _ = try await run()
            #expect(try scratch.bytes("mine.png").count > 0)
            #expect(try scratch.bytes("out/min") == whole)
        }
    }

    @Test func `it is the same from another folder`() async throws {
        _ = try await run("")
        try remove("in/b.png")
        let outcome = try await scratch.shell(
            "cd in/sub && boundedcrop crop .. -r --no-bounding --size 9 --update --prune --json -o ../../out"
        )
        #expect(outcome.lines.filter { $0.contains("removed") }.count == 1, "\(outcome.text)")
        #expect(try outputs() == ["a.png", "sub/c.png", "sub/d.png"])
    }

    @Test(arguments: [("n\n", 4), ("\n", 4), ("y\n", 2)]) func `a terminal is asked first`(answer: String, left: Int) async throws {
        _ = try await run("")
        try remove("in/sub")
        let terminal = try Terminal()
        let words = "crop in \(Self.options) --prune".split(separator: " ").map(String.init)
        let running = try await Command.start(words, in: scratch.url, input: terminal.line, errors: terminal.line)
        let question = await terminal.read(until: "[y/N] ")
        #expect(question.contains("remove 2 outputs of pictures that are gone or left out (out/sub/c.png, out/sub/d.png)?"), "\(question)")
        terminal.type(answer)
        #expect(try await running.ended().status == 0)
        #expect(try outputs().count == left)
    }

    @Test(arguments: [("--prune", "--prune needs --update"), ("--update --prune --plan", "--dry-run"), ("--dry-run --plan", "--plan")])
    func `what makes no sense with it is refused`(options: String, message: String) {
        #expect(scratch.parse("crop in --size 9 \(options) -o out").errors.contains(message))
    }
}

/// `--dry-run`.
@Suite("Runs that write nothing", .timeLimit(.minutes(15))) struct DryRunTests {
    let scratch: TemporaryFolder

    init() throws {
        scratch = try TemporaryFolder()
        for name in ["a.png", "b.png"] { try scratch.add(Fixture.portrait, as: "in/\(name)") }
    }

    private func state() throws -> [String: [UInt8]] {
        try Dictionary(uniqueKeysWithValues: scratch.files().map { ($0, try scratch.bytes($0)) })
    }

    @Test(arguments: [
        "--size 9", "--size 9 --size 20x30 --update", "--aspect 1:1 --overwrite", "--srcset 9,20@1:1 --update --manifest m.json",
        "--size 9 --skip-existing", "--size 9 --newer",
    ])
    func `each output has a line, and a run does what it says`(options: String) async throws {
        let before = try state()
        let said = try await scratch.boundedcrop("crop in \(options) --dry-run -o out")
        #expect(try said.status == 0 && said.errors.isEmpty && state() == before, "\(said.errors)")
        #expect(try await scratch.boundedcrop("crop in \(options) -o out").status == 0)
        let made = try scratch.files().filter { $0.hasPrefix("out/") && !$0.contains("/.") }
        #expect(said.lines.sorted() == made.map { "made \($0)" })
    }

    @Test func `it tells what would be made, left and removed`() async throws {
        #expect(try await scratch.boundedcrop("crop in --size 9 --update -o out").status == 0)
        try FileManager.default.removeItem(atPath: scratch.path("in/b.png"))
        try scratch.add(Fixture.portrait, as: "in/c.png")
        let before = try state()
        let line = "crop in --size 9 --update --prune --dry-run -o out"
        #expect(try await scratch.boundedcrop(line).lines == ["left out/a.png", "made out/c.png", "removed out/b.png"])
        let records = try await scratch.boundedcrop("\(line) --json").objects()
        #expect(records.map { $0["change"] as? String } == ["left", "made", "removed"])
        #expect(records.prefix(2).map { $0["file"] as? String } == ["in/a.png", "in/c.png"])
        let verbose = try await scratch.boundedcrop("\(line) -v")
        #expect(verbose.errors.contains("dry run: 1 done, 1 skipped, 1 removed"), "\(verbose.errors)")
        #expect(try state() == before)
    }

    @Test func `what would be an error is one`() async throws {
        try scratch.add(Fixture.portrait, as: "out/a.png")
        let outcome = try await scratch.boundedcrop("crop in --size 9 --dry-run -o out")
        #expect(outcome.status == 1 && outcome.errors.contains("out/a.png already exists") && outcome.lines == ["made out/b.png"])
    }
}
