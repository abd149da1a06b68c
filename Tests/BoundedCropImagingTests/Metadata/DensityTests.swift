import PictureSupport
import TestSupport
import Testing

@testable import BoundedCropImaging

/// The density for prints in written files.
@Suite struct DensityTests {
    private static let picture = PixelBuffer(size: PixelSize(width: 40, height: 20), filledWith: (90, 90, 90, 255))

    private func written(_ format: ImageFormat, _ selection: MetadataSelection, from exif: [UInt8]? = nil) throws -> [UInt8] {
        let source = try ImageSource(bytes: Self.picture.blocking.encoded(as: .jpeg(), metadata: ImageMetadata(exif: exif)))
        return try Self.picture.blocking.encoded(as: ImageEncoding(format), from: source, keeping: selection)
    }

    /// The fractions and the unit of EXIF's density; nil without one of them.
    private func density(_ bytes: [UInt8], _ format: ImageFormat) throws -> [Int]? {
        let metadata = try ImageMetadata(of: ImageSource(bytes: bytes).file, format: format)
        guard let exif = metadata.exif.flatMap({ EXIF($0) }) else { return nil }
        let entries = exif.entries(at: exif.firstDirectory)
        func entry(_ tag: Int) -> EXIF.Entry? { entries.first { $0.tag == tag } }
        guard let across = entry(0x011A), let down = entry(0x011B), let unit = entry(0x0128) else { return nil }
        let numbers = try [across, down].flatMap { entry in
            let bytes = Array(try #require(exif.bytes(of: entry)))
            return [0, 4].map { start in bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
        }
        return numbers + [try #require(exif.uint16(at: unit.valueOffset))]
    }

    @Test(arguments: [ImageFormat.jpeg, .png, .webp, .avif], [1, 72, 300, 65_535])
    func `a density is in the file, whatever is kept`(format: ImageFormat, dpi: Int) throws {
        for extent in MetadataSelection.Extent.allCases {
            let file = try written(format, MetadataSelection(extent, pixelsPerInch: dpi))
            #expect(try density(file, format) == [dpi, 1, dpi, 1, 2], "\(extent)")
        }
    }

    @Test func `JPEG says it in JFIF, in pixels per inch`() throws {
        let file = try written(.jpeg, MetadataSelection(.nothing, pixelsPerInch: 600))
        let place = try #require(file.firstRange(of: Array("JFIF\0".utf8))).upperBound
        #expect(Array(file[place + 2..<place + 7]) == [1, 0x02, 0x58, 0x02, 0x58])
    }

    /// 300 pixels per inch are 11811.02 per meter.
    @Test func `PNG says it in pHYs, in pixels per meter`() throws {
        let file = try written(.png, MetadataSelection(.nothing, pixelsPerInch: 300))
        let place = try #require(file.firstRange(of: Array("pHYs".utf8))).upperBound
        #expect(Array(file[place..<place + 9]) == [0, 0, 0x2E, 0x23, 0, 0, 0x2E, 0x23, 1])
        #expect(place < (try #require(file.firstRange(of: Array("IDAT".utf8))).lowerBound))
    }

    @Test func `GIF has no place for it`() throws {
        let file = try written(.gif, MetadataSelection(.nothing, pixelsPerInch: 300))
        #expect(try file == written(.gif, .none) && !ImageFormat.gif.holdsDensity)
    }

    /// XResolution, YResolution and ResolutionUnit, of 72 pixels per inch, and the author.
    private static let source: [UInt8] = {
        var block = TIFFBlock(isBigEndian: false)
        let values = 8 + 2 + 4 * 12 + 4
        block.append16(4)
        for (tag, type, count, value) in [(0x011A, 5, 1, values), (0x011B, 5, 1, values), (0x0128, 3, 1, 2), (0x013B, 2, 4, 0x6E6E41)] {
            block.append16(tag)
            block.append16(type)
            block.append32(count)
            block.append32(value)
        }
        block.append32(0)
        block.append32(72)
        block.append32(1)
        return block.bytes
    }()

    @Test(arguments: [ImageFormat.jpeg, .png, .webp, .avif])
    func `the source's density is not that of the picture`(format: ImageFormat) throws {
        let plain = try written(format, .all, from: Self.source)
        #expect(try density(plain, format) == nil && plain.contains(text: "Ann"))
        let dense = try written(format, MetadataSelection(.rights, pixelsPerInch: 300), from: Self.source)
        #expect(dense.contains(text: "Ann"))
        let metadata = try ImageMetadata(of: ImageSource(bytes: dense).file, format: format)
        let exif = try #require(metadata.exif.flatMap { EXIF($0) })
        #expect(exif.entries(at: exif.firstDirectory).map(\.tag) == [0x011A, 0x011B, 0x0128, 0x013B])
        let fraction = try #require(exif.entries(at: exif.firstDirectory).first.flatMap { exif.bytes(of: $0) })
        #expect(Array(fraction) == [0x2C, 0x01, 0, 0, 1, 0, 0, 0])
    }

    @Test(arguments: [0, -1, 65_536, Int.max, Int.min]) func `a density that a file cannot have is refused`(dpi: Int) {
        expectError(.invalidArgument, saying: "65535") { _ = try written(.jpeg, MetadataSelection(pixelsPerInch: dpi)) }
    }

    @Test(arguments: [ImageFormat.png, .webp, .avif]) func `animations say it too`(format: ImageFormat) throws {
        let fixture = try #require(AnimationFixture.all.get().first { $0.name == "built.png" })
        let animation = try ImageSource(bytes: fixture.bytes)
        let file = try animation.changingFrames(as: ImageEncoding(format), keeping: MetadataSelection(.nothing, pixelsPerInch: 300)) { $0 }
        #expect(try density(file.bytes, format) == [300, 1, 300, 1, 2])
        if format == .png { #expect(file.bytes.contains(text: "pHYs")) }
    }
}
