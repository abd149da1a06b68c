import BoundedCrop
import Foundation
import TestSupport
import Testing

@testable import boundedcrop

/// Doing it again does nothing new: a run does not crop what earlier runs have made.
@Suite(.timeLimit(.minutes(15))) struct EarlierOutputTests {
    let scratch: TemporaryFolder

    init() throws {
        scratch = try TemporaryFolder()
        try scratch.add(Fixture.portrait, as: "in/a.png")
        try scratch.add(Fixture.photo, as: "in/b/c.jpg")
    }

    /// What three runs of a line leave behind; later ones skip what exists.
    private func files(afterRunning line: String) async throws -> [String] {
        let first = try await scratch.boundedcrop("crop \(line) --no-bounding")
        #expect(first.status == 0, "\(first.errors)")
        let files = try scratch.files()
        for _ in 0..<2 {
            let outcome = try await scratch.boundedcrop("crop \(line) --no-bounding --skip-existing")
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(try scratch.files() == files)
        }
        return files
    }

    @Test(arguments: ["in/thumbs", "in/thumbs/", "./in/../in/thumbs", "in/thumbs/{width}/{name}.{ext}", "in/b/deep/{name}.webp"])
    func `the folder of the outputs is no input, even inside of one`(output: String) async throws {
        #expect(try await files(afterRunning: "in -r --size 30x20 -o \(output)").count == 4)
    }

    @Test(arguments: [
        "in -r -o in/{name}-{width}x{height}.{ext}", "in -r -o in/{width}/{name}.{ext}", "in -r -o in/thumb-{name}.{ext}",
        "in -r -o in/{name}.webp", "in -r -o in --format webp", "in -r -o in/{name}/{scheme}-{aspect}.{ext}", ". -r",
    ])
    func `outputs beside their pictures are recognized by their names`(line: String) async throws {
        #expect(try await files(afterRunning: "\(line) --size 30x20").count == 4)
    }

    @Test func `outputs of other sizes are recognized too`() async throws {
        _ = try await files(afterRunning: "in -r -o in/{name}-{width}.{ext} --size 30x20")
        let files = try await files(afterRunning: "in -r -o in/{name}-{width}.{ext} --size 40x20")
        #expect(files == ["in/a-30.png", "in/a-40.png", "in/a.png", "in/b/c-30.jpg", "in/b/c-40.jpg", "in/b/c.jpg"])
    }

    @Test func `outputs in another format, and of other runs without a template, are recognized too`() async throws {
        let lines = [
            "--size 30x20", "--size 20x20 --format webp", "--size 20x10 -o '{name}-{width}x{height}.webp'", "--each-face size --size 8x8",
            "--srcset 20", "--size 9x8",
        ]
        for line in lines {
            let outcome = try await scratch.shell("cd in && boundedcrop crop . \(line)")
            #expect(outcome.status == 0, "\(outcome.errors)")
        }
        let files = try scratch.files()
        #expect(files.contains("in/a-30x20.png") && files.contains("in/a-9x8.png"))
        #expect(files.allSatisfy { $0.split(separator: "-").count { $0.contains("x") } < 2 }, "\(files)")
    }

    @Test func `a picture that is only named like an output is cropped`() async throws {
        try scratch.add(Fixture.photo, as: "in/holiday-30x20.jpg")
        try scratch.add(Fixture.photo, as: "in/a-wide.jpg")
        let files = try await files(afterRunning: "in -o in/{name}-{width}x{height}.{ext} --size 30x20")
        #expect(files.contains("in/holiday-30x20-30x20.jpg") && files.contains("in/a-wide-30x20.jpg"))
    }

    @Test func `an output that is named explicitly, without its picture, is cropped`() async throws {
        _ = try await scratch.boundedcrop("crop in/a.png --size 30x20 --no-bounding")
        #expect(try await scratch.boundedcrop("crop a-30x20.png --size 10x10 --no-bounding").status == 0)
        #expect(try scratch.files().contains("a-30x20-10x10.png"))
    }

    @Test func `of a shell's *.png, outputs of other inputs are left out`() async throws {
        for _ in 0..<3 {
            let outcome = try await scratch.shell("cd in && boundedcrop crop *.png --size 30x20 --no-bounding --skip-existing")
            #expect(outcome.status == 0, "\(outcome.errors)")
        }
        #expect(try scratch.files() == ["in/a-30x20.png", "in/a.png", "in/b/c.jpg"])
    }

    @Test func `a picture is not taken for an output of itself`() async throws {
        try scratch.add("formats/obama_lossy.webp", as: "own/x.webp")
        try scratch.add(Fixture.photo, as: "own/y.jpg")
        for input in ["own", "own/x.webp own/y.jpg"] {
            let line = "crop \(input) --size 9x9 --no-bounding -o own/{name}.webp --overwrite --json"
            let files = try await scratch.boundedcrop(line).objects().compactMap { $0["file"] as? String }
            #expect(files == ["own/x.webp", "own/y.jpg"])
            try FileManager.default.removeItem(atPath: scratch.path("own/y.webp"))
        }
    }

    @Test func `overlays of an earlier run are no inputs`() async throws {
        for _ in 0..<3 {
            let outcome = try await scratch.boundedcrop("detect in -r --overlay in/boxes --overwrite --json")
            #expect(try outcome.status == 0 && outcome.objects().count == 2, "\(outcome.errors)")
        }
    }

    @Test func `a folder that holds nothing but outputs is nothing to do`() async throws {
        try scratch.makeFolder("only")
        #expect(try await scratch.boundedcrop("crop in -r -o in/{name}-{width}.{ext} --size 9x9 --no-bounding -v").status == 0)
        let again = try await scratch.boundedcrop("crop in -r -o in/{name}-{width}.{ext} --size 9x9 --no-bounding -v --skip-existing")
        #expect(again.status == 0 && again.errors.contains("2 left out as outputs of an earlier run"), "\(again.errors)")
    }

    @Test(arguments: [
        ("{name}-{width}x{height}.{ext}", "a-30x20.jpg", ["a"]), ("{name}-{width}x{height}.{ext}", "a-30x20.txt", []),
        ("{name}-{width}x{height}.{ext}", "a-30x20-9x9.jpg", ["a-30x20"]), ("{name}{name}.{ext}", "abab.png", ["ab"]),
        ("{name}{name}.{ext}", "abac.png", []), ("{width}/{name}.webp", "30/x/y.webp", ["x/y"]), ("{width}/{name}.webp", "/x.webp", []),
        ("{name}{width}.{ext}", "a12.jpg", ["a", "a1"]), ("{scheme}-{aspect}/{name}.{ext}", "all-16x9/p.jpg", ["p"]),
        ("b.{ext}", "b.jpg", []), ("{name}", "", []),
    ])
    func `names are what a template can have made a path of`(template: String, path: String, names: [String]) throws {
        #expect(try OutputTemplate(template).names(matching: path, endings: ["jpg", "png", "webp"]).sorted() == names)
    }
}
