import Foundation
import Testing

/// Figures in documents come from scripts.
@Suite(.timeLimit(.minutes(15))) struct FigureTests {
    /// When it fails, run `Scripts/make-detector-table .build/release/boundedcrop`, and copy what it prints into README.
    @Test func theTableOfDetectorsInTheReadmeIsThatOfTheFigures() throws {
        let script = Process()
        script.executableURL = URL(filePath: Repository.path("Scripts/make-detector-table"))
        let output = Pipe()
        script.standardOutput = output
        try script.run()
        let table = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        script.waitUntilExit()
        #expect(script.terminationStatus == 0 && table.contains("| yunet |"))
        #expect(try Repository.text("README.md").contains("\n\n\(table)\n"), "\(table)")
    }

    @Test func commandsInTheReadmeNameFilesOfTheRepository() throws {
        let readme = try Repository.text("README.md")
        let named = readme.matches(of: #/\b(?:Fixtures|Models|Examples|Scripts|docs)\/[\w.\/-]*\w/#).map { String($0.output) }
        #expect(named.count > 10)
        for name in Set(named) { #expect(FileManager.default.fileExists(atPath: Repository.path(name)), "\(name)") }
        #expect(!readme.contains("../shared"))
    }
}
