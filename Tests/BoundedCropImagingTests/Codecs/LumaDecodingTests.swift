import PictureSupport
import TestSupport
import Testing

@testable import BoundedCropImaging

@Suite struct LumaDecodingTests {
    /// JPEG's own luma avoids rounding to RGB and back, and the clipping of colors outside RGB.
    @Test(arguments: try RegionDecodingTests.files.get().filter { !$0.hasPrefix("colour/") })
    func isThatOfThePixels(file: String) throws {
        let source = try Fixture.source(file)
        let difference = try source.luma(longSide: .max).difference(from: source.pixels().luma())
        #expect(difference.mean < 0.2 && difference.largest < 30, "\(difference)")
    }

    /// Decoded with no more detail than requested, and so softer than the shrunk pixels: by up to 8 of 255 on average for small results.
    @Test(arguments: try RegionDecodingTests.files.get().filter { !$0.hasPrefix("colour/") }, [37, 100, 240])
    func isCloseToTheBrightnessOfTheShrunkPixels(file: String, longSide: Int) throws {
        let source = try Fixture.source(file)
        let luma = try source.luma(longSide: longSide)
        #expect(luma.size == source.size.fitted(longSide: longSide))
        let difference = try luma.difference(from: source.pixels().resized(to: luma.size).luma())
        #expect(difference.mean < 8 && difference.largest < 70, "\(difference)")
    }

    @Test(arguments: 2...8)
    func isUpright(orientation: Int) throws {
        let upright = try Fixture.source("orientations/obama_1.jpg").luma(longSide: 200)
        let turned = try Fixture.source("orientations/obama_\(orientation).jpg").luma(longSide: 200)
        let difference = turned.difference(from: upright)
        #expect(difference.mean < 0.5 && difference.largest < 8, "\(difference)")
    }

    @Test(arguments: ["formats/obama_cmyk.jpg", "formats/obama_rgb8.png", "formats/obama_lossy.webp", "formats/obama_gray.jpg"])
    func shrinksToTheLongSideAndNeverEnlarges(file: String) throws {
        let source = try Fixture.source(file)
        #expect(try source.luma(longSide: 64).size.longSide == 64)
        #expect(try source.luma(longSide: 9000).size == source.size)
        #expect(try source.luma(longSide: 1).size == PixelSize(width: 1, height: 1))
    }

    @Test func ofTransparentPixelsIsThatOverBlack() throws {
        let bytes: [UInt8] = [255, 255, 255, 255, 100, 100, 100, 100, 0, 0, 0, 0, 255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255]
        let pixels = try PixelBuffer(size: PixelSize(width: 6, height: 1), bytes: bytes)
        #expect(try pixels.luma(longSide: 6).bytes == [255, 100, 0, 76, 150, 29])
    }
}
