import BoundedCrop
import Foundation
import TestSupport
import Testing

@testable import boundedcrop

/// `boundedcrop watch` crops the pictures that come when they are complete.
@Suite(.timeLimit(.minutes(15))) struct WatchTests {
    let scratch: TemporaryFolder

    init() throws {
        scratch = try TemporaryFolder()
        try scratch.add(Fixture.portrait, as: "in/a.png")
    }

    @Test func `what is there is cropped first, then what is written or moved there`() async throws {
        let watch = try await RunningWatch("in -o out", in: scratch)
        #expect(try await watch.outputs(1) == ["out/a.png"])
        #expect(await watch.caughtUp() == "boundedcrop: watching 1 folder")
        try scratch.add(Fixture.photo, as: "in/b.jpg")
        #expect(try await watch.outputs(1) == ["out/b.jpg"])
        try scratch.add(Fixture.photo, as: "other/c.jpg")
        try scratch.move("other/c.jpg", to: "in/c.jpg")
        #expect(try await watch.outputs(1) == ["out/c.jpg"])
        #expect(try scratch.picture("out/c.jpg").pixels().size == PixelSize(width: 30, height: 20))
        #expect(try await watch.stopped().isEmpty)
    }

    @Test func `a picture that is written again is cropped again, and so is one that an older file replaces`() async throws {
        let watch = try await RunningWatch("in -o out", in: scratch)
        _ = try await watch.lines(1)
        let first = try scratch.bytes("out/a.png")
        try scratch.add("edges/noise_200x200.png", as: "in/a.png")
        #expect(try await watch.outputs(1) == ["out/a.png"])
        let second = try scratch.bytes("out/a.png")
        #expect(second != first)
        try scratch.add(Fixture.portrait, as: "old.png")
        let old = [FileAttributeKey.modificationDate: Date(timeIntervalSince1970: 1000)]
        try FileManager.default.setAttributes(old, ofItemAtPath: scratch.path("old.png"))
        try FileManager.default.removeItem(atPath: scratch.path("in/a.png"))
        try scratch.move("old.png", to: "in/a.png")
        #expect(try await watch.outputs(1) == ["out/a.png"])
        #expect(try scratch.bytes("out/a.png") == first)
        #expect(try await watch.stopped().isEmpty)
    }

    @Test func `a picture that is being written is cropped when it is closed, not before`() async throws {
        let bytes = try Fixture.bytes(Fixture.photo)
        try scratch.write(bytes.prefix(bytes.count / 2).map(\.self), to: "in/before.jpg")
        let before = try FileHandle(forWritingTo: scratch.url.appendingPathComponent("in/before.jpg"))
        try before.seekToEnd()
        let watch = try await RunningWatch("in -r -o out", in: scratch)
        #expect(try await watch.outputs(1) == ["out/a.png"])
        _ = await watch.caughtUp()
        // In a folder that is new, it is found by reading the folder.
        try scratch.makeFolder("new")
        try scratch.write(bytes.prefix(bytes.count / 2).map(\.self), to: "new/during.jpg")
        let during = try FileHandle(forWritingTo: scratch.url.appendingPathComponent("new/during.jpg"))
        try during.seekToEnd()
        try scratch.add(Fixture.portrait, as: "new/b.png")
        try scratch.move("new", to: "in/new")
        #expect(try await watch.outputs(1) == ["out/new/b.png"])
        for (file, output) in [(before, "out/before.jpg"), (during, "out/new/during.jpg")] {
            try file.write(contentsOf: Data(bytes.dropFirst(bytes.count / 2)))
            try file.close()
            #expect(try await watch.outputs(1) == [output])
        }
        #expect(try await watch.stopped().isEmpty)
        #expect(await watch.rest().allSatisfy { !$0.contains("before") || $0.contains("->") })
    }

    @Test func `hidden and temporary files, empty ones and other files are left out until they have their names`() async throws {
        let watch = try await RunningWatch("in -o out --exclude *-draft.jpg", in: scratch)
        _ = await watch.caughtUp()
        let names = [
            ".hidden.jpg", "b.jpg.part", "c.jpg.crdownload", "d.tmp", "e.jpg~", ".f.jpg.swp", "g-draft.jpg", "h.JPG.PART", ".boundedcrop-1",
        ]
        for name in names { try scratch.add(Fixture.photo, as: "in/\(name)") }
        try scratch.write([], to: "in/empty.jpg")
        try scratch.write(Array("text".utf8), to: "in/notes.txt")
        try scratch.makeFolder("in/folder.jpg")
        try scratch.add(Fixture.photo, as: "in/picture-without-ending")
        #expect(try await watch.outputs(2) == ["out/a.png", "out/picture-without-ending.jpg"])
        try scratch.write(Array("raw".utf8), to: "in/photo.cr3")
        #expect(try await watch.lines(1).map(\.file) == ["in/photo.cr3"])
        try scratch.move("in/b.jpg.part", to: "in/b.jpg")
        try scratch.add(Fixture.photo, as: "in/empty.jpg")
        #expect(try await watch.outputs(2) == ["out/b.jpg", "out/empty.jpg"])
        #expect(try await watch.stopped().isEmpty)
    }

    @Test func `links are cropped as they appear`() async throws {
        try scratch.add(Fixture.portrait, as: "other.png")
        let watch = try await RunningWatch("in -o out --follow-links", in: scratch)
        _ = await watch.caughtUp()
        _ = try await watch.lines(1)
        try FileManager.default.createSymbolicLink(atPath: scratch.path("in/soft.png"), withDestinationPath: scratch.path("other.png"))
        #expect(try await watch.outputs(1) == ["out/soft.png"])
        try FileManager.default.linkItem(atPath: scratch.path("other.png"), toPath: scratch.path("in/hard.png"))
        #expect(try await watch.outputs(1) == ["out/hard.png"])
        try FileManager.default.createSymbolicLink(atPath: scratch.path("in/dangling.png"), withDestinationPath: "nowhere")
        #expect(try await watch.stopped().isEmpty)
    }

    @Test func `a bad picture is reported once, and cropped when it has become a good one`() async throws {
        let bytes = try Fixture.bytes(Fixture.photo)
        try scratch.write(bytes.prefix(bytes.count / 2).map(\.self), to: "in/bad.jpg")
        try scratch.write(Array("text".utf8), to: "in/text.jpg")
        let watch = try await RunningWatch("in -o out", in: scratch)
        let lines = try await watch.lines(3).sorted { $0.file < $1.file }
        #expect(lines.map(\.file) == ["in/a.png", "in/bad.jpg", "in/text.jpg"])
        #expect(lines[0].output != nil && lines[1].error != nil && lines[2].leftOut != nil)
        // Opened for writing and closed, without a change.
        try FileHandle(forUpdating: scratch.url.appendingPathComponent("in/bad.jpg")).close()
        try scratch.add(Fixture.portrait, as: "in/b.png")
        #expect(try await watch.outputs(1) == ["out/b.png"])
        try scratch.write(bytes, to: "in/bad.jpg")
        #expect(try await watch.outputs(1) == ["out/bad.jpg"])
        #expect(try await watch.stopped().isEmpty)
    }

    @Test func `of two pictures with one output, the second is an error until the first is gone`() async throws {
        let watch = try await RunningWatch("in -o out --format webp", in: scratch)
        _ = try await watch.lines(1)
        try scratch.add(Fixture.photo, as: "in/a.jpg")
        let line = try #require(try await watch.lines(1).first)
        #expect(line.file == "in/a.jpg" && line.error?.contains("already made of in/a.png") == true)
        try FileManager.default.removeItem(atPath: scratch.path("in/a.png"))
        try scratch.add(Fixture.portrait, as: "in/a.jpg")
        #expect(try await watch.outputs(1) == ["out/a.webp"])
        #expect(try await watch.stopped().isEmpty)
    }

    @Test func `names that are not UTF-8 are said to be that`() async throws {
        let watch = try await RunningWatch("in -o out", in: scratch)
        _ = try await watch.lines(1)
        _ = try await scratch.shell("cp in/a.png \"$(printf 'in/\\351.png')\"")
        #expect(try await watch.lines(1).first?.error?.contains("not UTF-8") == true)
        try scratch.add(Fixture.portrait, as: "in/\u{e9}.png")
        try scratch.add(Fixture.portrait, as: "in/e\u{301}.png")
        #expect(try await watch.lines(2).count { $0.output != nil } == 2)
        #expect(try await watch.stopped().isEmpty)
    }
}
