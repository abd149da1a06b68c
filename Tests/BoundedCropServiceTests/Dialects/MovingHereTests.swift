import BoundedCrop
import Foundation
import TestSupport
import Testing

@testable import BoundedCropService

/// The sections of docs/moving-here.md, one for each grammar: settings, and URLs. Only IIIF's are a table, of those before and after, because
/// more than their host changes.
@Suite(.timeLimit(.minutes(15))) struct MovingHereTests {
    struct Section: CustomTestStringConvertible {
        var title: String
        var settings = ""
        /// As they are here, except for the host.
        var urls: [URL] = []

        var testDescription: String { title }
    }

    static func sections() throws -> [Section] {
        let page = Fixture.root.deletingLastPathComponent().appending(path: "docs/moving-here.md")
        var sections: [Section] = []
        for line in try String(contentsOf: page, encoding: .utf8).split(separator: "\n") {
            if line.hasPrefix("## ") { sections.append(Section(title: String(line.dropFirst(3)))) }
            guard !sections.isEmpty else { continue }
            let last = sections.count - 1
            if line.hasPrefix("    "), line.contains(" = ") { sections[last].settings += line.dropFirst(4) + "\n" }
            if let url = line.wholeMatch(of: /(?:    |\| `https:.*` \| `)(https:.*?)(?:` \|)?/) {
                sections[last].urls.append(try #require(URL(string: String(url.1))))
            }
        }
        return sections.filter { !$0.urls.isEmpty }
    }

    private static func target(_ url: URL) -> String {
        String(url.absoluteString.dropFirst("https://".count).drop { $0 != "/" })
    }

    @Test func `there is a section with three URLs for each grammar`() throws {
        let sections = try Self.sections()
        let mounted = try sections.flatMap { section in
            var configuration = ServiceConfiguration()
            try ServiceSettings.read(file: section.settings, into: &configuration)
            return configuration.grammars.map(\.grammar)
        }
        #expect(Set(mounted) == Set(Grammar.allCases) && sections.count == Grammar.allCases.count)
        for section in sections { #expect(section.urls.count == 3, "\(section.title)") }
    }

    @Test(arguments: try sections()) func `with the settings of its section, every URL is answered in full`(section: Section) throws {
        var configuration = ServiceConfiguration()
        try ServiceSettings.read(file: section.settings, into: &configuration)
        let mount = try #require(configuration.grammars.last)
        let dialect = try mount.grammar.dialect(configuration)
        for url in section.urls {
            let rest = try #require(mount.remainder(of: Self.target(url)[...]))
            let asked = try dialect.read(DialectTarget(rest, mount: mount.path))
            #expect(asked.isSigned || configuration.unsignedGrammars.contains(mount.grammar), "\(url)")
            #expect(asked.ignored.isEmpty, "\(url)")
        }
    }
}
