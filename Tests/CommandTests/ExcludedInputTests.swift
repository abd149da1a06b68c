import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15))) struct ExcludedInputTests {
    let scratch: TemporaryFolder

    init() throws {
        scratch = try TemporaryFolder()
        for name in ["in/a.png", "in/a-draft.png", "in/old/b.png", "in/sub/old/c.png", "in/sub/d.png"] {
            try scratch.add(Fixture.portrait, as: name)
        }
    }

    @Test(arguments: [
        (["*-draft.*"], ["a.png", "old/b.png", "sub/d.png", "sub/old/c.png"]), (["old"], ["a-draft.png", "a.png", "sub/d.png"]),
        (["old/*"], ["a-draft.png", "a.png", "sub/d.png", "sub/old/c.png"]),
        (["sub/old"], ["a-draft.png", "a.png", "old/b.png", "sub/d.png"]),
        (["old", "a*"], ["sub/d.png"]), (["[a-c]*.png"], ["sub/d.png"]),
    ])
    func `files and folders are left out by name, or by path if there is a slash`(globs: [String], left: [String]) async throws {
        let line = "crop in -r --size 9x9 --no-bounding -o out " + globs.map { "--exclude \($0)" }.joined(separator: " ")
        let outcome = try await scratch.boundedcrop(line)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try scratch.files().filter { $0.hasPrefix("out/") } == left.map { "out/\($0)" })
    }

    @Test func `files that are named themselves can be excluded too`() async throws {
        let outcome = try await scratch.boundedcrop("crop in/a.png in/a-draft.png --exclude *-draft.png --size 9x9 --no-bounding -o out -v")
        #expect(try outcome.status == 0 && scratch.files().filter { $0.hasPrefix("out/") } == ["out/a.png"])
        #expect(outcome.errors.contains("1 excluded"))
    }

    @Test func `files in a folder that are no pictures are left out, said and counted`() async throws {
        let folder = try TemporaryFolder()
        try folder.add(Fixture.portrait, as: "in/a.png")
        try folder.write(Array("notes".utf8), to: "in/notes.txt")
        try folder.write(Array("This is a text.".utf8), to: "in/text.jpg")
        let outcome = try await folder.boundedcrop("crop in --size 9x9 --no-bounding -o out -v")
        #expect(outcome.status == 0)
        #expect(outcome.errors.contains("boundedcrop: in/text.jpg: left out: this is not a picture"), "\(outcome.errors)")
        #expect(outcome.errors.contains("1 done, 2 not pictures"), "\(outcome.errors)")
        #expect(try await folder.boundedcrop("crop in/text.jpg --size 9x9 -o out").status == 1)
        let lines = try await folder.boundedcrop("crop in --size 9x9 --no-bounding -o again --json").objects()
        #expect(lines.map { $0["leftOut"] != nil } == [false, true])
    }

    @Test(arguments: [
        ("P6\n1 1\n255\nabc", "PPM"), ("%PDF-1.4", "PDF"),
        ("\0\0\u{2}\0\0\0\0\0\0\0\0\0\u{10}\0\u{10}\0\u{18}\0", "TGA"), ("qoif", "QOI"),
    ])
    func `formats that are not read are named`(content: String, name: String) async throws {
        try scratch.write(Array(content.utf8), to: "x.jpg")
        let outcome = try await scratch.boundedcrop("crop x.jpg --size 9x9")
        #expect(outcome.status == 1 && outcome.errors.contains(name) && outcome.errors.contains("can be read"), "\(outcome.errors)")
    }

    @Test func `a list may have comments, or end inputs with zero bytes`() async throws {
        try scratch.write(Array("# drafts\n\nin/a.png\n#in/a-draft.png\nin/sub/d.png\n".utf8), to: "list")
        #expect(try await scratch.boundedcrop("crop --list list --size 9x9 --no-bounding -o out").status == 0)
        #expect(try scratch.files().filter { $0.hasPrefix("out/") } == ["out/a.png", "out/d.png"])
        try scratch.add(Fixture.portrait, as: "line\nbreak.png")
        try scratch.write(Array("line\nbreak.png\0in/a.png\0".utf8), to: "zeros")
        let outcome = try await scratch.boundedcrop("crop --list zeros --null --size 9x9 --no-bounding -o other")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try scratch.files().filter { $0.hasPrefix("other/") } == ["other/a.png", "other/line\nbreak.png"])
        let cut = try await scratch.boundedcrop("crop --list zeros --size 9x9 --no-bounding -o cut")
        #expect(cut.status == 64 && cut.errors.contains("zero bytes: use --null"))
        try scratch.write([0xEF, 0xBB, 0xBF] + Array("# from an editor that marks UTF-8\r\nin/a.png\r\n".utf8), to: "marked")
        #expect(try await scratch.boundedcrop("crop --list marked --size 9x9 --no-bounding -o marked-out").status == 0)
        #expect(scratch.parse("crop in/a.png --null --size 9x9").errors.contains("--null"))
    }
}
