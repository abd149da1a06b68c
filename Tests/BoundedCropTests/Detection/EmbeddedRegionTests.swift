import BoundedCrop
import PictureSupport
import TestSupport
import Testing

/// Regions that a file contains in its XMP.
@Suite struct EmbeddedRegionTests {
    typealias Region = RegionsPacket.Region

    private func features(_ xmp: String) throws -> [Feature] {
        try EmbeddedRegionDetector().features(in: ImageSource(bytes: TaggedPicture.jpeg(xmp: xmp)), accuracy: .low)
    }

    private func expectSame(_ one: Rect, _ other: Rect, within: Double = 1e-9, sourceLocation: SourceLocation = #_sourceLocation) {
        let near = { (one: Double, other: Double) in abs(one - other) <= within }
        #expect(
            near(one.x, other.x) && near(one.y, other.y) && near(one.width, other.width) && near(one.height, other.height),
            "\(one) is not \(other)",
            sourceLocation: sourceLocation
        )
    }

    @Test(arguments: ["metadata/everything.jpg", "metadata/everything.png", "metadata/everything.webp"])
    func areReadFromEachFormat(name: String) throws {
        let features = try EmbeddedRegionDetector().features(in: Fixture.source(name), accuracy: .low)
        #expect(features.count == 1 && features.map(\.kind) == [.face] && features.map(\.confidence) == [1])
        // The label is in whole pixels.
        expectSame(try #require(features.first).rectangle, Rect(x: 97, y: 22, width: 64, height: 89), within: 0.5)
    }

    @Test(arguments: ["photos/obama.jpg", "photos/coffee.png", "edges/flat_16x16.webp", "metadata/bad_exif.jpg"])
    func aFileWithoutRegionsHasNone(name: String) throws {
        #expect(try EmbeddedRegionDetector().features(in: Fixture.source(name), accuracy: .high).isEmpty)
    }

    @Test func pixelsInMemoryHaveNone() {
        let picture = PixelBuffer(size: PixelSize(width: 3, height: 3), filledWith: (0, 0, 0, 255))
        #expect(EmbeddedRegionDetector().features(in: picture, accuracy: .low).isEmpty)
    }

    @Test(arguments: RegionsPacket.Form.allCases) func areReadOnceFromEachFormOfRDF(form: RegionsPacket.Form) throws {
        let regions = [
            Region(), Region(x: "0.75", y: "0.5", width: "0.5", height: "1"), Region(type: "Pet", x: "0.5"), Region(type: "BarCode"),
        ]
        let found = try features(RegionsPacket.text(regions, form))
        #expect(found.map(\.kind) == [.face, .face, .region])
        let expected = [
            Rect(x: 30, y: 20, width: 60, height: 40), Rect(x: 150, y: 0, width: 150, height: 200),
            Rect(x: 120, y: 20, width: 60, height: 40),
        ]
        for (feature, expected) in zip(found, expected) { expectSame(feature.rectangle, expected) }
    }

    static let types: [(String?, Feature.Kind?)] = [
        ("Face", .face), ("Pet", .region), ("Focus", .region), (nil, .region), ("BarCode", nil), ("face", nil), ("", nil),
        ("Anything", nil),
    ]

    @Test(arguments: types, RegionsPacket.Form.allCases)
    func onlyRegionsOfCertainTypesAreUsed(type: (name: String?, kind: Feature.Kind?), form: RegionsPacket.Form) throws {
        #expect(try features(RegionsPacket.text([Region(type: type.name)], form)).map(\.kind) == [type.kind].compactMap { $0 })
    }

    static let invalid: [(Region, Bool)] = [
        (Region(unit: nil), true), (Region(x: " 0.2 ", y: "\n0.2"), true), (Region(x: "2e-1"), true), (Region(unit: "pixel"), false),
        (Region(unit: "inch"), false), (Region(x: nil), false), (Region(y: nil), false), (Region(width: nil), false),
        (Region(height: nil), false), (Region(x: ""), false), (Region(x: "left"), false), (Region(x: "0,2"), false),
        (Region(width: "0"), false), (Region(height: "-0.2"), false), (Region(width: "nan"), false),
        (Region(x: "inf"), false), (Region(x: "-inf", width: "inf"), false), (Region(x: "1e400"), false), (Region(x: "1.5"), false),
        (Region(y: "-0.5"), false), (Region(x: "60"), false),
    ]

    @Test(arguments: invalid, RegionsPacket.Form.allCases)
    func invalidRegionsAreIgnored(region: (Region, counts: Bool), form: RegionsPacket.Form) throws {
        // The valid one next to it is used in any case.
        let other = Region(x: "0.5", y: "0.5")
        let found = try features(RegionsPacket.text([region.0, other], form))
        #expect(found.count == (region.counts ? 2 : 1))
        if region.counts { expectSame(found[0].rectangle, Rect(x: 30, y: 20, width: 60, height: 40)) }
    }

    /// A circle's diameter is a fraction of the width.
    @Test(arguments: RegionsPacket.Form.allCases) func aCircleIsTheSquareAroundIt(form: RegionsPacket.Form) throws {
        let circle = Region(x: "0.5", y: "0.5", width: nil, height: nil, diameter: "0.2")
        let found = try features(RegionsPacket.text([circle], form))
        #expect(found.count == 1)
        expectSame(found[0].rectangle, Rect(x: 120, y: 70, width: 60, height: 60))
    }

    /// A region larger than the picture is clipped to it.
    @Test(arguments: ["1", "3", "1e6", "1e300"]) func aRegionLargerThanThePictureIsClipped(size: String) throws {
        let found = try features(RegionsPacket.text([Region(x: "0.5", y: "0.5", width: size, height: size)]))
        #expect(found.count == 1)
        expectSame(found[0].rectangle, Rect(x: 0, y: 0, width: 300, height: 200), within: 1e-6)
    }

    @Test func cropsContainThem() throws {
        let picture = try ImageSource(bytes: TaggedPicture.jpeg(xmp: RegionsPacket.text([Region(x: "0.9", y: "0.5")])))
        let plan = try BlockingCropper(detector: EmbeddedRegionDetector()).plan(picture, for: CropRequest(width: 10, height: 10))
        #expect(plan.crop == PixelRect(x: 100, y: 0, width: 200, height: 200))
    }
}
