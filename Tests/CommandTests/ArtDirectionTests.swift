import BoundedCrop
import Foundation
import TestSupport
import Testing

@testable import boundedcrop

/// Several crops of a picture, of which a page shows the one whose condition is met.
@Suite(.timeLimit(.minutes(15))) struct ArtDirectionTests {
    let scratch: TemporaryFolder

    init() throws {
        scratch = try TemporaryFolder()
        try scratch.add(Fixture.photo, as: "in/a.jpg")
    }

    private func html(_ name: String = "out/a.srcset.html") throws -> String { try String(decoding: scratch.bytes(name), as: UTF8.self) }

    private func names() throws -> [String] {
        try scratch.files().filter { $0.hasPrefix("out/") && !$0.contains("srcset") }.map { String($0.dropFirst("out/".count)) }
    }

    @Test func `each condition has its crop, and the last crop is for all other screens`() async throws {
        let line = "crop in --srcset 10,20@1:1@(max-width:600px) --srcset 20,32@16:9 -o out --json"
        let outcome = try await scratch.boundedcrop(line)
        #expect(outcome.status == 0, "\(outcome.errors)")
        let expected = ["a-1x1-10x10", "a-1x1-20x20", "a-16x9-20x11", "a-16x9-32x18"].flatMap { ["\($0).jpg", "\($0).webp"] }
        #expect(try names().sorted() == expected.sorted())
        let lines = try html().split(separator: "\n")
        try #require(lines.count == 6, "\(lines)")
        let square = "srcset=\"a-1x1-10x10.webp 10w, a-1x1-20x20.webp 20w\" sizes=\"100vw\" width=\"20\" height=\"20\">"
        #expect(lines[1] == "  <source media=\"(max-width:600px)\" type=\"image/webp\" \(square)")
        #expect(lines[2].hasPrefix("  <source media=\"(max-width:600px)\" type=\"image/jpeg\" srcset=\"a-1x1-10x10.jpg 10w"))
        let wide = "srcset=\"a-16x9-20x11.webp 20w, a-16x9-32x18.webp 32w\" sizes=\"100vw\">"
        #expect(lines[3] == "  <source type=\"image/webp\" \(wide)")
        #expect(lines[4].hasPrefix("  <img src=\"a-16x9-32x18.jpg\"") && lines[4].contains("width=\"32\" height=\"18\""))
        let record = try #require(outcome.objects().last)
        #expect(record["width"] as? Int == 32 && record["height"] as? Int == 18)
        let sources = try #require(record["sources"] as? [[String: Any]])
        #expect(sources.map { $0["media"] as? String } == ["(max-width:600px)", "(max-width:600px)", nil, nil])
        #expect(try scratch.picture("out/a-1x1-20x20.webp").size == PixelSize(width: 20, height: 20))
    }

    /// The detector is a program that is started for each detection.
    @Test func `all crops come from one detection`() async throws {
        let answer = #"{"features": [{"x": 10, "y": 10, "width": 20, "height": 20}]}"#
        let script = "#!/bin/sh\necho start >> starts\ncat > /dev/null\necho '\(answer)'\n"
        try scratch.write(Array(script.utf8), to: "detector")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: scratch.path("detector"))
        let line = "crop in --srcset 10@1:1@(max-width:600px) --srcset 20@16:9 --detector once:./detector -o out"
        let outcome = try await scratch.boundedcrop(line)
        #expect(try outcome.status == 0 && scratch.bytes("starts") == Array("start\n".utf8), "\(outcome.errors)")
    }

    /// 1.78:1 and 16:9 differ, though their sizes do not.
    @Test func `two shapes never have the same name, and the same crop is written once`() async throws {
        let sets = ["20@1.78:1@(max-width:600px)", "20,32@16:9@(max-width:900px)", "20,40@16:9"].map { "--srcset \($0)" }
        let outcome = try await scratch.boundedcrop("crop in \(sets.joined(separator: " ")) --format png -o out")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try names() == ["a-16x9-20x11.png", "a-16x9-32x18.png", "a-16x9-40x23.png", "a-89x50-20x11.png"])
        let shown = try html().matches(of: /srcset="([^"]*)"/).map { String($0.1) }
        #expect(
            shown == [
                "a-89x50-20x11.png 20w", "a-16x9-20x11.png 20w, a-16x9-32x18.png 32w", "a-16x9-20x11.png 20w, a-16x9-40x23.png 40w",
            ]
        )
    }

    @Test func `the placeholder is that of the last crop`() async throws {
        let several = "crop in --srcset 10@1:4@(max-width:600px) --srcset 40@4:1 --placeholder blurhash -o out --json"
        let one = "crop in --srcset 40@4:1 --placeholder blurhash -o one --json"
        let records = try await [scratch.boundedcrop(several).objects().last, scratch.boundedcrop(one).objects().last]
        let placeholders = records.map { ($0?["placeholder"] as? [String: String])?["blurhash"] }
        #expect(placeholders[0] != nil && placeholders[0] == placeholders[1])
    }

    @Test func `hashes tell shapes apart too`() async throws {
        let line = "crop in --srcset 20@1:1@(max-width:600px) --srcset 20@2:1 --format png -o out/{name}.{hash}.{ext}"
        #expect(try await scratch.boundedcrop(line).status == 0)
        #expect(try names().count == 2)
        #expect(try html().matches(of: /a\.[0-9a-f]{10}\.png 20w/).count == 2)
    }

    @Test(arguments: [
        ("10@(max-width:600px)", "(max-width:600px)"), ("10@1:1@(min-width: 30em) and (orientation: portrait)", "(min-width: 30em)"),
        ("10@1:1@not all and (max-width: 1px), (min-aspect-ratio: 16/9)", "not all"),
    ])
    func `conditions are those of CSS`(_ text: String, _ words: String) throws {
        #expect(try #require(SourceSetWidths(text)).media?.contains(words) == true)
    }

    @Test(arguments: [
        "10@1:1@(max-width:600px", "10@1:1@max-width:600px)", "10@1:1@)(", "10@1:1@(\"a\")", "10@1:1@('a')", "10@1:1@(a)<b>",
        "10@1:1@(a)\n",
        "10@1:1@", "10@1:1@print", "10@1:1@(a)@(b)", "10@(a)@1:1", "10@1:1@(a);", "10@1:1@(a){", "10@1:1@(é)", "@(a)", "(a)",
    ])
    func `what could end a condition or its attribute is refused`(_ text: String) { #expect(SourceSetWidths(text) == nil) }

    @Test(arguments: [
        (["20@1:1", "40@16:9"], "Only the last --srcset can be without a condition"),
        (["20@1:1", "40@16:9@(max-width:9px)"], "Only the last --srcset can be without a condition"),
        (["20@1:1@(max-width:9px)"], "add another one without a condition"),
        (["20@1:1@(max-width:9px)", "20@2:1@(max-width:9px)", "40@16:9"], "the same condition"),
        (["20@1:1@(max-width:9px", "40@16:9"], "a condition, such as"),
        (["20@1:1@(max-width:9px)", "40@16:9", "-o", "{name}-{width}.{ext}"], "add {aspect}"),
    ])
    func `sets that contradict each other are refused`(_ words: [String], _ message: String) {
        let sets = words.prefix { $0 != "-o" }.flatMap { ["--srcset", $0] }
        let outcome = Command.parse(["crop", "in"] + sets + words.drop { $0 != "-o" })
        #expect(outcome.status == 64 && outcome.errors.contains(message), "\(outcome.errors)")
    }
}
