import BoundedCrop
import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import BoundedCropService

@Suite struct DocumentedProblemsTests {
    /// The list of docs/service.md is the table of problems. When it fails, copy the expected lines from the failure.
    @Test func `the documentation lists every status of a problem with its codes`() throws {
        let page = Fixture.package.appending(path: "docs/service.md")
        let lines = try String(contentsOf: page, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
        let documented = lines.drop { $0 != "Their statuses and codes:" }.dropFirst(2).prefix { !$0.isEmpty }
        let expected = Problem.codes.map { "- \($0.status.code): " + $0.codes.map { "`\($0.rawValue)`" }.joined(separator: " ") }
            .joined(separator: "\n")
        #expect(documented.joined(separator: "\n").replacing("\n  ", with: " ") == expected, "\(expected)")
    }
}
