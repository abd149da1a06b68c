import Foundation
import Testing

/// Checks the relative links in the documents: each leads to a file or folder of the repository, and its anchor to a heading.
@Suite(.timeLimit(.minutes(15))) struct LinkTests {
    /// The files whose links are checked.
    private static func documents() throws -> [String] {
        let folders = try ["docs", "Examples", "Fixtures", "Models", "Fuzz", "deploy"].flatMap { folder in
            try FileManager.default.subpathsOfDirectory(atPath: Repository.path(folder)).sorted().map { "\(folder)/\($0)" }
        }
        return ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "CODE_OF_CONDUCT.md"]
            + folders.filter { $0.hasSuffix(".md") && !$0.contains("/.") }
    }

    /// The text without code, whose brackets are not links and whose number signs are not headings.
    private static func prose(_ file: String) throws -> String {
        try Repository.text(file).replacing(/(?ms)^```.*?^```/, with: "").replacing(/(?m)^    .*$/, with: "")
    }

    /// The anchors of a document's headings, as GitHub makes them; equal ones are numbered.
    static func anchors(in text: String) -> Set<String> {
        var counts: [String: Int] = [:]
        for heading in text.matches(of: /(?m)^#+ (.*)$/) {
            let title = heading.1.replacing(/\[([^\]]*)\]\([^)]*\)/) { $0.1 }.lowercased()
            let kept = title.filter { $0.isLetter || $0.isNumber || "-_ ".contains($0) }
            counts[kept.replacing(" ", with: "-"), default: 0] += 1
        }
        return Set(counts.flatMap { anchor, count in [anchor] + (1..<count).map { "\(anchor)-\($0)" } })
    }

    /// The relative links of a document that lead nowhere.
    static func brokenLinks(in text: String, of file: String) throws -> [String] {
        try text.matches(of: /\]\(([^)\s]+)\)/).map { String($0.1) }.filter { link in
            if link.contains(/^[a-z]+:/) { return false }
            let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let folder = URL(filePath: Repository.path(file)).deletingLastPathComponent()
            let target = parts[0].isEmpty ? Repository.path(file) : folder.appending(path: parts[0]).standardizedFileURL.path
            guard FileManager.default.fileExists(atPath: target) else { return true }
            guard parts.count == 2, target.hasSuffix(".md") else { return false }
            let linked =
                parts[0].isEmpty ? text : try String(contentsOfFile: target, encoding: .utf8).replacing(/(?ms)^```.*?^```/, with: "")
            return !anchors(in: linked).contains(parts[1])
        }
    }

    @Test func `every link leads to a file, and to a heading in it`() throws {
        let documents = try Self.documents()
        #expect(documents.contains("docs/dialects/iiif.md"))
        for file in documents { #expect(try Self.brokenLinks(in: Self.prose(file), of: file) == [], "\(file)") }
    }

    @Test func `links that lead nowhere are found`() throws {
        let text =
            "# One `two`, [three](x)!\n# Four\n# Four\n[a](#one-two-three) [b](#four-1) [c](#four-2) [d](no.md) [e](service.md#tls)"
            + " [f](service.md#no) [g](https://example.com/#no)"
        #expect(try Self.brokenLinks(in: text, of: "docs/web.md") == ["x", "#four-2", "no.md", "service.md#no"])
    }
}
