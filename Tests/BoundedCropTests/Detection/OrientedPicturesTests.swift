import BoundedCrop
import TestSupport
import Testing

/// One photo, stored in each of the eight ways that EXIF knows.
@Suite struct OrientedPicturesTests {
    private static let names = (1...8).map { "orientations/obama_\($0).jpg" } + ["orientations/obama_6.png", "orientations/obama_6.webp"]

    /// JPEG works on blocks of eight, which lie elsewhere in a turned picture, so decoded pixels differ a little, and with them what the
    /// cascade's raw hits average to: up to 1% of the long side of 400.
    private static let faceTolerance = 4.0
    /// The crop is centred on the padded face: it moves by half of what the face's edges do.
    private static let cropTolerance = 2

    @Test(arguments: names) func haveTheFaceInTheSamePlace(name: String) throws {
        let upright = try BlockingCropper().features(in: Fixture.source("orientations/obama_1.jpg"))
        let features = try BlockingCropper().features(in: Fixture.source(name))
        #expect(upright.count == 1 && features.count == 1)
        for (one, other) in zip(upright.map(\.rectangle), features.map(\.rectangle)) {
            #expect(abs(one.minX - other.minX) <= Self.faceTolerance && abs(one.maxX - other.maxX) <= Self.faceTolerance)
            #expect(abs(one.minY - other.minY) <= Self.faceTolerance && abs(one.maxY - other.maxY) <= Self.faceTolerance)
        }
    }

    @Test(arguments: names) func areCroppedInTheSamePlace(name: String) throws {
        for request in [
            CropRequest(.aspect(AspectRatio(1, 1))), CropRequest(.aspect(AspectRatio(2, 1))), CropRequest(.aspect(AspectRatio(1, 2))),
        ] {
            let one = try BlockingCropper().plan(Fixture.source("orientations/obama_1.jpg"), for: request)
            let other = try BlockingCropper().plan(Fixture.source(name), for: request)
            #expect(other.size == PixelSize(width: 320, height: 400))
            #expect(one.crop.size == other.crop.size)
            #expect(abs(one.crop.x - other.crop.x) <= Self.cropTolerance && abs(one.crop.y - other.crop.y) <= Self.cropTolerance)
        }
    }

    /// The pixels are turned as well: the same picture comes out, but for what JPEG loses in other blocks.
    @Test(arguments: names.filter { $0.hasSuffix("jpg") }) func giveTheSamePixels(name: String) throws {
        let cropper = BoundedCropper(detector: FixedFeatureDetector([Rect(x: 130, y: 29, width: 86, height: 119)]))
        let one = try cropper.blocking.crop(Fixture.source("orientations/obama_1.jpg"), to: CropRequest(width: 16, height: 16))
        let other = try cropper.blocking.crop(Fixture.source(name), to: CropRequest(width: 16, height: 16))
        #expect(one.plan == other.plan)
        let differences = zip(one.pixels.bytes, other.pixels.bytes).map { abs(Int($0) - Int($1)) }
        #expect(differences.max() ?? 0 <= 8)
    }
}
