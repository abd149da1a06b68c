import PictureSupport
import TestSupport
import Testing

@testable import BoundedCropImaging

/// Smaller pictures in the same file. In the fixtures each has one color, which the picture itself has not.
@Suite struct PreviewTests {
    private static func isFlat(_ pixels: PixelBuffer) -> Bool {
        (0..<3).allSatisfy { channel in
            let values = pixels.channel(channel)
            return Int(values.max() ?? 0) - Int(values.min() ?? 0) < 6
        }
    }

    @Test(arguments: [(96, false), (95, false), (65, false), (64, true), (50, true), (1, true)])
    func ofAHEICIsUsedIfItIsLargeEnough(longSide: Int, usesThumbnail: Bool) throws {
        let source = try Fixture.source("formats/heic/thumbnail.heic")
        let pixels = try source.pixels(longSide: longSide)
        #expect(pixels.size == source.size.fitted(longSide: longSide))
        if longSide > 1 { #expect(Self.isFlat(pixels) == usesThumbnail) }
        if usesThumbnail {
            let color = PixelBuffer(size: pixels.size, filledWith: (200, 100, 20, 255))
            #expect(pixels.difference(from: color).largest < 8)
            let luma = try source.luma(longSide: longSide)
            #expect(luma.bytes.allSatisfy { abs(Int($0) - 121) < 6 })
        }
    }

    /// The smallest one that is large enough: 12 pixels wide with a red of 60, or 24 with 120.
    @Test(arguments: ["below", "behind"], [(48, nil), (25, nil), (24, 120), (13, 120), (12, 60), (5, 60)] as [(Int, Int?)])
    func ofATIFFIsTheSmallestThatIsLargeEnough(place: String, longSide: (Int, Int?)) throws {
        let source = try Fixture.source("formats/tiff/reductions_\(place).tif")
        let pixels = try source.pixels(longSide: longSide.0)
        #expect(pixels.size == source.size.fitted(longSide: longSide.0))
        if let red = longSide.1 {
            #expect(pixels == PixelBuffer(size: pixels.size, filledWith: (UInt8(red), UInt8(255 - red), UInt8(red), 255)))
        } else {
            #expect(!Self.isFlat(pixels))
        }
    }

    @Test func ofAHEICThatIsTurnedAlikeIsUsed() throws {
        #expect(Self.isFlat(try Fixture.source("formats/heic/thumbnail_turned_alike.heic").pixels(longSide: 40)))
    }

    @Test(arguments: ["turned", "mirrored", "cropped"]) func ofAHEICThatIsShownOtherwiseIsNotUsed(change: String) throws {
        let source = try Fixture.source("formats/heic/thumbnail_of_a_\(change)_picture.heic")
        #expect(!Self.isFlat(try source.pixels(longSide: 40)))
    }

    @Test(arguments: ["heic/thumbnail_of_another_shape.heic", "tiff/reduction_of_another_shape.tif", "tiff/two_pages.tif"])
    func ofAnotherShapeIsNotUsed(file: String) throws {
        let source = try Fixture.source("formats/" + file)
        for longSide in [5, 12, 20, 40] { #expect(!Self.isFlat(try source.pixels(longSide: longSide)), "\(longSide)") }
    }

    @Test(arguments: ["heic/thumbnail.heic", "tiff/reductions_below.tif", "tiff/reductions_behind.tif"])
    func isNeverUsedForCrops(file: String) throws {
        let source = try Fixture.source("formats/" + file)
        _ = try source.pixels(longSide: 10)
        let small = try source.pixels(of: PixelRect(all: source.size), scaledTo: PixelSize(width: 12, height: 10))
        #expect(!Self.isFlat(small))
    }

    /// Turned like the picture.
    @Test func ofATurnedTIFFIsTurned() throws {
        var file = try Fixture.bytes("formats/tiff/reductions_below.tif")
        let plain = try ImageSource(bytes: file).pixels(longSide: 24)
        try TIFFPatch.addOrientation(6, to: &file)
        let source = try ImageSource(bytes: file)
        #expect(source.header.orientation == .right)
        let pixels = try source.pixels(longSide: 24)
        #expect(pixels.size == PixelSize(width: 20, height: 24) && pixels.channel(0) == plain.channel(0))
    }

    @Test func thatIsDamagedIsReplacedByThePicture() throws {
        var file = try Fixture.bytes("formats/tiff/reductions_below.tif")
        try TIFFPatch.cutReductions(of: &file)
        let pixels = try ImageSource(bytes: file).pixels(longSide: 12)
        #expect(pixels.size == PixelSize(width: 12, height: 10) && !Self.isFlat(pixels))
    }
}
