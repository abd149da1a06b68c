import Foundation
import Testing

/// Figures in documents come from scripts.
@Suite(.timeLimit(.minutes(15))) struct FigureTests {
    /// Of the detectors, run `Scripts/make-detector-table .build/release/boundedcrop` when it fails, and copy what it prints into README.
    @Test(arguments: [
        ("make-detector-table", "README.md", "| yunet |"), ("make-vectors-table", "docs/moving-here.md", "| imgproxy |"),
    ])
    func tablesAreThoseThatScriptsPrint(script: String, page: String, row: String) throws {
        let process = Process()
        process.executableURL = URL(filePath: Repository.path("Scripts/\(script)"))
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let table = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0 && table.contains(row))
        #expect(try Repository.text(page).contains("\n\n\(table)\n"), "\(table)")
    }

    @Test func commandsInTheReadmeNameFilesOfTheRepository() throws {
        let readme = try Repository.text("README.md")
        let named = readme.matches(of: #/\b(?:Fixtures|Models|Examples|Scripts|docs)\/[\w.\/-]*\w/#).map { String($0.output) }
        #expect(named.count > 10)
        for name in Set(named) { #expect(FileManager.default.fileExists(atPath: Repository.path(name)), "\(name)") }
        #expect(!readme.contains("../shared"))
    }
}
