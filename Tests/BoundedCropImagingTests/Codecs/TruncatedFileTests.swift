import PictureSupport
import TestSupport
import Testing

@testable import BoundedCropImaging

@Suite struct TruncatedFileTests {
    static let options = {
        var options = DecodingOptions()
        options.allowsTruncated = true
        return options
    }()

    @Test(arguments: [
        "truncated.jpg", "truncated_progressive.jpg", "truncated.png", "bad_crc.png", "bad_crc_only.png", "truncated.webp",
        "garbage_scan.jpg",
    ])
    func givesAPictureWhenAllowed(file: String) throws {
        let source = try Fixture.source("broken/" + file, Self.options)
        #expect(try source.pixels().size == source.size)
        #expect(try source.pixels(longSide: 50).size.longSide == 50)
        #expect(try source.luma(longSide: 50).size.longSide == 50)
        #expect(try Set(source.luma(longSide: 50).bytes).count > 10)
    }

    /// Every form, cut at 60% of its bytes: the rows that arrived are as in the whole file.
    @Test(arguments: [
        "formats/obama_420.jpg", "formats/obama_cmyk.jpg", "formats/obama_rgb8.png", "formats/obama_rgb16.png", "formats/obama_rgba.png",
        "formats/obama_lossy.webp", "formats/obama_lossless.webp", "formats/obama_lossless_alpha.webp",
    ])
    func hasTheRowsThatArrived(file: String) throws {
        let bytes = try Fixture.bytes(file)
        let source = try ImageSource(bytes: Array(bytes.prefix(bytes.count * 6 / 10)), options: Self.options)
        let top = PixelRect(x: 0, y: 0, width: source.size.width, height: source.size.height / 5)
        #expect(try source.pixels().cut(top) == Fixture.source(file).pixels().cut(top))
        #expect(try source.pixels().isPremultiplied)
    }

    @Test(arguments: [
        "formats/obama_progressive.jpg", "formats/obama_rgba_interlaced.png", "formats/obama_lossy_alpha.webp",
        "formats/webp/animated.webp",
    ])
    func isReadAsFarAsPossibleInEveryForm(file: String) throws {
        let bytes = try Fixture.bytes(file)
        let source = try ImageSource(bytes: Array(bytes.prefix(bytes.count * 9 / 10)), options: Self.options)
        let pixels = try source.pixels()
        #expect(pixels.difference(from: try Fixture.source(file).pixels()).mean < 40)
    }

    @Test(arguments: ["header_only.jpg", "cut_in_exif.jpg", "no_idat.png", "zero_size.jpg", "empty.jpg", "text.jpg", "document.pdf"])
    func withoutAnyPixelsStillFails(file: String) {
        #expect(throws: BoundedCropError.self) { try Fixture.source("broken/" + file, Self.options).pixels() }
    }

    @Test(arguments: [
        "formats/obama_420.jpg", "formats/png/rgba8_interlaced.png", "formats/obama_lossy.webp", "formats/obama_lossy_alpha.webp",
    ])
    func aCompleteFileIsReadAsUsual(file: String) throws {
        #expect(try Fixture.source(file, Self.options).pixels() == Fixture.source(file).pixels())
    }
}
