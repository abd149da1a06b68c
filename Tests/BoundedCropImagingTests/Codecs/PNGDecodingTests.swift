import BoundedCropImaging
import PictureSupport
import TestSupport
import Testing

@Suite struct PNGDecodingTests {
    static let forms = Result { try Fixture.files(in: "formats/png", endings: "png") }

    @Test(arguments: try Self.forms.get())
    func givesTheExactPixelsOfEveryColorTypeAndDepth(file: String) throws {
        let source = try Fixture.source(file)
        #expect(try source.pixels() == Fixture.expected(Fixture.expectation(of: file), size: source.size))
    }

    @Test func coversAllColorTypesAndDepths() throws {
        let shapes = try Set(Self.forms.get().map { try Fixture.bytes($0)[24...25].map(Int.init) })
        let legal = [
            [1, 0], [2, 0], [4, 0], [8, 0], [16, 0], [8, 2], [16, 2], [1, 3], [2, 3], [4, 3], [8, 3], [8, 4], [16, 4], [8, 6], [16, 6],
        ]
        #expect(shapes == Set(legal))
    }

    @Test(arguments: [
        ("formats/obama_rgb8.png", "formats/obama_rgb16.png"),
        ("formats/obama_rgb8.png", "formats/obama_lossless.webp"),
        ("formats/obama_rgb8.png", "formats/png_named.jpg"),
        ("formats/obama_rgba.png", "formats/obama_rgba_interlaced.png"),
        ("formats/obama_rgba.png", "formats/obama_lossless_alpha.webp"),
    ])
    func agreesWithOtherFormsOfTheSamePicture(one: String, other: String) throws {
        #expect(try Fixture.source(one).pixels() == Fixture.source(other).pixels())
    }

    @Test func ofAPaletteIsCloseToTheFullColors() throws {
        let difference = try Fixture.source("formats/obama_palette.png").pixels()
            .difference(from: Fixture.source("formats/obama_rgb8.png").pixels())
        #expect(difference.mean < 4)
    }

    @Test(arguments: [
        ("formats/png/rgb8.png", false), ("formats/png/rgba8.png", true), ("formats/png/gray_alpha16.png", true),
        ("formats/png/palette4_trns.png", true), ("formats/png/gray16_trns.png", true), ("formats/png/palette4.png", false),
    ])
    func reportsWhetherThereIsAlpha(file: String, hasAlpha: Bool) throws {
        let header = try Fixture.source(file).header
        #expect(header.hasAlpha == hasAlpha)
        #expect(!header.isAnimated)
    }

    @Test func readsASinglePixel() throws {
        let pixels = try Fixture.source("edges/1x1.png").pixels()
        #expect(pixels.bytes == [10, 200, 90, 255])
    }
}
