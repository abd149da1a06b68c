import BoundedCrop
import Foundation
import TestSupport
import Testing

/// Nothing is replaced but what a run made, and nothing is read but what a folder holds.
@Suite(.timeLimit(.minutes(15))) struct OriginalsTests {
    let scratch: TemporaryFolder

    init() throws {
        scratch = try TemporaryFolder()
        try scratch.add(Fixture.portrait, as: "in/b.png")
    }

    /// An original that is named like a crop of another picture.
    @Test(arguments: ["crop in --overwrite", "crop in --newer", "crop in/b.png --overwrite", "crop in/b-30x30.png in/b.png --overwrite"])
    func `an original beside the picture that is named like its crop is kept`(line: String) async throws {
        try scratch.add(Fixture.black, as: "in/b-30x30.png")
        let original = try scratch.bytes("in/b-30x30.png")
        // As if the picture were newer.
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1)],
            ofItemAtPath: scratch.path("in/b-30x30.png")
        )
        let outcome = try await scratch.boundedcrop("\(line) --size 30x30 --no-bounding -o in/{name}-{width}x{height}.{ext}")
        #expect(try scratch.bytes("in/b-30x30.png") == original)
        #expect(outcome.status == 1 && outcome.errors.contains("not replaced"), "\(outcome.errors)")
    }

    @Test func `a picture that is read later is not replaced by an earlier one's crop`() async throws {
        try scratch.add(Fixture.black, as: "out/b.png")
        let original = try scratch.bytes("out/b.png")
        let line = "crop in/b.png out/b.png --size 30x30 --no-bounding -o out/{name}.{ext} --overwrite -j 1"
        let outcome = try await scratch.boundedcrop(line)
        #expect(outcome.status == 1 && outcome.errors.contains("is a picture of this run"), "\(outcome.errors)")
        #expect(try scratch.bytes("out/b.png") == original)
    }

    @Test func `an earlier crop whose name does not tell its size is replaced by one of another size`() async throws {
        for size in ["20x20", "30x30"] {
            let line = "crop in/b.png --size \(size) --no-bounding -o in/{name}-thumb.{ext} --overwrite"
            #expect(try await scratch.boundedcrop(line).status == 0)
        }
        #expect(try scratch.picture("in/b-thumb.png").size == PixelSize(width: 30, height: 30))
    }

    @Test func `earlier crops beside their pictures are replaced`() async throws {
        let line = "crop in --size 30x30 --no-bounding -o in/{name}-{width}x{height}.{ext}"
        #expect(try await scratch.boundedcrop(line).status == 0)
        let again = try await scratch.boundedcrop("\(line) --overwrite")
        #expect(again.status == 0, "\(again.errors)")
        #expect(try scratch.files() == ["in/b-30x30.png", "in/b.png"])
    }

    @Test func `watching keeps an original that was there before the picture whose crop has its name`() async throws {
        try scratch.move("in/b.png", to: "b.png")
        // Even of the size of the crop.
        #expect(try await scratch.boundedcrop("crop b.png --size 30x20 --no-bounding -o in/b-30x20.png").status == 0)
        let original = try scratch.bytes("in/b-30x20.png")
        let watch = try await RunningWatch("in -o in/{name}-{width}x{height}.{ext}", in: scratch)
        #expect(try await watch.lines(1).first?.error == nil)
        try scratch.move("b.png", to: "in/b.png")
        let line = try #require(try await watch.lines(1).first)
        #expect(line.error?.contains("is a picture of this run") == true, "\(line)")
        #expect(try await watch.stopped().isEmpty)
        #expect(try scratch.bytes("in/b-30x20.png") == original)
    }

    @Test(arguments: ["crop -r", "detect -r", "effects -r --alpha 0.5"]) func `links that lead out of a folder are not followed`(
        command: String
    ) async throws {
        try scratch.add(Fixture.black, as: "secret/s.jpg")
        try scratch.makeFolder("in/deep")
        try FileManager.default.createSymbolicLink(atPath: scratch.path("in/folder"), withDestinationPath: scratch.path("secret"))
        try FileManager.default.createSymbolicLink(atPath: scratch.path("in/deep/file.jpg"), withDestinationPath: "../../secret/s.jpg")
        try FileManager.default.createSymbolicLink(atPath: scratch.path("in/deep/inside.png"), withDestinationPath: "../b.png")
        let words = command.split(separator: " ", maxSplits: 1)
        let line =
            "\(words[0]) in \(words[1])" + (words[0] == "detect" ? "" : " -o out/{name}.{ext}")
            + (words[0] == "crop" ? " --no-bounding" : "")
        let outcome = try await scratch.boundedcrop("\(line) --json")
        let files = try outcome.objects().compactMap { $0["file"] as? String }.sorted()
        #expect(files == ["in/b.png", "in/deep/inside.png"], "\(outcome.errors)")
        #expect(outcome.errors.contains("2 links lead out of the folder, and were not followed: use --follow-links"), "\(outcome.errors)")
        let followed = try await scratch.boundedcrop("\(line.replacing("out/", with: "all/")) --json --follow-links")
        #expect(try followed.objects().compactMap { $0["file"] as? String }.count == 4, "\(followed.errors)")
    }

    @Test func `watching does not follow links that lead out either`() async throws {
        try scratch.add(Fixture.black, as: "secret/s.jpg")
        let watch = try await RunningWatch("in -r -o out", in: scratch)
        #expect(try await watch.lines(1).map(\.file) == ["in/b.png"])
        try FileManager.default.createSymbolicLink(atPath: scratch.path("in/folder"), withDestinationPath: scratch.path("secret"))
        try FileManager.default.createSymbolicLink(atPath: scratch.path("in/file.jpg"), withDestinationPath: scratch.path("secret/s.jpg"))
        try scratch.add(Fixture.portrait, as: "in/c.png")
        #expect(try await watch.lines(1).map(\.file) == ["in/c.png"])
        #expect(try await watch.stopped().isEmpty)
    }

    @Test func `regions that a crop writes are read back`() async throws {
        let written = try await scratch.boundedcrop("crop in/b.png --region 60,40,80,100 --write-regions --size 120x150 -o c.jpg")
        #expect(written.status == 0, "\(written.errors)")
        let read = try await scratch.boundedcrop("detect c.jpg --embedded-regions --json")
        let features = try #require(try read.objects().first?["features"] as? [[String: Any]])
        #expect(features.map { $0["kind"] as? String } == ["region"], "\(read.text)")
    }

    @Test func `contact sheets take subfolders, and are not written over a picture`() async throws {
        try scratch.add(Fixture.black, as: "in/sub/a.jpg")
        #expect(try await scratch.boundedcrop("contact-sheet in/sub -o sheet.png").status == 0)
        let sheet = "contact-sheet in --columns 1 --cell 20"
        #expect(try await scratch.boundedcrop("\(sheet) -o one.png").status == 0)
        #expect(try await scratch.boundedcrop("\(sheet) --recursive -o two.png").status == 0)
        #expect(try scratch.picture("two.png").size.height > scratch.picture("one.png").size.height)
        let bytes = try scratch.bytes("in/b.png")
        let refused = try await scratch.boundedcrop("contact-sheet in/b.png -o in/b.png --overwrite")
        #expect(refused.status == 1 && refused.errors.contains("would replace the picture itself"), "\(refused.errors)")
        #expect(try scratch.bytes("in/b.png") == bytes)
    }

    @Test func `a photo in the folder of a contact sheet is no earlier sheet, and a mask is no output`() async throws {
        let bytes = try scratch.bytes("in/b.png")
        try scratch.add(Fixture.black, as: "in/sub/a.jpg")
        let sheet = try await scratch.boundedcrop("contact-sheet in -r -o in/b.png --overwrite --cell 20")
        #expect(sheet.status == 1 && sheet.errors.contains("use another name"))
        for command in ["effects in/sub/a.jpg", "crop in/sub/a.jpg --size 9"] {
            let masked = try await scratch.boundedcrop("\(command) --effects mask(in/b.png) -o in/b.png --overwrite")
            #expect(masked.status == 1 && masked.errors.contains("of this run"))
        }
        #expect(try scratch.bytes("in/b.png") == bytes)
        try #require(try await scratch.boundedcrop("contact-sheet in -o in/sheet.png --cell 20").status == 0)
        #expect(try await scratch.boundedcrop("contact-sheet in -o in/sheet.png --cell 20 --overwrite").status == 0)
        let lines = try await scratch.boundedcrop("crop in/b.png --size 9 --plan --json").output
        try scratch.write(lines, to: "lines.jsonl")
        #expect(try await scratch.boundedcrop("report lines.jsonl -o lines.jsonl --overwrite").status == 1)
        #expect(try scratch.bytes("lines.jsonl") == lines)
    }

    @Test func `a worker does not write over its picture`() async throws {
        let bytes = try scratch.bytes("in/b.png")
        let outcome = try await scratch.worker([
            #"{"id": 1, "source": {"path": "in/b.png"}, "outputs": [{"width": 9, "height": 9, "file": "in/./b.png", "overwrite": true}]}"#
        ])
        #expect(try outcome.answers().first?.code == "fileExists")
        #expect(try scratch.bytes("in/b.png") == bytes)
    }
}
