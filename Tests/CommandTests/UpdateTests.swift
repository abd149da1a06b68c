import Foundation
import TestSupport
import Testing

/// `--update`: what was made is known by content and options.
@Suite("Runs that know what they made", .timeLimit(.minutes(15))) struct UpdateTests {
    let scratch: TemporaryFolder
    private static let manifest = "out/.boundedcrop/manifest.jsonl"

    init() throws {
        scratch = try TemporaryFolder()
        try scratch.add(Fixture.portrait, as: "in/a.png")
        try scratch.add(Fixture.black, as: "in/b.jpg")
    }

    /// The outputs that a run wrote, and those that it left alone.
    private func run(_ options: String, _ input: String = "in") async throws -> (made: [String], left: [String]) {
        let outcome = try await scratch.boundedcrop("crop \(input) --update --json -o out \(options)")
        #expect(outcome.status == 0, "\(outcome.errors)")
        let lines = try outcome.objects()
        return (
            lines.compactMap { ($0["output"] as? [String: Any])?["file"] as? String ?? $0["manifest"] as? String },
            lines.compactMap { $0["skipped"] as? String }
        )
    }

    @Test func `what is unchanged is left alone, also if it was touched`() async throws {
        #expect(try await run("--size 20x30 --size 9").made.count == 4)
        #expect(try await run("--size 20x30 --size 9").left.count == 4)
        _ = try await scratch.shell("touch in/a.png && mv in/b.jpg c && cp c in/b.jpg")
        let touched = try await run("--size 20x30 --size 9")
        #expect(touched.made.isEmpty && touched.left.count == 4)
    }

    @Test func `other content, other options and missing outputs are made`() async throws {
        _ = try await run("--size 20x30")
        try scratch.add("photos/obama.jpg", as: "in/b.jpg")
        #expect(try await run("--size 20x30").made == ["out/b.jpg"])
        #expect(try await run("--size 20x30 --zoom 0.5").made.count == 2)
        // The files are those of the zoom now.
        #expect(try await run("--size 20x30").made.count == 2)
        try FileManager.default.removeItem(atPath: scratch.path("out/a.png"))
        let again = try await run("--size 20x30")
        #expect(again.made == ["out/a.png"] && again.left == ["out/b.jpg"])
        // With two shapes, names have the size.
        #expect(try await run("--size 20x30 --size 9").made.count == 4)
    }

    @Test func `of several shapes, only those are made that are missing`() async throws {
        for shapes in ["--size 20x30 --size 9", "--size 9 --size 9x9"] {
            _ = try await run(shapes)
            let first = try #require(try await run(shapes).left.first)
            try FileManager.default.removeItem(atPath: scratch.path(first))
            let again = try await run(shapes)
            #expect(again.made.first == first && Set(again.made + again.left).count == (shapes.contains("9x9") ? 2 : 4))
        }
    }

    @Test func `a correction makes exactly what it is about`() async throws {
        let fixes = "--aspect 1:1 --aspect 2:1 --corrections c.json"
        try scratch.write([], to: "c.json")
        #expect(try await run(fixes).made.count == 4)
        try scratch.write(Array(#"{"file": "in/a.png", "aspect": "2:1", "focal": "0,299"}"#.utf8), to: "c.json")
        let changed = try await run(fixes)
        #expect(changed.made == ["out/a-240x120.png"] && changed.left.count == 3)
        #expect(try await run(fixes).made.isEmpty)
    }

    @Test func `source sets in another shape are made anew`() async throws {
        #expect(try await run("--srcset 20,40@16:9 --format png").made.count == 6)
        #expect(try await run("--srcset 20,40@16:9 --format png").made.isEmpty)
        #expect(try await run("--srcset 20,40@1:1 --format png").made.count == 6)
    }

    @Test func `a manifest that was damaged costs work, not outputs`() async throws {
        _ = try await run("--size 20x30")
        let whole = try scratch.bytes(Self.manifest)
        try scratch.write(Array(whole.dropLast(20)), to: Self.manifest)
        #expect(try await run("--size 20x30").made.count == 1)
        #expect(try await run("--size 20x30").made.isEmpty)
        try scratch.write(Array("rubbish\n\u{0}\n{\"file\": 1}\n".utf8), to: Self.manifest)
        #expect(try await run("--size 20x30").made.count == 2)
    }

    @Test func `the manifest is no picture, and originals are never replaced`() async throws {
        _ = try await run("--size 20x30")
        #expect(try await scratch.boundedcrop("crop out -r --size 9 -o more").status == 0)
        let before = try scratch.bytes("in/a.png")
        let outcome = try await scratch.boundedcrop("crop in --update --size 20x30 -o in/{name}.{ext}")
        let after = try scratch.bytes("in/a.png")
        #expect(outcome.status == 1 && after == before)
    }

    @Test(arguments: ["--overwrite", "--newer", "--skip-existing", "--plans x", "--no-face-to y", "-o -", "-o out/{name}.{hash}.png"])
    func `what makes no sense with it is refused`(option: String) {
        #expect(scratch.parse("crop in/a.png --size 9 --update \(option)").errors.contains("--update"))
    }
}
