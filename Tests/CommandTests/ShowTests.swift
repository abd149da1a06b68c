import BoundedCrop
import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15))) struct ShowTests {
    let scratch: TemporaryFolder
    let terminal: Terminal
    private let query = "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\\u{1B}[c"
    private let leave = "\u{1B}[?1049l"

    init() throws {
        scratch = try TemporaryFolder()
        terminal = try Terminal()
        terminal.resize(columns: 20, rows: 5)
        try scratch.add(Fixture.portrait, as: "a.png")
        try scratch.add(Fixture.photo, as: "b.jpg")
        try scratch.write(Array("no picture".utf8), to: "broken.png")
    }

    /// - Parameter answerLimit: How long it waits for the terminal's answer; by default so long that a slow machine makes no difference.
    private func show(_ line: String, answerLimit: String = "10min", errors: FileHandle? = nil) async throws -> Running {
        let running = try await Command.start(
            ["show"] + line.split(separator: " ").map(String.init) + ["--answer-limit", answerLimit],
            in: scratch.url,
            input: terminal.line,
            output: terminal.line,
            errors: errors
        )
        // So that reading ends when the process does.
        try terminal.line.close()
        return running
    }

    /// The number of half blocks and spaces in each drawn line of cells.
    private func widths(_ text: String) -> [Int] {
        text.components(separatedBy: "\u{1B}[0m").dropLast().map { line in
            line.filter { "▀▄ ".contains($0) }.count
        }
    }

    @Test func aPictureFillsThePlainTerminalUntilAKeyIsPressed() async throws {
        let running = try await show("a.png --graphics blocks")
        _ = await terminal.read(until: "\u{1B}[?1049h")
        let drawn = await terminal.read(until: "▀")
        terminal.type("q")
        let rest = await terminal.read(until: leave)
        #expect(try await running.ended().status == 0)
        let text = drawn + rest
        // It may be drawn first without a picture, then with it: always twenty cells in five lines.
        #expect(widths(text).filter { $0 == 20 }.count % 5 == 0 && text.contains("38;2;"))
        #expect(rest.contains("\u{1B}[?25h"))
    }

    @Test func theTerminalIsQueriedForGraphicsSupport() async throws {
        let running = try await show("a.png")
        _ = await terminal.read(until: query)
        terminal.type("\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[?62;c")
        let text = await terminal.read(until: "a=T,f=32,", "▀")
        terminal.type("q")
        _ = await terminal.read(until: leave)
        #expect(try await running.ended().status == 0)
        #expect(!text.contains("▀"))
    }

    @Test(arguments: [("\u{1B}[?62;c", "10min"), ("", "10ms")])
    func aTerminalWithoutGraphicsGetsBlocks(_ answer: String, _ answerLimit: String) async throws {
        let running = try await show("a.png", answerLimit: answerLimit)
        _ = await terminal.read(until: query)
        terminal.type(answer)
        #expect(await terminal.read(until: "▀", "a=T,f=32,").hasSuffix("▀"))
        terminal.type("q")
        _ = await terminal.read(until: leave)
        #expect(try await running.ended().status == 0)
    }

    @Test func itFollowsTheSizeOfTheTerminal() async throws {
        let running = try await show("a.png --graphics blocks")
        _ = await terminal.read(until: "▀")
        terminal.resize(columns: 33, rows: 7)
        running.resized()
        // The seventh line exists only in the new size.
        _ = await terminal.read(until: "\u{1B}[7;1H")
        let line = await terminal.read(until: "\u{1B}[0m")
        #expect(widths(line) == [33])
        terminal.type("q")
        _ = await terminal.read(until: leave)
        #expect(try await running.ended().status == 0)
    }

    @Test func keysTurnThePagesAndTheLastOneEnds() async throws {
        let size = PixelSize(width: 40, height: 40)
        try scratch.write(PixelBuffer(size: size, filledWith: (200, 0, 0, 255)).blocking.encoded(as: .png()), to: "red.png")
        try scratch.write(PixelBuffer(size: size, filledWith: (0, 0, 200, 255)).blocking.encoded(as: .png()), to: "blue.png")
        let (red, blue) = ("48;2;200;0;0m", "48;2;0;0;200m")
        let running = try await show("red.png blue.png --graphics blocks")
        _ = await terminal.read(until: red)
        terminal.type(" ")
        _ = await terminal.read(until: blue)
        terminal.type("b")
        _ = await terminal.read(until: red)
        terminal.type(" n")
        _ = await terminal.read(until: blue)
        _ = await terminal.read(until: leave)
        #expect(try await running.ended().status == 0)
    }

    @Test func withADurationPagesTurnAutomatically() async throws {
        let running = try await show("a.png b.jpg --graphics blocks --seconds 0")
        let text = await terminal.read(until: leave)
        #expect(try await running.ended().status == 0)
        #expect(text.contains("▀"))
    }

    @Test func unreadableFilesAreSkippedAndReportedAtTheEnd() async throws {
        let errors = Pipe()
        let running = try await show(
            "broken.png a.png nothing.png --graphics blocks --seconds 0",
            errors: errors.fileHandleForWriting
        )
        try errors.fileHandleForWriting.close()
        _ = await terminal.read(until: leave)
        #expect(try await running.ended().status == 1)
        let told = String(decoding: errors.fileHandleForReading.availableData, as: UTF8.self)
        #expect(told.contains("boundedcrop: broken.png: this is not a picture"))
        #expect(told.contains("boundedcrop: nothing.png: there is no such file"))
    }

    @Test func goingBackPassesWhatCannotBeShownWhichIsReportedOnce() async throws {
        let size = PixelSize(width: 40, height: 40)
        try scratch.write(PixelBuffer(size: size, filledWith: (200, 0, 0, 255)).blocking.encoded(as: .png()), to: "red.png")
        try scratch.write(PixelBuffer(size: size, filledWith: (0, 0, 200, 255)).blocking.encoded(as: .png()), to: "blue.png")
        let (red, blue) = ("48;2;200;0;0m", "48;2;0;0;200m")
        let errors = Pipe()
        let running = try await show("red.png broken.png blue.png --graphics blocks", errors: errors.fileHandleForWriting)
        try errors.fileHandleForWriting.close()
        _ = await terminal.read(until: red)
        for (key, color) in [(" ", blue), ("b", red), (" ", blue)] {
            terminal.type(key)
            _ = await terminal.read(until: color)
        }
        terminal.type("q")
        _ = await terminal.read(until: leave)
        #expect(try await running.ended().status == 1)
        let told = String(decoding: errors.fileHandleForReading.availableData, as: UTF8.self)
        #expect(told.components(separatedBy: "broken.png").count == 2, "\(told)")
    }

    @Test func filesInAFolderThatAreNoPicturesAreNoFailures() async throws {
        try scratch.add(Fixture.photo, as: "in/b.jpg")
        try scratch.write(Array("no picture".utf8), to: "in/notes.txt")
        try scratch.write(Array("no picture".utf8), to: "in/broken.png")
        let running = try await show("in --graphics blocks --seconds 0")
        let text = await terminal.read(until: leave)
        #expect(try await running.ended().status == 0)
        #expect(text.contains("▀"))
    }

    @Test func ctrlCRestoresTheTerminal() async throws {
        let running = try await show("a.png --graphics blocks")
        _ = await terminal.read(until: "▀")
        running.interrupt()
        _ = await terminal.read(until: leave)
        #expect(try await running.ended().status == 130)
    }

    @Test func withoutATerminalEachPictureIsOneLine() async throws {
        let outcome = try await scratch.boundedcrop("show a.png b.jpg broken.png")
        #expect(outcome.lines == ["a.png 240x300", "b.jpg 320x400"] && outcome.status == 1)
        #expect(outcome.errorLines.first?.hasPrefix("boundedcrop: broken.png: this is not a picture") == true)
    }

    @Test func invalidOptionsAreUsageErrors() async throws {
        #expect(try await scratch.boundedcrop("show a.png --seconds -1").status == 64)
        #expect(try await scratch.boundedcrop("show a.png --graphics smoke").status == 64)
        #expect(try await scratch.boundedcrop("show").status == 64)
    }
}
