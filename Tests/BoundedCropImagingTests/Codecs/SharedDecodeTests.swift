import PictureSupport
import TestSupport
import Testing

@testable import BoundedCropImaging

/// What was decoded for detection is reused for cropping, without affecting the result.
@Suite(.timeLimit(.minutes(15))) struct SharedDecodeTests {
    private static let names = [
        "photos/biden.jpg", "photos/astronaut.png", "formats/obama_lossy.webp", "formats/obama_lossless_alpha.webp",
        "orientations/obama_6.jpg",
        "formats/obama_cmyk.jpg", "colour/astronaut_display_p3.jpg", "formats/obama_progressive.jpg", "formats/obama_rgba_interlaced.png",
    ]

    @Test(arguments: names) func cropsAreTheSameAfterDetection(name: String) throws {
        let source = try Fixture.source(name)
        let (width, height) = (source.size.width, source.size.height)
        let cuts = [
            PictureCut(
                PixelRect(x: width / 3, y: height / 4, width: width / 2, height: height / 2),
                scaledTo: PixelSize(width: 40, height: 30)
            ),
            PictureCut(PixelRect(all: source.size), scaledTo: PixelSize(width: 64, height: 64)),
        ]
        let detected = try Fixture.source(name)
        #expect(try detected.pixels(longSide: 480) == Fixture.source(name).pixels(longSide: 480))
        for (crop, reference) in zip(try detected.pixels(of: cuts), try source.pixels(of: cuts)) {
            #expect(crop.difference(from: reference).largest <= 1)
        }
    }

    @Test func memoryOfOnePictureDoesNotShowInTheNext() throws {
        let expected = try Self.names.map { try Fixture.source($0).pixels(longSide: 480) }
        for _ in 0..<3 {
            for (name, pixels) in zip(Self.names, expected) {
                #expect(try Fixture.source(name).pixels(longSide: 480) == pixels, "\(name)")
            }
        }
    }

    @Test func missingPixelsOfADamagedFileDoNotShowThePreviousPicture() throws {
        var options = DecodingOptions()
        options.allowsTruncated = true
        let expected = try Fixture.source("broken/truncated.png", options).pixels(longSide: 480)
        _ = try Fixture.source("photos/astronaut.png").pixels(longSide: 480)
        #expect(try Fixture.source("broken/truncated.png", options).pixels(longSide: 480) == expected)
    }

    /// The color conversion refers to the source, which keeps the decoded pixels.
    @Test(arguments: ["colour/astronaut_display_p3.jpg", "photos/obama.jpg"]) func keptPixelsAreReleasedWithTheSource(name: String) throws {
        weak var overview: DecodedOverview?
        do {
            let source = try Fixture.source(name)
            overview = source.overview
            _ = try source.pixels(longSide: 200)
            #expect(overview != nil)
        }
        #expect(overview == nil)
    }

    @Test func keptPixelsAreReleasedOnceSomethingIsCropped() throws {
        let source = try Fixture.source("photos/obama.jpg")
        _ = try source.pixels(longSide: 480)
        let decoder = source.overviewDecoder(longSide: 480)
        _ = try source.pixels(of: PixelRect(x: 0, y: 0, width: 9, height: 9), scaledTo: PixelSize(width: 9, height: 9))
        #expect(source.overview.take(for: decoder) == nil)
        _ = try source.pixels(longSide: 480)
        #expect(source.overview.take(for: decoder) != nil && source.overview.take(for: decoder) == nil)
    }
}
