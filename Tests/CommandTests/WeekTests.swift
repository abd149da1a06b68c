import Foundation
import TestSupport
import Testing

/// The scripts of Examples/weeks: what people do with the command in a week, from end to end.
@Suite("Weeks", .timeLimit(.minutes(15))) struct WeekTests {
    let scratch: TemporaryFolder

    init() throws { scratch = try TemporaryFolder() }

    @Test(arguments: ["photographer", "school-office", "web-builder", "newsroom", "social-media-desk"])
    func `a week goes as its script says`(name: String) async throws {
        try scratch.write(Array("#!/bin/sh\nexec \"$BOUNDEDCROP\" \"$@\"\n".utf8), to: "bin/boundedcrop")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: scratch.path("bin/boundedcrop"))
        let script = Fixture.package.appendingPathComponent("Examples/weeks/\(name)").path
        let outcome = try await scratch.shell("unset -f boundedcrop; PATH=\"$PWD/bin:$PATH\" '\(script)'")
        #expect(outcome.status == 0 && outcome.lines.last == "done", "\(outcome.text)\(outcome.errors)")
        #expect(outcome.lines.count { $0.hasPrefix("== ") } == 5)
    }
}
