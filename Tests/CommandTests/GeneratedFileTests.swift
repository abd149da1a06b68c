import Foundation
import TestSupport
import Testing

/// What mirrors the table of options is made from it.
@Suite(.timeLimit(.minutes(15))) struct GeneratedFileTests {
    /// When it fails, run `make generated`.
    @Test func typesAndListsOfOptionsAreThoseOfTheTable() throws {
        let script = Process()
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        script.executableURL = root.appending(path: "Scripts/make-generated")
        script.arguments = [try #require(Command.executable).path, "--check"]
        let output = Pipe()
        script.standardOutput = output
        try script.run()
        let differing = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        script.waitUntilExit()
        #expect(script.terminationStatus == 0 && differing.isEmpty, "\(differing)")
    }
}
