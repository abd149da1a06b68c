import Foundation
import TestSupport
import Testing

@testable import BoundedCropService

@Suite struct DocumentedSettingsTests {
    /// The list of docs/service.md is the table of settings. When it fails, copy the expected lines from the failure.
    @Test func `the documentation lists every setting with its default and help`() throws {
        let page = Fixture.root.deletingLastPathComponent().appending(path: "docs/service.md")
        let lines = try String(contentsOf: page, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
        let documented = lines.drop { $0 != "The settings and their defaults:" }.dropFirst(2).prefix { !$0.isEmpty }
        let defaults = ServiceConfiguration()
        let expected = ServiceSettings.all.map { setting in
            let value = setting.text(defaults)
            return "- `\(setting.name)\(value.isEmpty ? "" : " = \(value)")`: \(setting.help)"
        }
        #expect(documented.map(String.init) == expected, "\(expected.joined(separator: "\n"))")
    }
}
