import BoundedCrop
import PictureSupport
import Testing

/// Regions and subject areas refer to the stored picture, features to the upright one.
@Suite struct EmbeddedOrientationTests {
    /// In 300x200 stored pixels: at 30,20, 60 wide and 40 high.
    private static let packet = RegionsPacket.text([RegionsPacket.Region()])

    /// Derived by hand from EXIF's table of stored rows and columns.
    static let expected: [(Int, Rect)] = [
        (1, Rect(x: 30, y: 20, width: 60, height: 40)), (2, Rect(x: 210, y: 20, width: 60, height: 40)),
        (3, Rect(x: 210, y: 140, width: 60, height: 40)), (4, Rect(x: 30, y: 140, width: 60, height: 40)),
        (5, Rect(x: 20, y: 30, width: 40, height: 60)), (6, Rect(x: 140, y: 30, width: 40, height: 60)),
        (7, Rect(x: 140, y: 210, width: 40, height: 60)), (8, Rect(x: 20, y: 210, width: 40, height: 60)),
    ]

    private func expectSame(_ features: [Feature], _ expected: Rect) {
        #expect(features.count == 1)
        guard let found = features.first?.rectangle else { return }
        let distances = [found.x - expected.x, found.y - expected.y, found.width - expected.width, found.height - expected.height]
        #expect(distances.allSatisfy { abs($0) < 1e-6 }, "\(found)")
    }

    private func isUpright(_ picture: ImageSource, _ orientation: Int) -> Bool {
        picture.size == (orientation < 5 ? PixelSize(width: 300, height: 200) : PixelSize(width: 200, height: 300))
    }

    @Test(arguments: expected, [false, true]) func rotatedJPEGRegions(case: (orientation: Int, rectangle: Rect), isBigEndian: Bool) throws {
        let exif = TIFFBlock(orientation: `case`.orientation, isBigEndian: isBigEndian)
        let picture = try ImageSource(bytes: TaggedPicture.jpeg(xmp: Self.packet, exif: exif))
        #expect(isUpright(picture, `case`.orientation))
        expectSame(EmbeddedRegionDetector().features(in: picture, accuracy: .low), `case`.rectangle)
    }

    /// The pixels themselves show where it is.
    @Test(arguments: expected) func rotatedPNGRegionsCoverTheWhitePixels(orientation: Int, rectangle: Rect) throws {
        let exif = TIFFBlock(orientation: orientation)
        let bytes = TaggedPicture.png(xmp: Self.packet, exif: exif, white: (x: 30, y: 20, width: 60, height: 40))
        let picture = try ImageSource(bytes: bytes)
        #expect(isUpright(picture, orientation))
        let features = EmbeddedRegionDetector().features(in: picture, accuracy: .low)
        expectSame(features, rectangle)
        let pixels = try picture.pixels()
        let isWhite = { (x: Int, y: Int) in pixels.bytes[(y * pixels.width + x) * 4] == 255 }
        let (left, top) = (Int(rectangle.x), Int(rectangle.y))
        let (right, bottom) = (Int(rectangle.maxX) - 1, Int(rectangle.maxY) - 1)
        for (x, y) in [(left, top), (right, top), (left, bottom), (right, bottom)] { #expect(isWhite(x, y)) }
        for (x, y) in [(left - 1, top), (right + 1, bottom), (left, top - 1), (right, bottom + 1)] { #expect(!isWhite(x, y)) }
    }

    @Test(arguments: expected, [false, true]) func rotatedJPEGSubjectAreas(
        case: (orientation: Int, rectangle: Rect),
        isBigEndian: Bool
    ) throws {
        let exif = TIFFBlock(orientation: `case`.orientation, subjectArea: [60, 40, 60, 40], isBigEndian: isBigEndian)
        let picture = try ImageSource(bytes: TaggedPicture.jpeg(exif: exif))
        #expect(isUpright(picture, `case`.orientation))
        expectSame(EmbeddedRegionDetector().features(in: picture, accuracy: .low), `case`.rectangle)
    }
}
