import BoundedCrop
import PictureSupport
import TestSupport
import Testing

/// EXIF's SubjectArea: a point, or a circle or a rectangle around a center.
@Suite struct SubjectAreaTests {
    private func features(_ exif: TIFFBlock, xmp: String? = nil) throws -> [Feature] {
        try EmbeddedRegionDetector().features(in: ImageSource(bytes: TaggedPicture.jpeg(xmp: xmp, exif: exif)), accuracy: .low)
    }

    @Test func isReadFromAFile() throws {
        let features = try EmbeddedRegionDetector().features(in: Fixture.source("metadata/subject_area.jpg"), accuracy: .low)
        #expect(features.count == 1 && features.map(\.kind) == [.region])
        // The label is 97,22,64,89; its center was rounded to whole pixels.
        #expect((features.first?.rectangle.intersectionOverUnion(Rect(x: 97, y: 22, width: 64, height: 89)) ?? 0) > 0.95)
    }

    static let forms: [([Int], Rect)] = [
        ([100, 80], Rect(x: 99.5, y: 79.5, width: 1, height: 1)), ([100, 80, 40], Rect(x: 80, y: 60, width: 40, height: 40)),
        ([100, 80, 40, 20], Rect(x: 80, y: 70, width: 40, height: 20)), ([0, 0], Rect(x: 0, y: 0, width: 0.5, height: 0.5)),
        ([150, 100, 300, 200], Rect(x: 0, y: 0, width: 300, height: 200)),
        ([150, 100, 65_535, 65_535], Rect(x: 0, y: 0, width: 300, height: 200)),
    ]

    @Test(arguments: forms, [false, true]) func hasTwoToFourNumbers(form: (numbers: [Int], rectangle: Rect), isBigEndian: Bool) throws {
        let exif = TIFFBlock(orientation: 1, subjectArea: form.numbers, isBigEndian: isBigEndian)
        #expect(try features(exif) == [Feature(form.rectangle, kind: .region)])
    }

    @Test(arguments: [
        [], [100], [100, 80, 40, 20, 10], [400, 80], [100, 300, 10], [100, 80, 0], [100, 80, 10, 0], [65_535, 65_535, 2, 2],
    ])
    func isIgnoredIfInvalid(numbers: [Int]) throws {
        #expect(try features(TIFFBlock(orientation: 1, subjectArea: numbers)).isEmpty)
    }

    @Test(arguments: [1, 2, 4, 5, 7, 200]) func isIgnoredIfOfAnotherType(type: Int) throws {
        #expect(try features(TIFFBlock(orientation: 1, subjectArea: [100, 80, 40, 20], type: type)).isEmpty)
    }

    @Test func isIgnoredIfBeyondTheEnd() throws {
        var exif = TIFFBlock(orientation: 1, subjectArea: [100, 80, 40, 20])
        for length in stride(from: exif.bytes.count - 1, to: 8, by: -1) {
            exif.bytes.removeLast(exif.bytes.count - length)
            #expect(try features(exif).isEmpty, "\(length)")
        }
    }

    @Test func isIgnoredIfThereAreRegions() throws {
        let exif = TIFFBlock(orientation: 1, subjectArea: [100, 80, 40, 20])
        #expect(try features(exif, xmp: RegionsPacket.text([.init()])).map(\.kind) == [.face])
        #expect(try features(exif, xmp: RegionsPacket.text([.init(type: "BarCode")])).map(\.rectangle.width) == [40])
        #expect(try features(exif, xmp: "<not well-formed").map(\.rectangle.width) == [40])
    }
}
