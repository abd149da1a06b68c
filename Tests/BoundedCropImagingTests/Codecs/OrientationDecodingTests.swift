import BoundedCropImaging
import PictureSupport
import TestSupport
import Testing

@Suite struct OrientationDecodingTests {
    static let photo = PixelSize(width: 320, height: 400)

    /// The stored pictures were rotated and then compressed as JPEG: the loss is alike, but rounding differs between directions.
    @Test(arguments: 1...8)
    func ofAJPEGGivesTheSameUprightPixels(orientation: Int) throws {
        let source = try Fixture.source("orientations/obama_\(orientation).jpg")
        #expect(source.header.orientation.rawValue == orientation)
        #expect(source.size == Self.photo)
        #expect(source.header.storedSize == (orientation < 5 ? Self.photo : PixelSize(width: 400, height: 320)))
        let difference = try source.pixels().difference(from: Fixture.source("orientations/obama_1.jpg").pixels())
        #expect(difference.mean < 0.3 && difference.largest <= 6, "\(difference)")
    }

    @Test(arguments: ["orientations/obama_6.png", "orientations/obama_6_late.png", "orientations/obama_6.webp"])
    func ofALosslessFileGivesTheUprightPixelsExactly(file: String) throws {
        let source = try Fixture.source(file)
        #expect(source.header.orientation == .right)
        #expect(source.size == Self.photo)
        let pixels = try source.pixels()
        #expect(try pixels == Fixture.source("orientations/obama_6.png").pixels())
        #expect(try pixels.difference(from: Fixture.source("orientations/obama_1.jpg").pixels()).mean < 2)
        #expect(try pixels.cut(PixelRect(x: 0, y: 0, width: 16, height: 16)) == Self.redCorner)
    }

    @Test func isReadFromWebPWithJPEGsEXIFPrefix() throws {
        let source = try Fixture.source("metadata/exif_prefixed_6.webp")
        #expect(source.header.orientation == .right)
        let difference = try source.pixels().difference(from: Fixture.source("metadata/bad_exif.jpg").pixels())
        #expect(difference.mean < 3, "\(difference)")
    }

    @Test(arguments: try Fixture.files(in: "metadata", endings: "jpg").filter { $0.contains("bad_exif") })
    func isUprightIfTheEXIFIsMalformed(file: String) throws {
        let source = try Fixture.source(file)
        #expect(source.header.orientation == .up)
        #expect(try source.pixels() == Fixture.source("metadata/bad_exif.jpg").pixels())
    }

    @Test(arguments: ["formats/obama_420.jpg", "formats/obama_rgb8.png", "formats/obama_lossy.webp", "formats/obama_lossless.webp"])
    func isUprightWithoutEXIF(file: String) throws {
        #expect(try Fixture.source(file).header.orientation == .up)
    }

    private static let redCorner = PixelBuffer(size: PixelSize(width: 16, height: 16), filledWith: (255, 0, 0, 255))
}
