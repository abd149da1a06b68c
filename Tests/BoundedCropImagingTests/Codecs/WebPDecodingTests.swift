import BoundedCropImaging
import PictureSupport
import TestSupport
import Testing

@Suite struct WebPDecodingTests {
    @Test(arguments: try Fixture.files(in: "formats/webp", endings: "webp"))
    func givesTheExactPixelsOfLosslessAndAnimatedFiles(file: String) throws {
        let source = try Fixture.source(file)
        #expect(try source.pixels() == Fixture.expected(Fixture.expectation(of: file), size: source.size))
    }

    @Test func ofALossyFileIsCloseToTheSamePictureAsJPEG() throws {
        let difference = try Fixture.source("formats/obama_lossy.webp").pixels()
            .difference(from: Fixture.source("formats/obama_444.jpg").pixels())
        #expect(difference.mean < 2.5)
        #expect(difference.largest < 80)
    }

    @Test func ofALossyFileKeepsItsAlphaExactly() throws {
        let lossy = try Fixture.source("formats/obama_lossy_alpha.webp").pixels()
        let exact = try Fixture.source("formats/obama_rgba.png").pixels()
        #expect(lossy.channel(3) == exact.channel(3))
        #expect(lossy.difference(from: exact).mean < 2)
        #expect(lossy.isPremultiplied)
    }

    @Test(arguments: [
        ("formats/webp/lossless.webp", false, false), ("formats/webp/lossless_alpha.webp", true, false),
        ("formats/webp/animated.webp", true, true), ("formats/obama_lossy.webp", false, false),
        ("formats/obama_lossy_alpha.webp", true, false),
    ])
    func reportsAlphaAndAnimation(file: String, hasAlpha: Bool, isAnimated: Bool) throws {
        let header = try Fixture.source(file).header
        #expect(header.hasAlpha == hasAlpha)
        #expect(header.isAnimated == isAnimated)
    }

    @Test func decodesAPictureOfOneColor() throws {
        let pixels = try Fixture.source("edges/flat_16x16.webp").pixels()
        #expect(pixels == PixelBuffer(size: PixelSize(width: 16, height: 16), filledWith: (180, 60, 120, 255)))
    }
}
