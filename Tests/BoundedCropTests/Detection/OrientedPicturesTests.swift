import BoundedCrop
import TestSupport
import Testing

/// One photo stored in each of EXIF's eight orientations.
@Suite struct OrientedPicturesTests {
    private static let names = (1...8).map { "orientations/obama_\($0).jpg" } + ["orientations/obama_6.png", "orientations/obama_6.webp"]

    /// JPEG's blocks of eight pixels are positioned differently in a rotated picture, so decoded pixels differ slightly, and with them the
    /// average of the cascade's raw hits: by up to 1% of the long side of 400.
    private static let faceTolerance = 4.0
    /// The crop is centered on the padded face, so it moves by half as much as the edges of the face.
    private static let cropTolerance = 2

    @Test(arguments: names) func haveTheFaceInTheSamePosition(name: String) throws {
        let upright = try BlockingCropper().features(in: Fixture.source("orientations/obama_1.jpg"))
        let features = try BlockingCropper().features(in: Fixture.source(name))
        #expect(upright.count == 1 && features.count == 1)
        for (one, other) in zip(upright.map(\.rectangle), features.map(\.rectangle)) {
            #expect(abs(one.minX - other.minX) <= Self.faceTolerance && abs(one.maxX - other.maxX) <= Self.faceTolerance)
            #expect(abs(one.minY - other.minY) <= Self.faceTolerance && abs(one.maxY - other.maxY) <= Self.faceTolerance)
        }
    }

    @Test(arguments: names) func areCroppedAtTheSamePosition(name: String) throws {
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

    /// The pixels are rotated as well: the same picture results, except for JPEG's loss in differently positioned blocks.
    @Test(arguments: names.filter { $0.hasSuffix("jpg") }) func giveTheSamePixels(name: String) throws {
        let cropper = BoundedCropper(detector: FixedFeatureDetector([Rect(x: 130, y: 29, width: 86, height: 119)]))
        let one = try cropper.blocking.crop(Fixture.source("orientations/obama_1.jpg"), to: CropRequest(width: 16, height: 16))
        let other = try cropper.blocking.crop(Fixture.source(name), to: CropRequest(width: 16, height: 16))
        #expect(one.plan == other.plan)
        let differences = zip(one.pixels.bytes, other.pixels.bytes).map { abs(Int($0) - Int($1)) }
        #expect(differences.max() ?? 0 <= 8)
    }
}
