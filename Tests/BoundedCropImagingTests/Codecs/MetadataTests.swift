import PictureSupport
import TestSupport
import Testing

@testable import BoundedCropImaging

@Suite struct MetadataTests {
    static let sources = ["metadata/everything.jpg", "metadata/everything.png", "metadata/everything.webp"]
    static let rectangle = PixelRect(x: 20, y: 30, width: 160, height: 200)

    /// Byte sequences that only metadata contain: EXIF, the JPEG of its thumbnail, XMP, comments.
    static let traces = [
        "Exif", "EXIF", "eXIf", "XMP ", "iTXt", "tEXt", "zTXt", "xpacket", "adobe:ns:meta", "Fixture", "SERIAL", "2024:01:01", "comment",
        "II*\0", "MM\0*",
    ]

    /// GIF has a place for XMP, but none for EXIF.
    static let holdingEXIF = ImageFormat.ofPhotos.filter { $0 != .gif }

    private static func crop(of source: ImageSource, _ format: ImageFormat, keeping: MetadataSelection) throws -> [UInt8] {
        let crop = try source.pixels(of: rectangle, scaledTo: PixelSize(width: 80, height: 100))
        return try crop.blocking.encoded(as: ImageEncoding(format), from: source, keeping: keeping, showing: rectangle)
    }

    @Test(arguments: sources, ImageFormat.ofPhotos)
    func isDroppedIfRequested(file: String, format: ImageFormat) throws {
        let source = try Fixture.source(file)
        let crop = try Self.crop(of: source, format, keeping: .none)
        #expect(Self.traces.filter { crop.contains(text: $0) } == [])
        let pixels = try source.pixels().blocking.encoded(as: ImageEncoding(format))
        #expect(Self.traces.filter { pixels.contains(text: $0) } == [])
    }

    @Test(arguments: sources, holdingEXIF)
    func isKeptWithTheNewSizeIfRequested(file: String, format: ImageFormat) throws {
        let source = try Fixture.source(file)
        let original = try #require(source.metadata.exif.flatMap(EXIF.init))
        let crop = try ImageSource(bytes: Self.crop(of: source, format, keeping: .all))
        let exif = try #require(crop.metadata.exif)
        #expect(exif == original.kept(for: PixelSize(width: 80, height: 100), .all))
        #expect(exif.contains(text: "Fixture Camera Works") && exif.contains(text: "SERIAL-0001"))
        #expect(try #require(crop.metadata.xmp).contains(text: "Fixture Face"))
        #expect(crop.size == PixelSize(width: 80, height: 100))
    }

    @Test(arguments: sources, holdingEXIF)
    func losesTheThumbnailOfTheOriginalPicture(file: String, format: ImageFormat) throws {
        let source = try Fixture.source(file)
        let original = try #require(source.metadata.exif)
        let start = try #require(original.firstRange(of: [0xFF, 0xD8, 0xFF, 0xE0])).lowerBound
        let thumbnail = try ImageSource(bytes: Array(original[start...])).pixels()
        let magenta = PixelBuffer(size: PixelSize(width: 160, height: 120), filledWith: (255, 0, 255, 255))
        #expect(thumbnail.difference(from: magenta).largest < 4)

        let crop = try Self.crop(of: source, format, keeping: .all)
        let kept = try #require(try ImageSource(bytes: crop).metadata.exif)
        #expect(kept.count < start && kept.firstRange(of: [0xFF, 0xD8, 0xFF]) == nil)
        #expect(crop.firstRange(of: original.suffix(48)) == nil)
    }

    @Test(arguments: ["orientations/obama_6.jpg", "orientations/obama_6.png", "orientations/obama_6.webp"], holdingEXIF)
    func isUprightLikeThePixels(file: String, format: ImageFormat) throws {
        let source = try Fixture.source(file)
        let encoding = format == .webp ? .webp(.lossless()) : ImageEncoding(format)
        let written = try ImageSource(bytes: source.pixels().blocking.encoded(as: encoding, from: source, keeping: .all))
        #expect(written.metadata.exif != nil)
        #expect(written.header.orientation == .up)
        #expect(written.size == source.size)
        #expect(try written.pixels().difference(from: source.pixels()).mean < 2.5)
    }

    @Test(arguments: try Fixture.files(in: "metadata", endings: "jpg").filter { $0.contains("bad_exif") }, ImageFormat.ofPhotos)
    func neverPreventsWritingThePictureIfMalformed(file: String, format: ImageFormat) throws {
        let source = try Fixture.source(file)
        let written = try source.pixels().blocking.encoded(as: ImageEncoding(format), from: source, keeping: .all)
        let copy = try ImageSource(bytes: written)
        #expect(copy.header.orientation == .up)
        #expect(try copy.pixels().size == source.size)
    }

    /// A JPEG segment holds at most 64 KiB.
    @Test func thatDoesNotFitIsLeftOutOfJPEG() throws {
        let large = ImageMetadata(xmp: [UInt8](repeating: 0x20, count: 70_000))
        let pixels = PixelBuffer(size: PixelSize(width: 8, height: 8), filledWith: (1, 2, 3, 255))
        let jpeg = try ImageSource(bytes: pixels.blocking.encoded(as: .jpeg(), metadata: large))
        let png = try ImageSource(bytes: pixels.blocking.encoded(as: .png(), metadata: large))
        #expect(jpeg.metadata.xmp == nil)
        #expect(png.metadata.xmp == large.xmp)
    }

    @Test(arguments: ImageFormat.ofPhotos)
    func keepsPacketsOfAnyLengthByteByByte(format: ImageFormat) throws {
        let pixels = PixelBuffer(size: PixelSize(width: 8, height: 8), filledWith: (1, 2, 3, 255))
        for length in [1, 2, 15, 16, 17, 4095, 4096] {
            let packet = [UInt8](repeating: 0x41, count: length)
            let written = try ImageSource(bytes: pixels.blocking.encoded(as: ImageEncoding(format), metadata: ImageMetadata(xmp: packet)))
            #expect(written.metadata.xmp == packet)
            #expect(try written.pixels().size == pixels.size)
        }
    }

    static let areas: [(orientation: Int, crop: PixelRect, area: [Int]?)] = [
        (1, PixelRect(x: 50, y: 30, width: 100, height: 80), [30, 40, 60, 40]),
        (1, PixelRect(x: 0, y: 0, width: 300, height: 200), [40, 40, 27, 16]),
        (1, PixelRect(x: 60, y: 50, width: 100, height: 80), [20, 10, 40, 20]),
        (1, PixelRect(x: 150, y: 30, width: 100, height: 80), nil),
        (3, PixelRect(x: 0, y: 0, width: 300, height: 200), [160, 120, 27, 16]),
        (6, PixelRect(x: 0, y: 0, width: 200, height: 300), [150, 32, 20, 21]),
    ]

    /// The area is at (40, 40), 40 wide and 20 high, in 300x200 stored pixels.
    @Test(arguments: areas) func movesTheSubjectAreaWithTheCrop(orientation: Int, crop: PixelRect, area: [Int]?) throws {
        let exif = TIFFBlock(orientation: orientation, subjectArea: [60, 50, 40, 20])
        let source = try ImageSource(bytes: TaggedPicture.jpeg(exif: exif))
        let pixels = try source.pixels(of: crop, scaledTo: PixelSize(width: 200, height: 160))
        let moved = try ImageSource(bytes: pixels.blocking.encoded(as: .jpeg(), from: source, keeping: .all, showing: crop))
        #expect(try EXIF(#require(moved.metadata.exif))?.subjectArea == area)
        let unknown = try ImageSource(bytes: pixels.blocking.encoded(as: .jpeg(), from: source, keeping: .all))
        #expect(try EXIF(#require(unknown.metadata.exif))?.subjectArea == nil)
    }
}

extension ImageFormat {
    /// The formats that can be written with pictures of any size and their metadata: all but icons.
    static let ofPhotos = writable.filter { $0 != .ico }
}
