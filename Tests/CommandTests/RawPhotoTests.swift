import BoundedCrop
import Foundation
import PictureSupport
import TestSupport
import Testing

/// A photographer's folder: RAW photos, JPEGs of the same photos, and what photo managers write beside them.
@Suite(.timeLimit(.minutes(15))) struct RawPhotoTests {
    let scratch: TemporaryFolder

    init() throws { scratch = try TemporaryFolder() }

    private struct Line: Decodable {
        let file: String
        let width: Int
        let height: Int
        let raw: Rendition?
        let features: [Place]
    }

    private struct Place: Decodable {
        let x, y, width, height: Double
    }

    /// A photo with a preview of half its size.
    private func addPhoto(as name: String) throws {
        let photo = try Fixture.source("photos/obama.jpg").pixels(longSide: 400)
        var file = BuiltDNG(photo)
        let half = PixelSize(width: photo.width / 2, height: photo.height / 2)
        let preview = try photo.source().pixels(longSide: half.longSide)
        file.preview = (try preview.blocking.encoded(as: .jpeg(quality: 90)), preview.size)
        try scratch.write(file.bytes, to: name)
    }

    @Test("JSON says what was read, in the coordinates of the developed photo")
    func json() async throws {
        try addPhoto(as: "a.dng")
        func line(_ options: String) async throws -> Line {
            try #require(try await scratch.boundedcrop("crop a.dng --json -o b.jpg --overwrite \(options)").decoded(Line.self).first)
        }
        let small = try await line("--size 50x50")
        #expect(small.raw == .preview && max(small.width, small.height) == 400 && !small.features.isEmpty)
        #expect(try await line("--size 400x --no-bounding").raw == .full)
        #expect(try await line("--size 50x50 --raw full").raw == .full)
        #expect(try await line("--size 400x --no-bounding --raw preview").raw == .preview)
        try scratch.add("photos/obama.jpg", as: "a.jpg")
        #expect(try await scratch.boundedcrop("crop a.jpg --size 50x50 --plan --json").decoded(Line.self).first?.raw == nil)
    }

    @Test("a folder's RAW photo with a JPEG of its name is one picture, the JPEG unless --raw is given")
    func pairs() async throws {
        try addPhoto(as: "in/a.dng")
        try scratch.add("photos/obama.jpg", as: "in/a.JPG")
        try addPhoto(as: "in/b.dng")
        let usual = try await scratch.boundedcrop("crop in --size 50x50 --json -o out -v")
        #expect(usual.status == 0 && usual.errors.contains("1 left out as the same photo as another file"), "\(usual.errors)")
        #expect(Set(try usual.decoded(Line.self).map(\.file)) == ["in/a.JPG", "in/b.dng"])
        let raw = try await scratch.boundedcrop("crop in --size 50x50 --json -o raw --raw auto")
        #expect(Set(try raw.decoded(Line.self).map(\.file)) == ["in/a.dng", "in/b.dng"])
        let without = try await scratch.boundedcrop("crop in --size 50x50 --json -o without --exclude *.JPG")
        #expect(Set(try without.decoded(Line.self).map(\.file)) == ["in/a.dng", "in/b.dng"])
    }

    @Test("--update makes again what --raw changes")
    func update() async throws {
        try addPhoto(as: "in/a.dng")
        func made(_ options: String) async throws -> Int {
            let outcome = try await scratch.boundedcrop("crop in --size 50x50 -o out --update -v \(options)")
            return (outcome.text + outcome.errors).contains(" -> ") ? 1 : 0
        }
        #expect(try await made("") == 1)
        #expect(try await made("") == 0)
        #expect(try await made("--raw full") == 1)
    }

    @Test("regions of a file beside the photo count", arguments: ["in/a.dng.xmp", "in/a.xmp"])
    func sidecars(name: String) async throws {
        try addPhoto(as: "in/a.dng")
        try scratch.write(
            Array(
                """
                <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description
                xmlns:mwg-rs="http://www.metadataworkinggroup.com/schemas/regions/" xmlns:stArea="http://ns.adobe.com/xmp/sType/Area#">
                <mwg-rs:Regions rdf:parseType="Resource"><mwg-rs:RegionList><rdf:Bag><rdf:li><rdf:Description mwg-rs:Type="Face">
                <mwg-rs:Area stArea:x="0.5" stArea:y="0.5" stArea:w="0.2" stArea:h="0.2" stArea:unit="normalized"/>
                </rdf:Description></rdf:li></rdf:Bag></mwg-rs:RegionList></mwg-rs:Regions></rdf:Description></rdf:RDF></x:xmpmeta>
                """.utf8
            ),
            to: name
        )
        let outcome = try await scratch.boundedcrop("crop in --size 50x50 --json --plan --embedded-regions")
        let line = try #require(try outcome.decoded(Line.self).first)
        let place = try #require(line.features.first)
        #expect(line.features.count == 1 && abs(place.x - Double(line.width) * 0.4) < 1 && abs(place.width - Double(line.width) * 0.2) < 1)
    }
}
