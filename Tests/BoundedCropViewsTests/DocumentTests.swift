import Foundation
import Testing

/// Checks that the tests named in the table of `docs/views.md` exist.
@Suite struct DocumentTests {
    private static let package = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The rows of the tables about the original views, without their headers.
    private func rows() throws -> [[String]] {
        let text = try String(contentsOf: Self.package.appendingPathComponent("docs/views.md"), encoding: .utf8)
        return (text.components(separatedBy: "## Counterparts in the original libraries").last ?? "")
            .split(separator: "\n")
            .filter { $0.hasPrefix("| ") && !$0.hasPrefix("| ---") && !$0.hasSuffix("| shown by |") }
            .map { $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty } }
    }

    @Test func everyRowNamesACounterpartAndATestThatExists() throws {
        let tests = Self.package.appendingPathComponent("Tests")
        var sources: [String: String] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: tests.path) where path.hasSuffix("Tests.swift") {
            let name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
            sources[name, default: ""] += try String(contentsOf: tests.appendingPathComponent(path), encoding: .utf8)
        }
        let rows = try rows()
        #expect(rows.count > 60)
        for row in rows {
            #expect(row.count == 3, "\(row)")
            for name in (row.last ?? "").split(separator: ",").map({ $0.trimmingCharacters(in: .whitespaces) }) {
                let parts = name.split(separator: ".").map(String.init)
                #expect(parts.count == 2 && sources[parts[0]]?.contains("func \(parts[1])(") == true, "\(name) is not a test")
            }
        }
    }
}
