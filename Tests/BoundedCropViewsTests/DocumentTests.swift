import Foundation
import Testing

/// Checks the tables of the article about the original libraries: every row names something in code, and the tests that it cites exist and
/// use it. Between them, the tests of a row use everything that it names.
@Suite struct DocumentTests {
    private static let package = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The rows of the tables, without their headers.
    private func rows() throws -> [[String]] {
        let article = "Sources/BoundedCropViews/BoundedCropViews.docc/Counterparts.md"
        return try String(contentsOf: Self.package.appendingPathComponent(article), encoding: .utf8).split(separator: "\n")
            .filter { $0.hasPrefix("| ") && !$0.hasPrefix("| ---") && !$0.hasSuffix("| shown by |") }
            .map { $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty } }
    }

    private func files() throws -> [String: TestFile] {
        let tests = Self.package.appendingPathComponent("Tests")
        var sources: [String: String] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: tests.path) where path.hasSuffix("Tests.swift") {
            let name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
            sources[name, default: ""] += try String(contentsOf: tests.appendingPathComponent(path), encoding: .utf8)
        }
        return sources.mapValues { TestFile($0) }
    }

    /// The names in the code of a cell, without types, labels and arguments: `resized` of `PixelBuffer.resized(to:)`.
    private func names(in cell: String) -> [String] {
        cell.matches(of: /`([^`]+)`/).compactMap { code in
            let name = code.1.prefix { $0 != "(" }.split { $0 == "." || $0 == "+" || $0 == ":" }
            // `setImage:cacheName:` is named by its first part, `Type.member` by its last.
            return (code.1.contains(".") ? name.last : name.first).map(String.init)
        }
    }

    @Test func everyRowCitesTestsThatUseWhatItNames() throws {
        let (rows, files) = (try rows(), try files())
        #expect(rows.count > 90)
        for row in rows {
            try #require(row.count == 3, "\(row)")
            let here = names(in: row[1])
            let names = here.isEmpty ? names(in: row[0]) : here
            #expect(!names.isEmpty, "nothing in code: \(row)")
            var used: Set<String> = []
            for test in row[2].split(separator: ",").map({ $0.trimmingCharacters(in: .whitespaces) }) {
                let parts = test.split(separator: ".").map(String.init)
                guard parts.count == 2, let text = files[parts[0]]?.text(ofTest: parts[1]) else {
                    Issue.record("\(test) is not a test")
                    continue
                }
                let here = UsedNames(text).all.intersection(names)
                #expect(!here.isEmpty, "\(test) does not use \(names.joined(separator: ", "))")
                used.formUnion(here)
            }
            let unused = names.filter { !used.contains($0) }
            #expect(unused.isEmpty, "no test of the row uses \(unused.joined(separator: ", ")): \(row)")
        }
    }

    @Test func onlyMembersCallsAndTypesAreUsed() {
        let names = UsedNames("final class A: Animal { let frame = view.size; show(frame: box, .none); blur = 1 } // layer").all
        #expect(names == ["Animal", "size", "show", "none"])
    }

    @Test func aTestIsReadWithTheHelpersItUses() {
        let file = TestFile(
            """
            @Suite struct SomeTests {
                private static let table = [one, two]

                @Test(arguments: table) func isShown(_ number: Int) {
                    check(number)

                    #expect(number == 3)
                }

                private func check(_ number: Int) {
                    helper.blur()
                }

                @Test func isOther() {
                    sharpen()
                }
            }
            """
        )
        let text = file.text(ofTest: "isShown") ?? ""
        #expect(text.contains("blur()") && text.contains("number == 3") && text.contains("two") && !text.contains("sharpen"))
        #expect(file.text(ofTest: "check") == nil && file.text(ofTest: "isOther")?.contains("blur") == false)
    }
}
