import PictureSupport
import TestSupport
import Testing

@testable import BoundedCropImaging

@Suite struct JPEGDecodingTests {
    /// The forms of one photo, with their tolerances against its 4:4:4 form: coarser chroma blurs color edges.
    static let forms: [(name: String, mean: Double, largest: Int)] = [
        ("420", 1.5, 70), ("422", 1.2, 70), ("440", 1.2, 70), ("411", 2.3, 160), ("progressive", 1.5, 70), ("restart", 1.5, 70),
        ("progressive_restart", 1.5, 70), ("rgb", 1.5, 40), ("cmyk", 1.6, 45), ("cmyk_progressive", 1.6, 45), ("ycck", 1.6, 45),
        ("q10", 7, 140),
    ]

    @Test(arguments: forms)
    func givesTheSamePictureFromEveryForm(name: String, mean: Double, largest: Int) throws {
        let reference = try Fixture.source("formats/obama_444.jpg").pixels()
        let difference = try Fixture.source("formats/obama_\(name).jpg").pixels().difference(from: reference)
        #expect(difference.mean < mean && difference.largest < largest, "\(difference)")
    }

    @Test func isCloseToThePhotoThatTheFormsWereMadeFrom() throws {
        let forms = try Fixture.source("formats/obama_444.jpg").pixels()
        let photo = try Fixture.source("photos/obama.jpg").pixels().resized(to: forms.size)
        #expect(photo.difference(from: forms).mean < 2.5)
    }

    @Test(arguments: ["gray", "gray_progressive"])
    func ofAGrayFileGivesThreeEqualChannelsOfItsBrightness(name: String) throws {
        let gray = try Fixture.source("formats/obama_\(name).jpg").pixels()
        #expect(gray.channel(0) == gray.channel(1))
        #expect(gray.channel(0) == gray.channel(2))
        let difference = try gray.luma().difference(from: Fixture.source("formats/obama_444.jpg").pixels().luma())
        #expect(difference.mean < 1 && difference.largest < 20, "\(difference)")
    }

    @Test(arguments: [
        ("420", "progressive"), ("420", "restart"), ("420", "progressive_restart"), ("gray", "gray_progressive"),
        ("cmyk", "cmyk_progressive"),
    ])
    func doesNotDependOnTheEncodingOfCoefficients(one: String, other: String) throws {
        #expect(try Fixture.source("formats/obama_\(one).jpg").pixels() == Fixture.source("formats/obama_\(other).jpg").pixels())
    }

    @Test(arguments: try Fixture.files(in: "formats", endings: "jpg").filter { $0.contains("obama_") })
    func isOpaque(file: String) throws {
        let source = try Fixture.source(file)
        #expect(try source.pixels().isOpaque)
        #expect(!source.header.hasAlpha)
    }

    @Test(arguments: [("edges/2x1.jpg", 2, 1), ("edges/3000x8.jpg", 3000, 8), ("formats/obama_301x199_420.jpg", 301, 199)])
    func readsOddSizes(file: String, width: Int, height: Int) throws {
        #expect(try Fixture.source(file).pixels().size == PixelSize(width: width, height: height))
    }

    /// A photo with another marker for its frame, and another number of bits per color.
    private static let unread: [(marker: UInt8, bits: UInt8, words: String)] = [
        (0xC3, 8, "lossless"), (0xC3, 16, "lossless"), (0xCB, 12, "lossless"), (0xC5, 8, "hierarchical"), (0xCF, 8, "hierarchical"),
        (0xDE, 8, "hierarchical"), (0xF7, 8, "JPEG-LS"), (0xC0, 12, "12 bits"), (0xC1, 12, "12 bits"), (0xC2, 12, "12 bits"),
    ]

    @Test(arguments: unread) func `a kind that is not read is named, with what to do`(marker: UInt8, bits: UInt8, words: String) throws {
        var bytes = try Fixture.bytes("formats/obama_444.jpg")
        let frame = try #require(bytes.indices.first { bytes[$0...].starts(with: [0xFF, 0xC0]) })
        bytes.replaceSubrange(frame + 1...frame + 1, with: [marker])
        bytes[frame + 4] = bits
        expectError(.unsupportedFormat, saying: words) { _ = try ImageSource(bytes: bytes) }
        expectError(.unsupportedFormat, saying: "save it") { _ = try ImageSource(bytes: bytes) }
    }

    @Test(arguments: [0xC8, 0xF0] as [UInt8]) func `a frame of no known kind is damage`(marker: UInt8) throws {
        var bytes = try Fixture.bytes("formats/obama_444.jpg")
        let frame = try #require(bytes.indices.first { bytes[$0...].starts(with: [0xFF, 0xC0]) })
        bytes[frame + 1] = marker
        expectError(.malformedImage) { _ = try ImageSource(bytes: bytes) }
    }
}
