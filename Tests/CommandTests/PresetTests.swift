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

    @Test func `a file has presets of one's own, which come before the standard ones`() async throws {
        try Data("# ours\nbanner = 60x20\nfavicon = 9x9\n".utf8).write(to: URL(fileURLWithPath: scratch.path("own.txt")))
        let line = "crop a.png --presets own.txt --preset banner --preset favicon --preset avatar --plan --json"
        let plans = try await scratch.boundedcrop(line).objects()
        #expect(plans.compactMap { $0["aspect"] as? String } == ["3:1", "1:1", "1:1"])
    }

    @Test(arguments: [
        ("--preset nope", "open-graph"), ("--preset ''", "open-graph"), ("--presets missing.txt --preset favicon", "missing.txt"),
        ("--presets wrong.txt --preset favicon", "line 2"), ("--presets '' --preset favicon", "--presets is empty"),
        ("--presets s3://bucket/key --preset favicon", "on this machine"),
    ])
    func `wrong presets are usage errors`(_ options: String, _ word: String) async throws {
        try Data("a = 1x1\nb = 2\n".utf8).write(to: URL(fileURLWithPath: scratch.path("wrong.txt")))
        let outcome = try await scratch.shell("boundedcrop crop a.png \(options)")
        #expect(outcome.status == 64 && outcome.errors.contains(word), "\(outcome.errors)")
    }
}
