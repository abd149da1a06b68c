import Foundation
import Testing

/// Checks that the version is declared once, and that the changelog and a release's tag agree with it.
@Suite(.timeLimit(.minutes(15))) struct VersionTests {
    static let declaration = "Sources/BoundedCropRuntime/BoundedCropVersion.swift"

    static func declared() throws -> String {
        let text = try Repository.text(declaration)
        return String(try #require(text.firstMatch(of: /static let current = "([^"]*)"/), "\(declaration) declares no version").1)
    }

    /// SwiftPM's `from:` finds tags of this form only: no prefix, three numbers without leading zeros, perhaps a pre-release.
    @Test func theVersionIsATagThatSwiftPMAccepts() throws {
        let version = try Self.declared()
        let form = /(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)(-[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?/
        #expect(version.wholeMatch(of: form) != nil, "\(version)")
    }

    @Test func theTopOfTheChangelogIsUnreleasedOrThisVersion() throws {
        let changes = try Repository.text("CHANGELOG.md")
        let heading = try #require(changes.firstMatch(of: /(?m)^## .*$/)).0
        if heading == "## [Unreleased]" { return }
        let released = heading.wholeMatch(of: /## \[(\S+)\] - [0-9]{4}-[0-9]{2}-[0-9]{2}/)
        #expect(try released?.1 == Self.declared()[...], "“\(heading)” is neither “## [Unreleased]” nor like “## [1.2.3] - 2026-11-22”")
    }

    @Test func noOtherSourceNamesTheVersion() throws {
        let literal = "\"\(try Self.declared())\""
        for file in try Repository.files(in: "Sources") where file != Self.declaration {
            #expect(try !Repository.text(file).contains(literal), "\(file) names the version; use BoundedCropVersion.current")
        }
    }
}
