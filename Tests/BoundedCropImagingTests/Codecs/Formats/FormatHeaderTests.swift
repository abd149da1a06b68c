import PictureSupport
import TestSupport
import Testing

@testable import BoundedCropImaging

@Suite struct FormatHeaderTests {
    @Test(arguments: try FormatFixture.all.get())
    func tellsFormatSizeAndAnimation(fixture: FormatFixture) throws {
        let header = try fixture.source().header
        #expect(header.format == fixture.format)
        #expect(header.size == fixture.size)
        #expect(header.isAnimated == fixture.tags.contains("animated"))
        #expect(header.isCMYK == fixture.tags.contains("cmyk"))
    }

    /// Where the header has no alpha, there is none in the pixels.
    @Test(arguments: try FormatFixture.all.get())
    func tellsAlpha(fixture: FormatFixture) throws {
        let header = try fixture.source().header
        #expect(header.hasAlpha == fixture.tags.contains("alpha"))
        #expect(try header.hasAlpha || fixture.source().pixels().isOpaque)
        #expect(header.mayBeTransparent || !header.hasAlpha)
    }

    @Test(arguments: 1...8)
    func tellsTheOrientationOfATIFF(orientation: Int) throws {
        let header = try Fixture.source("formats/tiff/orientation_\(orientation).tif").header
        #expect(header.orientation.rawValue == orientation)
        #expect(header.storedSize == (orientation < 5 ? header.size : PixelSize(width: header.size.height, height: header.size.width)))
    }

    /// The container turns the pixels; EXIF says something else, and is not applied on top of that.
    @Test(arguments: 1...8, [ImageFormat.heic, .avif, .jxl])
    func isUprightWhereTheContainerTurnsThePicture(orientation: Int, format: ImageFormat) throws {
        let source = try Fixture.source("formats/\(format.rawValue)/orientation_\(orientation).\(format.rawValue)")
        #expect(source.metadata.orientation.rawValue == (orientation == 6 ? 3 : 6))
        #expect(source.header.orientation == .up)
        let first = try Fixture.source("formats/\(format.rawValue)/orientation_1.\(format.rawValue)").pixels()
        #expect(source.header.storedSize == first.size)
        let difference = try source.pixels().difference(from: first)
        #expect(difference.mean < 1 && difference.largest <= 10, "\(difference)")
        let corner = try source.pixels().cut(PixelRect(x: 2, y: 2, width: 4, height: 4))
        #expect(corner.difference(from: PixelBuffer(size: corner.size, filledWith: (230, 30, 30, 255))).largest < 12)
    }

    @Test(arguments: [
        ("gif/global_palette.gif", ImageFormat.gif), ("gif/transparent.gif", .gif), ("avif/alpha.avif", .avif), ("avif/plain.avif", .avif),
        ("heic/plain.heic", .jpeg), ("heic/alpha.heic", .png), ("jxl/plain.jxl", .jxl), ("jxl/alpha.jxl", .jxl),
        ("jp2/rgb.j2k", .jpeg), ("jp2/four.j2k", .png),
        ("tiff/strips.tif", .jpeg), ("tiff/alpha_associated.tif", .png),
        ("tiff/cmyk.tif", .jpeg), ("bmp/rgb24.bmp", .jpeg), ("bmp/argb8888.bmp", .png),
    ])
    func choosesTheFormatOfPicturesMadeFromIt(file: String, format: ImageFormat) throws {
        #expect(try Fixture.source("formats/" + file).header.outputFormat == format)
    }

    @Test(arguments: [
        "heic/gray.heic", "avif/gray.avif", "jxl/gray.jxl", "jxl/gray_alpha.jxl", "jp2/gray.j2k", "tiff/gray8.tif",
        "tiff/gray1_white_is_zero.tif", "tiff/gray_alpha.tif",
    ])
    func ofAGrayPictureGivesGrayPixels(file: String) throws {
        let source = try Fixture.source("formats/" + file)
        let pixels = try source.pixels()
        #expect(pixels.channel(0) == pixels.channel(1) && pixels.channel(1) == pixels.channel(2))
    }

    /// A window of zstd may have 128 MB.
    @Test(arguments: try FormatFixture.all.get())
    func boundsTheMemoryOfDecoding(fixture: FormatFixture) throws {
        let source = try fixture.source()
        let bytes = source.decodingBytes(covering: [PictureCut(PixelRect(all: source.size), scaledTo: source.size)])
        #expect((source.size.area * 4..<200_000_000).contains(bytes), "\(bytes)")
    }

    @Test(arguments: ImageFormat.allCases)
    func everyLibraryTellsItsVersion(format: ImageFormat) {
        let support = format.support
        #expect(support.isReadable && support.isWritable == format.isWritable, "\(String(describing: support.failure))")
        #expect((support.library == nil) == [.bmp, .ico].contains(format))
        #expect((support.version?.contains(".") ?? false) == ![.bmp, .ico].contains(format))
    }
}
