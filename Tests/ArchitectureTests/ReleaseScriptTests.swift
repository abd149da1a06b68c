import Foundation
import Testing

/// The scripts for releases have tests in Python: see `Tests/Release`.
@Suite(.timeLimit(.minutes(15))) struct ReleaseScriptTests {
    @Test func theScriptsForReleasesWork() throws {
        let tests = Process()
        tests.executableURL = URL(filePath: "/usr/bin/env")
        tests.arguments = ["python3", "-B", "-m", "unittest"]
        tests.currentDirectoryURL = URL(filePath: Repository.path("Tests/Release"))
        let output = Pipe()
        tests.standardOutput = output
        tests.standardError = output
        try tests.run()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        tests.waitUntilExit()
        #expect(tests.terminationStatus == 0, "\(text)")
    }
}
