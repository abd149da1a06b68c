import BoundedCrop
import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15))) struct PresetTests {
    let scratch: TemporaryFolder

    init() throws {
        scratch = try TemporaryFolder()
        try scratch.add(Fixture.portrait, as: "a.png")
    }

    @Test func `presets are sizes, together with others`() async throws {
        let outcome = try await scratch.boundedcrop("crop a.png --preset favicon --preset avatar --size 30x20 -o out")
        #expect(outcome.status == 0, "\(outcome.errors)")
        let names = try FileManager.default.contentsOfDirectory(atPath: scratch.path("out")).sorted()
        #expect(names == ["a-30x20.png", "a-400x400.png", "a-48x48.png"])
    }

    @Test func `a byte order mark at the beginning of a file is skipped`() async throws {
        try scratch.write(Array("\u{FEFF}banner = 60x20\n".utf8), to: "own.txt")
        try scratch.write(Array("\u{FEFF}preset = banner\npresets = own.txt\n".utf8), to: "c.conf")
        let plans = try await scratch.boundedcrop("crop a.png --config c.conf --plan --json").objects()
        #expect(plans.compactMap { $0["aspect"] as? String } == ["3:1"])
    }

    @Test func `a file has presets of one's own, which come before the standard ones`() async throws {
        try Data("# ours\nbanner = 60x20\nfavicon = 9x9\n".utf8).write(to: URL(fileURLWithPath: scratch.path("own.txt")))
        let line = "crop a.png --presets own.txt --preset banner --preset favicon --preset avatar --plan --json"
        let plans = try await scratch.boundedcrop(line).objects()
        #expect(plans.compactMap { $0["aspect"] as? String } == ["3:1", "1:1", "1:1"])
    }

    @Test(arguments: [
        ("--preset nope", "there is no “nope”. There are open-graph"), ("--preset ''", "--preset: this is empty: name one of open-graph"),
        ("--preset avatr", "did you mean “avatar”? There are open-graph"), ("--preset Avatar", "did you mean “avatar”?"),
        ("--preset AVATAR-LARGE", "did you mean “avatar-large”?"), ("--presets ./own.txt --preset baner", "did you mean “banner”?"),
        ("--presets ./many.txt --preset p99x", "and 170 more"), ("--presets ./missing.txt --preset favicon", "missing.txt"),
        ("--presets ./wrong.txt --preset favicon", "line 2"), ("--presets '' --preset favicon", "--presets is empty"),
        ("--presets s3://bucket/key --preset favicon", "on this machine"),
    ])
    func `wrong presets are usage errors`(_ options: String, _ word: String) throws {
        try scratch.write(Array("a = 1x1\nb = 2\n".utf8), to: "wrong.txt")
        try scratch.write(Array("banner = 60x20\n".utf8), to: "own.txt")
        try scratch.write(Array((0..<250).map { "p\($0) = 9x9\n" }.joined().utf8), to: "many.txt")
        let outcome = scratch.parse("crop a.png \(options)")
        #expect(outcome.status == 64 && outcome.errors.contains(word), "\(outcome.errors)")
    }
}
