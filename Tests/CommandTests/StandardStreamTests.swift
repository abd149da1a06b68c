import BoundedCrop
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15))) struct StandardStreamTests {
    let scratch: TemporaryFolder

    init() throws {
        scratch = try TemporaryFolder()
        try scratch.add(Fixture.portrait, as: "a.png")
    }

    @Test func standardInputIsReadAndNamed() async throws {
        let outcome = try await scratch.boundedcrop("crop - --size 30x20 --output out", input: Fixture.bytes(Fixture.photo))
        #expect(outcome.status == 0 && outcome.output.isEmpty && outcome.errors.isEmpty)
        #expect(try scratch.picture("out/stdin.jpg").size == PixelSize(width: 30, height: 20))
    }

    @Test(arguments: ["", "--format webp", "--verbose", "--keep-metadata"])
    func standardOutputContainsOnlyThePicture(_ options: String) async throws {
        let outcome = try await scratch.boundedcrop("crop a.png --size 30x20 --output - \(options)")
        #expect(outcome.status == 0)
        #expect(try scratch.files() == ["a.png"])
        try #require(try await scratch.boundedcrop("crop a.png --size 30x20 --output b \(options)").status == 0)
        #expect(outcome.output == (try scratch.bytes(options == "--format webp" ? "b/a.webp" : "b/a.png")))
    }

    @Test func itWorksInAPipe() async throws {
        let outcome = try await scratch.shell("cat a.png | boundedcrop crop - --size 96x64 --format jpeg --output - | cat > b.jpg")
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        let picture = try scratch.picture("b.jpg")
        #expect(picture.header.format == .jpeg && picture.size == PixelSize(width: 96, height: 64))
    }

    @Test(arguments: [
        "crop a.png --size 30x20", "crop a.png --size 30x20 --output out", "crop a.png a.png --size 30x20 --skip-existing --plan --json",
    ])
    func standardErrorIsEmptyOnSuccess(_ line: String) async throws {
        let outcome = try await scratch.boundedcrop(line)
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
    }

    @Test func verbosePrintsOneLineForEachOutput() async throws {
        let outcome = try await scratch.boundedcrop("crop a.png --size 30x20 --aspect 1:1 --verbose --output out")
        #expect(outcome.lines.count == 2)
        #expect(outcome.lines.first?.hasPrefix("a.png: ") == true && outcome.lines.first?.contains("out/a-30x20.png 30x20") == true)
    }

    @Test func aFailureOnStandardInputNamesIt() async throws {
        let outcome = try await scratch.boundedcrop("crop - --size 30x20 --json")
        #expect(outcome.status == 1)
        #expect(outcome.errorLines == ["boundedcrop: standard input: the file is empty"])
        #expect(
            try outcome.decoded(ErrorLine.self) == [ErrorLine(file: "-", error: .init(code: "emptyFile", message: "the file is empty"))]
        )
    }

    @Test(arguments: ["crop a.png --size 9 --output -", "crop a.png --plan", "detect a.png --json"])
    func aFullStandardOutputIsAnError(_ line: String) async throws {
        let outcome = try await scratch.shell("boundedcrop \(line) > /dev/full")
        #expect(outcome.status == 1)
        #expect(outcome.errorLines.count == 1 && outcome.errors.contains("standard output cannot be written: No space left on device"))
    }

    @Test func aReaderThatClosesThePipeEndsTheRunCleanly() async throws {
        for number in 0..<30 { try scratch.add(Fixture.portrait, as: "in/\(number).png") }
        let line = "crop in --size 30x20 --no-bounding --verbose --output out"
        let outcome = try await scratch.shell("(boundedcrop \(line); echo $? > status) | head -n 1")
        #expect(outcome.lines.count == 1 && outcome.errors.isEmpty)
        let status = String(decoding: try scratch.bytes("status"), as: UTF8.self)
        // Everything may have been printed before the reader ended.
        #expect(["141\n", "0\n"].contains(status))
        for file in try scratch.files() where file.hasPrefix("out/") { #expect(try scratch.picture(file).pixels().width == 30) }
    }
}
