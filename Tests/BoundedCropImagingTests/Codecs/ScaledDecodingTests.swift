import PictureSupport
import TestSupport
import Testing

@testable import BoundedCropImaging

@Suite struct ScaledDecodingTests {
    /// Box averages of box averages: up to 4 of 255 apart on average, and 60 at edges between extreme colors.
    @Test(arguments: try RegionDecodingTests.files.get(), [2, 3, 5, 8, 11, 16])
    func isCloseToShrinkingTheFullDecode(file: String, factor: Int) throws {
        let source = try Fixture.source(file)
        let whole = try source.pixels()
        var generator = SeededGenerator(seed: UInt64(factor))
        for _ in 0..<8 {
            let rectangle = generator.rectangle(inside: source.size)
            guard rectangle.width >= 4 * factor, rectangle.height >= 4 * factor else { continue }
            let target = PixelSize(width: rectangle.width / factor, height: rectangle.height / factor)
            let scaled = try source.pixels(of: rectangle, scaledTo: target)
            let difference = try scaled.difference(from: whole.resampled(rectangle.rect, to: target))
            #expect(difference.mean < 4 && difference.largest < 60, "\(rectangle) to \(target): \(difference)")
            #expect(scaled.isPremultiplied)
        }
    }

    /// Below a factor of 4, nothing is shrunk while decoding; above it, cells aligned with the output lose only a second rounding.
    @Test(
        arguments: [
            "formats/obama_rgb8.png", "formats/obama_rgba_interlaced.png", "formats/obama_lossless_alpha.webp", "orientations/obama_6.png",
        ],
        [2, 4, 10, 20]
    )
    func isExactExceptForRoundingIfAlignedWithTheCells(file: String, factor: Int) throws {
        let source = try Fixture.source(file)
        let target = PixelSize(width: source.size.width / factor, height: source.size.height / factor)
        let rectangle = PixelRect(x: 0, y: 0, width: source.size.width, height: source.size.height)
        let difference = try source.pixels(of: rectangle, scaledTo: target).difference(from: source.pixels().resized(to: target))
        #expect(difference.largest <= 1, "\(difference)")
    }

    @Test(arguments: ["formats/obama_420.jpg", "formats/obama_rgba.png", "formats/obama_lossy.webp", "orientations/obama_8.jpg"])
    func enlargesAsTheFullDecodeDoes(file: String) throws {
        let source = try Fixture.source(file)
        let rectangle = PixelRect(x: 31, y: 50, width: 47, height: 33)
        let target = PixelSize(width: 130, height: 101)
        #expect(try source.pixels(of: rectangle, scaledTo: target) == source.pixels().cut(rectangle).resized(to: target))
    }

    @Test(arguments: ["formats/obama_420.jpg", "orientations/obama_6.jpg", "formats/obama_rgba.png", "formats/obama_lossy.webp"])
    func ofTheWholePictureGivesTheRequestedLongSide(file: String) throws {
        let source = try Fixture.source(file)
        #expect(try source.pixels(longSide: 50).size == source.size.fitted(longSide: 50))
        #expect(try source.pixels(longSide: 50).size.longSide == 50)
        #expect(try source.pixels(longSide: 5000).size == source.size)
        #expect(try source.pixels(longSide: 0).size == PixelSize(width: 1, height: 1))
    }

    @Test func ofSeveralCropsServesTheLargest() throws {
        let source = try Fixture.source("photos/obama.jpg")
        let small = PictureCut(PixelRect(x: 100, y: 100, width: 800, height: 800), scaledTo: PixelSize(width: 20, height: 20))
        let large = PictureCut(PixelRect(x: 300, y: 50, width: 400, height: 400), scaledTo: PixelSize(width: 400, height: 400))
        let crops = try source.pixels(of: [small, large])
        #expect(crops.map(\.size) == [small.size, large.size])
        #expect(try crops[1] == source.pixels().cut(large.rectangle))
    }
}
