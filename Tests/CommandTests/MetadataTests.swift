import BoundedCrop
import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15))) struct MetadataTests {
    /// Parts of the fixtures' EXIF and XMP: author, device and the name of a face.
    static let secrets = ["Fixture Camera Works", "Fixture Artist", "SERIAL-0001"]
    /// The latitude in the GPS block, 51/1 28/1 40/1, in either byte order.
    static let latitudes: [[UInt8]] = [
        [51, 0, 0, 0, 1, 0, 0, 0, 28, 0, 0, 0, 1, 0, 0, 0, 40, 0, 0, 0, 1, 0, 0, 0],
        [0, 0, 0, 51, 0, 0, 0, 1, 0, 0, 0, 28, 0, 0, 0, 1, 0, 0, 0, 40, 0, 0, 0, 1],
    ]

    let scratch: TemporaryFolder

    init() throws { scratch = try TemporaryFolder() }

    private func holds(_ bytes: [UInt8], _ part: [UInt8]) -> Bool { Data(bytes).range(of: Data(part)) != nil }

    private struct Contents: Equatable {
        let place: Bool
        let secrets: Int
    }

    private func contents(_ bytes: [UInt8]) -> Contents {
        Contents(place: Self.latitudes.contains { holds(bytes, $0) }, secrets: Self.secrets.filter { holds(bytes, Array($0.utf8)) }.count)
    }

    @Test(arguments: ["jpg", "png", "webp"]) func rightsAreKeptByDefault(_ ending: String) async throws {
        try scratch.add("metadata/everything.\(ending)", as: "a.\(ending)")
        #expect(try contents(scratch.bytes("a.\(ending)")) == Contents(place: true, secrets: 3))
        let options = [
            ("plain", ""), ("none", "--strip-all"), ("kept", "--keep-metadata"), ("all", "--keep-metadata --keep-location"),
        ]
        for (folder, option) in options {
            let outcome = try await scratch.boundedcrop("crop a.\(ending) --size 50x50 --output \(folder) \(option)")
            #expect(outcome.status == 0)
        }
        let (plain, none) = (try scratch.bytes("plain/a.\(ending)"), try scratch.bytes("none/a.\(ending)"))
        #expect(contents(plain) == Contents(place: false, secrets: 1) && contents(none) == Contents(place: false, secrets: 0))
        for rights in ["Fixture Artist", "Fixture copyright notice"] {
            #expect(holds(plain, Array(rights.utf8)) && !holds(none, Array(rights.utf8)))
        }
        #expect(try contents(scratch.bytes("kept/a.\(ending)")) == Contents(place: false, secrets: 3))
        #expect(try contents(scratch.bytes("all/a.\(ending)")) == Contents(place: true, secrets: 3))
    }

    @Test func keptMetadataDeclaresThePictureUpright() async throws {
        try scratch.add("orientations/obama_6.jpg", as: "a.jpg")
        try #require(try await scratch.boundedcrop("crop a.jpg --size 50x80 --keep-metadata --output b.jpg").status == 0)
        let picture = try scratch.picture("b.jpg")
        #expect(picture.header.orientation == .up && picture.size == PixelSize(width: 50, height: 80))
    }

    /// The fixture's region names a face.
    @Test(arguments: [
        ("crop a.jpg --size 240x300 --keep-metadata -o out.jpg", true),
        ("crop a.jpg --size 240x300 --keep-metadata --effects redact(black) -o out.jpg", false),
        ("effects a.jpg --redact black --keep-metadata -o out.jpg", false),
        ("effects a.jpg --redact black --region 10,10,40,40 --keep-metadata -o out.jpg", false),
    ])
    func whoIsHiddenIsNotNamed(_ line: String, isNamed: Bool) async throws {
        try scratch.add("metadata/everything.jpg", as: "a.jpg")
        let outcome = try await scratch.boundedcrop(line)
        #expect(outcome.status == 0, "\(outcome.errors)")
        let bytes = try scratch.bytes("out.jpg")
        #expect(holds(bytes, Array("Fixture Face".utf8)) == isNamed && holds(bytes, Array("Fixture Artist".utf8)))
    }

    @Test func theFacesThatWereFoundCanBeWrittenAsRegions() async throws {
        try scratch.add(Fixture.portrait, as: "a.png")
        for options in ["--format jpeg", "--format webp", "--format avif", "--format gif"] {
            let outcome = try await scratch.boundedcrop("crop a.png --size 60x60 --write-regions \(options) --output -")
            let features = try ImageSource(bytes: outcome.output).embeddedFeatures
            #expect(features.count == 1 && features[0].kind == .face, "\(options)")
            #expect(PixelSize(width: 60, height: 60).bounds.contains(features[0].rectangle))
        }
    }

    /// The face is as large as in `regionsMoveIntoTheFrame`, whose size the detector determines here.
    @Test func regionsAreWhereAnAlignedCropShowsTheFace() async throws {
        try scratch.add(Fixture.portrait, as: "a.png")
        let line = "crop a.png --size 80x80 --align avatar --align-fill white --write-regions --output b.jpg --json"
        let outcome = try await scratch.boundedcrop(line)
        #expect(outcome.status == 0, "\(outcome.errors)")
        let face = try #require(try scratch.picture("b.jpg").embeddedFeatures.first)
        #expect(abs(face.rectangle.midX - 40) < 8 && abs(face.rectangle.midY - 40) < 12)
    }

    @Test(arguments: [
        "crop a.png --size 9x9 --keep-location", "crop a.png --size 9x9 --strip-all --keep-metadata",
        "crop a.png --size 9x9 --write-regions --effects blur(3)",
        "effects a.png --blur 3 --write-regions --output b.png",
    ])
    func contradictionsAreUsageErrors(_ line: String) {
        #expect(scratch.parse(line).status == 64)
    }
}
