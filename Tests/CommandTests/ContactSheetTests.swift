import BoundedCrop
import BoundedCropEffects
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15))) struct ContactSheetTests {
    let scratch: TemporaryFolder

    init() throws {
        scratch = try TemporaryFolder()
        try scratch.add(Fixture.portrait, as: "in/a.png")
        try scratch.add(Fixture.photo, as: "in/b.jpg")
    }

    @Test func containsThePicturesOfAFolder() async throws {
        let outcome = try await scratch.boundedcrop("contact-sheet in --columns 2 --cell 50x60 -o sheet.jpg")
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        #expect(try scratch.picture("sheet.jpg").size == PixelSize(width: 124, height: 76))
    }

    @Test func `one number is a square cell, as for the size of a crop`() async throws {
        #expect(try await scratch.boundedcrop("contact-sheet in --columns 2 --cell 50 -o sheet.jpg").status == 0)
        #expect(try scratch.picture("sheet.jpg").size == PixelSize(width: 124, height: 66))
    }

    @Test(arguments: ["orange", "#ffa500", "ffa500", "rgb(255,165,0)"])
    func showsItsBackgroundBetweenPictures(color: String) async throws {
        #expect(try await scratch.boundedcrop("contact-sheet in --background \(color) -o sheet.png").status == 0)
        #expect(try scratch.picture("sheet.png").pixels().bytes.prefix(4) == [255, 165, 0, 255])
    }

    @Test func doesNotOverwriteAFileUnlessRequested() async throws {
        try scratch.write([1], to: "sheet.png")
        #expect(try await scratch.boundedcrop("contact-sheet in -o sheet.png").status == 1)
        #expect(try scratch.bytes("sheet.png") == [1])
        #expect(try await scratch.boundedcrop("contact-sheet in -o sheet.png --overwrite").status == 0)
    }

    @Test(arguments: [
        ("-o sheet.tif", "sheet.tif"), ("-o s.png --columns 0", "--columns"), ("-o s.png --cell 5x", "--cell"),
        ("-o s.png --cell 0", "--cell"), ("-o s.png --background mud", "--background"),
    ])
    func invalidUsageIsReported(options: String, fault: String) {
        let outcome = scratch.parse("contact-sheet in \(options)")
        #expect(outcome.status == 64 && outcome.errorLines.first?.contains(fault) == true, "\(outcome.errors)")
    }

    @Test func badPicturesAreNamedAndLeftOut() async throws {
        let expected = try await sheet("in")
        try scratch.add("broken/text.jpg", as: "text.jpg")
        try scratch.write([], to: "in/c.png")
        let outcome = try await scratch.boundedcrop("contact-sheet text.jpg in nothing.jpg -o sheet.png --overwrite")
        #expect(outcome.status == 1 && outcome.errorLines.count == 4)
        for (line, name) in zip(outcome.errorLines, ["text.jpg", "in/c.png", "nothing.jpg"]) {
            #expect(line.hasPrefix("boundedcrop: \(name): "), "\(outcome.errors)")
        }
        #expect(outcome.errorLines.last == "boundedcrop: 3 of 5 failed")
        #expect(try scratch.picture("sheet.png").pixels() == expected)
    }

    @Test func `files in a folder that are no pictures are left out, which is no failure`() async throws {
        let expected = try await sheet("in")
        try scratch.add("broken/text.jpg", as: "in/aa.jpg")
        let outcome = try await scratch.boundedcrop("contact-sheet in -o sheet.png --overwrite")
        #expect(outcome.status == 0 && outcome.errorLines.count == 1, "\(outcome.errors)")
        #expect(outcome.errors.hasPrefix("boundedcrop: in/aa.jpg: left out: this is not a picture"), "\(outcome.errors)")
        #expect(try scratch.picture("sheet.png").pixels() == expected)
        // They do not change which of several inputs failed.
        try scratch.write([], to: "in/c.png")
        try scratch.write(Array("notes".utf8), to: "in/notes.txt")
        let failed = try await scratch.boundedcrop("contact-sheet in -o sheet.png --overwrite")
        #expect(failed.status == 1 && failed.errorLines.last == "boundedcrop: 1 of 3 failed", "\(failed.errors)")
    }

    @Test func withoutAnyPictureThereIsNoSheet() async throws {
        try scratch.add("broken/text.jpg", as: "bad/c.jpg")
        try scratch.makeFolder("empty")
        for inputs in ["bad", "empty", "bad empty"] {
            let outcome = try await scratch.boundedcrop("contact-sheet \(inputs) -o sheet.png")
            #expect(outcome.status == 1 && outcome.errors.contains("no pictures"), "\(outcome.errors)")
        }
        #expect(try !scratch.files().contains("sheet.png"))
    }

    private func sheet(_ inputs: String) async throws -> PixelBuffer {
        #expect(try await scratch.boundedcrop("contact-sheet \(inputs) -o sheet.png --overwrite").status == 0)
        return try scratch.picture("sheet.png").pixels()
    }

    /// However long each picture takes.
    @Test func picturesAreInTheOrderOfTheInputs() async throws {
        let (one, other) = (try await sheet("in/a.png in/b.jpg"), try await sheet("in/b.jpg in/a.png"))
        #expect(one != other && one.size == other.size)
        #expect(try await sheet("in/a.png in/b.jpg in/b.jpg in/a.png --columns 2").height == 2 * one.height - 8)
        let cells = try ["in/a.png", "in/b.jpg"].map {
            try ContactSheet.thumbnail(of: scratch.picture($0), in: PixelSize(width: 240, height: 240))
        }
        #expect(try one == ContactSheet.picture(of: cells, cell: PixelSize(width: 240, height: 240), columns: 4))
    }

    @Test func aSheetIsNotOnItsSuccessor() async throws {
        for _ in 0..<2 {
            #expect(try await scratch.boundedcrop("contact-sheet in -o in/sheet.png --overwrite").status == 0)
            #expect(try scratch.picture("in/sheet.png").size.width == 8 + 2 * 248)
        }
    }

    /// Twenty pictures of 30 megapixels would take 2.4 GB.
    @Test func picturesAreReadAtTheSizeOfTheirCells() async throws {
        let picture = PixelBuffer(size: PixelSize(width: 6000, height: 5000), filledWith: (20, 90, 160, 255))
        try scratch.write(picture.blocking.encoded(as: .jpeg()), to: "large.jpg")
        let inputs = Array(repeating: "large.jpg", count: 20).joined(separator: " ")
        let outcome = try await scratch.shell("ulimit -v 3000000; boundedcrop contact-sheet \(inputs) -o sheet.jpg")
        #expect(outcome.status == 0, "\(outcome.errors)")
    }

    @Test func aSheetThatIsTooLargeIsRefused() async throws {
        let outcome = try await scratch.boundedcrop("contact-sheet in --cell 65000x65000 -o sheet.png")
        #expect(outcome.status == 1 && outcome.errors.contains("not possible"), "\(outcome.errors)")
    }
}
