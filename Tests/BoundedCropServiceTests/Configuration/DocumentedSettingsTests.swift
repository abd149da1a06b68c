import Foundation
import TestSupport
import Testing

@testable import BoundedCropService

@Suite struct DocumentedSettingsTests {
    /// The table of docs/service.md is the table of settings. When it fails, copy the expected rows from the failure.
    @Test func `the documentation lists every setting with its default and help`() throws {
        let page = Fixture.root.deletingLastPathComponent().appending(path: "docs/service.md")
        let lines = try String(contentsOf: page, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
        let documented = lines.drop { $0 != "| setting | default | |" }.dropFirst(2).prefix { !$0.isEmpty }
        let defaults = ServiceConfiguration()
        let expected = ServiceSettings.all.map { setting in
            ["`\(setting.name)`", setting.text(defaults), setting.help].map { $0.isEmpty ? "| " : "| \($0) " }.joined() + "|"
        }
        #expect(documented.map(String.init) == expected, "\(expected.joined(separator: "\n"))")
    }
}
