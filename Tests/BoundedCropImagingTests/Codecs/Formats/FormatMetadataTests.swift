import PictureSupport
import TestSupport
import Testing

@testable import BoundedCropImaging

@Suite struct FormatMetadataTests {
    static let tagged = [
        "formats/tiff/metadata.tif", "formats/tiff/metadata_big_endian.tif", "formats/heic/metadata.heic", "formats/avif/metadata.avif",
        "formats/jxl/metadata.jxl", "formats/jxl/metadata_compressed.jxl",
    ]
    static let keeping = {
        var options = DecodingOptions()
        options.colorProfile = .keep
        return options
    }()

    @Test(arguments: tagged)
    func isRead(file: String) throws {
        let metadata = try Fixture.source(file).metadata
        let exif = try #require(metadata.exif)
        #expect(exif.contains(text: "Fixture Camera Works"))
        #expect(EXIF(exif)?.subjectArea == [10, 11, 8, 6])
        let xmp = try #require(metadata.xmp)
        #expect(xmp.contains(text: #"xmp:CreatorTool="Fixture""#) && xmp.starts(with: Array("<x:xmpmeta".utf8)))
    }

    @Test(arguments: tagged, [ImageFormat.jpeg, .png, .webp, .avif, .jxl])
    func isWrittenWithTheNewSizeIfRequested(file: String, format: ImageFormat) throws {
        let source = try Fixture.source(file)
        let crop = try source.pixels(of: PixelRect(x: 2, y: 3, width: 20, height: 16), scaledTo: PixelSize(width: 10, height: 8))
        let kept = try ImageSource(bytes: crop.blocking.encoded(as: ImageEncoding(format), from: source, keeping: .all))
        let original = try #require(source.metadata.exif.flatMap(EXIF.init))
        #expect(kept.metadata.exif == original.kept(for: PixelSize(width: 10, height: 8), .all))
        #expect(try #require(kept.metadata.xmp).contains(text: #"CreatorTool="Fixture""#))
        #expect(kept.header.orientation == .up && kept.size == crop.size)
        let dropped = try crop.blocking.encoded(as: ImageEncoding(format), from: source, keeping: .none)
        #expect(!dropped.contains(text: "Fixture") && !dropped.contains(text: "xmpmeta"))
    }

    /// Neither the container's turn nor the orientation that EXIF has beside it is left.
    @Test(arguments: 1...8, [ImageFormat.heic, .avif, .jxl])
    func isUprightLikeThePixels(orientation: Int, format: ImageFormat) throws {
        let source = try Fixture.source("formats/\(format.rawValue)/orientation_\(orientation).\(format.rawValue)")
        let written = try ImageSource(bytes: source.pixels().blocking.encoded(as: .png(), from: source, keeping: .all))
        #expect(written.metadata.exif != nil)
        #expect(written.header.orientation == .up)
        #expect(try written.pixels() == source.pixels())
    }

    @Test func ofAGIFIsItsXMP() throws {
        let source = try Fixture.source("formats/gif/xmp.gif")
        let xmp = try #require(source.metadata.xmp)
        let tool = #"xmp:CreatorTool=""# + String(repeating: "é", count: 200) + #"""#
        #expect(xmp.contains(text: tool) && xmp.starts(with: Array("<x:xmpmeta".utf8)) && xmp.suffix(12).elementsEqual("</x:xmpmeta>".utf8))
        let written = try source.pixels().blocking.encoded(as: .gif(), from: source, keeping: .all)
        #expect(try #require(ImageSource(bytes: written).metadata.xmp).contains(text: String(repeating: "é", count: 200)))
        #expect(try ImageSource(bytes: written).pixels() == source.pixels())
    }

    @Test(arguments: ["gif/icc.gif", "bmp/icc.bmp", "tiff/metadata.tif", "heic/icc.heic", "avif/icc.avif", "jxl/icc.jxl"])
    func keepsTheProfileIfRequested(file: String) throws {
        let (kept, converted) = (try Fixture.source("formats/" + file, Self.keeping), try Fixture.source("formats/" + file))
        let profile = try #require(kept.metadata.iccProfile)
        #expect(profile.contains(text: "Fixture swapped primaries"))
        // With this profile red is green, and green is red.
        let (stored, shown) = (try kept.pixels(), try converted.pixels())
        #expect(PixelDifference(stored.channel(0), shown.channel(1)).largest <= 1)
        #expect(PixelDifference(stored.channel(0), shown.channel(0)).mean > 10)
        for encoding in [ImageEncoding.png(), .webp(.lossless()), .jpeg(), .avif()] {
            let written = try ImageSource(bytes: stored.blocking.encoded(as: encoding, from: kept))
            #expect(written.metadata.iccProfile == profile, "\(encoding)")
        }
    }

    /// Colors given by code points become a profile.
    @Test(arguments: ["display_p3", "bt2020"], [ImageFormat.heic, .avif])
    func ofCodePointsIsAProfile(name: String, format: ImageFormat) throws {
        let file = "formats/\(format.rawValue)/\(name).\(format.rawValue)"
        let kept = try Fixture.source(file, Self.keeping)
        #expect(try #require(kept.metadata.iccProfile).count > 100)
        let png = try ImageSource(bytes: kept.pixels().blocking.encoded(as: .png(), from: kept))
        let difference = try png.pixels().difference(from: Fixture.source(file).pixels())
        #expect(difference.largest <= 1, "\(difference)")
        #expect(try kept.pixels().difference(from: Fixture.source(file).pixels()).mean > 3)
    }

    @Test(arguments: ["heic/plain.heic", "avif/plain.avif", "jxl/plain.jxl", "tiff/strips.tif", "gif/animated.gif", "bmp/rgb24.bmp"])
    func isEmptyForPlainFiles(file: String) throws {
        let metadata = try Fixture.source("formats/" + file).metadata
        #expect(metadata.xmp == nil && metadata.iccProfile == nil && metadata.orientation == .up)
    }
}
