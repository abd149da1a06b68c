import BoundedCrop
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

    @Test(arguments: [("-o sheet.tif", 64), ("-o s.png --columns 0", 64), ("-o s.png --cell 5", 64), ("-o s.png --background mud", 64)])
    func invalidUsageIsReported(options: String, status: Int32) async throws {
        #expect(try await scratch.boundedcrop("contact-sheet in \(options)").status == status)
    }

    @Test func aBadPictureIsNamed() async throws {
        try scratch.add("broken/text.jpg", as: "in/c.jpg")
        let outcome = try await scratch.boundedcrop("contact-sheet in -o sheet.png")
        #expect(outcome.status == 1 && outcome.errors.contains("in/c.jpg"))
        #expect(try !scratch.files().contains("sheet.png"))
    }
}
