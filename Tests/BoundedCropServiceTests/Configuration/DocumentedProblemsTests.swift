import BoundedCrop
import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import BoundedCropService

@Suite struct DocumentedProblemsTests {
    /// The table of docs/service.md is the table of problems. When it fails, copy the expected rows from the failure.
    @Test func `the documentation lists every status of a problem with its codes`() throws {
        let page = Fixture.package.appending(path: "docs/service.md")
        let lines = try String(contentsOf: page, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
        let rows = lines.drop { $0 != "| status | codes | |" }.dropFirst(2).prefix { !$0.isEmpty }
        let documented = rows.map { $0.split(separator: "|").prefix(2).map { $0.trimmingCharacters(in: .whitespaces) } }
        let expected = Problem.codes.map { [String($0.status.code), $0.codes.map { "`\($0.rawValue)`" }.joined(separator: " ")] }
        #expect(documented == expected, "\(expected.map { "| \($0[0]) | \($0[1]) |" }.joined(separator: "\n"))")
    }
}
