import BoundedCrop
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15))) struct OutputNameTests {
    let scratch: TemporaryFolder

    init() throws {
        scratch = try TemporaryFolder()
        try scratch.add(Fixture.portrait, as: "in/a.png")
    }

    private func outputs() throws -> [String] { try scratch.files().filter { !$0.hasPrefix("in/") } }

    @Test func withoutAnOutputTheNameIncludesTheSizeInTheWorkingFolder() async throws {
        #expect(try await scratch.boundedcrop("crop in/a.png --size 30x20 --no-bounding").status == 0)
        #expect(try outputs() == ["a-30x20.png"])
    }

    @Test(arguments: ["out", "out/", "deep/er/out"]) func aFolderIsCreatedAndTheNameIsKept(_ folder: String) async throws {
        #expect(try await scratch.boundedcrop("crop in/a.png --size 30x20 --no-bounding --output \(folder)").status == 0)
        #expect(try outputs() == [folder + (folder.hasSuffix("/") ? "" : "/") + "a.png"])
    }

    @Test func aFolderNamedLikeAPictureIsAFolder() async throws {
        try scratch.makeFolder("out.jpg")
        #expect(try await scratch.boundedcrop("crop in/a.png --size 30x20 --no-bounding --output out.jpg").status == 0)
        #expect(try outputs() == ["out.jpg/a.png"])
    }

    @Test(arguments: [
        ("x/{name}.{ext}", "x/a.png"), ("{width}.{ext}", "60.png"), ("{height}.{ext}", "30.png"), ("{aspect}.{ext}", "2x1.png"),
        ("{scheme}.{ext}", "largest.png"), ("b.{ext}", "b.png"),
        ("{name}/{scheme}-{width}x{height}-{aspect}.webp", "a/largest-60x30-2x1.webp"),
        ("{name}{name}", "aa"), ("plain-{name}", "plain-a"),
    ])
    func aTemplateIsFilledIn(template: String, expected: String) async throws {
        let line = "crop in/a.png --size 60x30 --scheme largest --no-bounding --output \(template)"
        #expect(try await scratch.boundedcrop(line).status == 0)
        #expect(try outputs() == [expected])
        #expect(try scratch.picture(expected).size == PixelSize(width: 60, height: 30))
    }

    @Test func placeholdersOfAnAspectGiveTheResultingSize() async throws {
        let line = "crop in/a.png --aspect 2:1 --no-bounding --output {name}_{width}_{height}_{aspect}.{ext}"
        #expect(try await scratch.boundedcrop(line).status == 0)
        #expect(try outputs() == ["a_240_120_2x1.png"])
    }

    @Test(arguments: [("--output out", "out/b/a.png"), ("--output out/{name}-x.{ext}", "out/b/a-x.png"), ("", "b/a-30x20.png")])
    func recursionKeepsFoldersRelativeToTheRequestedOne(output: String, expected: String) async throws {
        try scratch.add(Fixture.portrait, as: "in/b/a.png")
        #expect(try await scratch.boundedcrop("crop in --recursive --size 30x20 --no-bounding \(output)").status == 0)
        #expect(try outputs().contains(expected))
        #expect(try outputs().count == 2)
    }

    @Test func withoutRecursionSubfoldersAreExcluded() async throws {
        try scratch.add(Fixture.portrait, as: "in/b/c.png")
        try scratch.add(Fixture.portrait, as: "in/.hidden.png")
        try scratch.write(Array("notes".utf8), to: "in/notes.txt")
        #expect(try await scratch.boundedcrop("crop in --size 30x20 --no-bounding --output out").status == 0)
        #expect(try outputs() == ["out/a.png"])
    }

    @Test func aPictureWithoutAnExtensionIsFoundInAFolder() async throws {
        try scratch.add("formats/no_extension", as: "in/bare")
        #expect(try await scratch.boundedcrop("crop in --size 30x20 --no-bounding --output out").status == 0)
        #expect(try outputs() == ["out/a.png", "out/bare.jpg"])
    }

    @Test func theSecondOfTwoInputsWithOneOutputIsAnError() async throws {
        try scratch.add("formats/obama_rgba.png", as: "in/b/a.png")
        let outcome = try await scratch.boundedcrop("crop in/a.png in/b/a.png --jobs 1 --size 30x20 --no-bounding --json --output out")
        #expect(outcome.status == 1)
        #expect(try outputs() == ["out/a.png"])
        let error = try #require(try outcome.objects().last?["error"] as? [String: Any])
        #expect(error["code"] as? String == "fileExists")
        let message = try #require(outcome.errorLines.first)
        #expect(message.contains("in/b/a.png: ") && message.contains("out/a.png") && message.contains("in/a.png"))
    }

    @Test(arguments: ["--overwrite", "--skip-existing"]) func optionsForExistingFilesDoNotHideACollision(_ choice: String) async throws {
        try scratch.add("formats/obama_rgba.png", as: "in/b/a.png")
        let outcome = try await scratch.boundedcrop("crop in/a.png in/b/a.png --size 30x20 --no-bounding --output out \(choice)")
        #expect(outcome.status == 1 && outcome.errorLines.count == 2)
    }
}
