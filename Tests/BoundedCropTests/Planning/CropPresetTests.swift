import BoundedCrop
import Foundation
import TestSupport
import Testing

@Suite struct CropPresetTests {
    @Test func standardPresetsAreFoundByNameAndSayWhereTheirSizeWasRead() throws {
        #expect(CropPreset(named: "open-graph")?.size == PixelSize(width: 1200, height: 630))
        #expect(CropPreset(named: "story")?.size == PixelSize(width: 1080, height: 1920))
        #expect(CropPreset(named: "Open-Graph") == nil && CropPreset(named: "") == nil)
        #expect(Set(CropPreset.standard.map(\.name)).count == CropPreset.standard.count)
        for preset in CropPreset.standard {
            // The rules for one's own hold for them, too.
            #expect(try CropPreset(name: preset.name, size: preset.size).size == preset.size)
            #expect(!preset.purpose.isEmpty && preset.source?.hasPrefix("https://") == true)
            #expect(preset.checked?.wholeMatch(of: /\d{4}-\d\d-\d\d/) != nil)
        }
    }

    @Test func theTableInTheDocumentationIsTrue() throws {
        let file = Fixture.root.deletingLastPathComponent().appendingPathComponent("docs/web.md")
        let text = try String(contentsOf: file, encoding: .utf8)
        let rows = text.split(separator: "\n").filter { $0.hasPrefix("| `") && $0.contains("](https:") }
        let expected = CropPreset.standard.map { "| `\($0.name)` | \($0.size) | [\($0.purpose)](\($0.source ?? "")) |" }
        for day in Set(CropPreset.standard.compactMap(\.checked)) { #expect(text.contains("read on \(day)")) }
        #expect(rows.map(String.init) == expected, "The rows should be:\n\(expected.joined(separator: "\n"))")
    }

    @Test func presetsOfOnesOwnAreReadLineByLine() throws {
        let text = "# ours\n\nbanner = 1200x400\r\n  tile=300x300  \n"
        let presets = try CropPreset.list(text)
        #expect(presets.map(\.name) == ["banner", "tile"])
        #expect(presets.map(\.size) == [PixelSize(width: 1200, height: 400), PixelSize(width: 300, height: 300)])
        #expect(try CropPreset.list("") == [])
        #expect(try CropPreset.list("\u{FEFF}" + text) == presets)
    }

    @Test(arguments: [
        "banner", "banner 1200x400", "= 1200x400", "banner =", "banner = 1200", "banner = 0x400", "banner = 1200x-4", "banner = 1200x65536",
        "Banner = 12x4", "1banner = 12x4", "-a = 12x4", "a b = 12x4", "ä = 12x4", "a/../b = 12x4", "a = 12x4 = 3", "a = 12x4x5",
        String(repeating: "a", count: 65) + " = 12x4", "a = 12x4\nb = 12x4",
    ])
    func whatIsNoPresetIsRefused(text: String) {
        #expect { try CropPreset(text) } throws: { ($0 as? BoundedCropError)?.code == .invalidArgument }
    }

    @Test func theLineOfAWrongPresetIsNamed() {
        #expect { try CropPreset.list("a = 1x1\n# comment\nb = 2") } throws: { "\($0)".contains("line 3") }
        #expect { try CropPreset.list("\u{FEFF}a = 1x1\na = 2x2") } throws: { "\($0)".contains("line 2") && "\($0)".contains("twice") }
    }
}
