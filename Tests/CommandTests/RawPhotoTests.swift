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

    @Test("of several sizes that are made at once, JSON says what was read for all of them")
    func several() async throws {
        try addPhoto(as: "a.dng")
        let lines = try await scratch.boundedcrop("crop a.dng --no-bounding --json --size 50x50 --size 400x -o out").decoded(Line.self)
        #expect(lines.count == 2 && lines.allSatisfy { $0.raw == .full }, "\(lines)")
        let small = try await scratch.boundedcrop("crop a.dng --no-bounding --json --size 50x50 --size 40x40 -o small").decoded(Line.self)
        #expect(small.count == 2 && small.allSatisfy { $0.raw == .preview }, "\(small)")
        let outputs = #"[{"width": 50, "height": 50}, {"size": "400x"}]"#
        let line = #"{"id": 1, "source": {"path": "a.dng"}, "noBounding": true, "outputs": \#(outputs)}"#
        let answer = try #require(try await scratch.worker([line]).answers().first)
        #expect(answer.results.compactMap { $0["raw"] as? String } == ["full", "full"], "\(answer.fields)")
    }

    @Test("of a watched pair, the JPEG counts, or with --raw the RAW photo, whichever comes first", arguments: [false, true])
    func watched(prefersRaw: Bool) async throws {
        try scratch.makeFolder("in")
        let watch = try await RunningWatch("in -o out \(prefersRaw ? "--raw auto" : "")", in: scratch)
        _ = await watch.caughtUp()
        let jpeg = try Fixture.bytes(Fixture.black)
        for isRaw in [!prefersRaw, prefersRaw] {
            if isRaw { try addPhoto(as: "in/a.dng") } else { try scratch.write(jpeg, to: "in/a.jpg") }
            let line = try #require(try await watch.lines(1).first)
            #expect(line.file == (isRaw ? "in/a.dng" : "in/a.jpg") && line.output == "out/a.jpg" && line.error == nil, "\(line)")
        }
        // The other one is left out, also when it is written again.
        if prefersRaw { try scratch.write(jpeg, to: "in/a.jpg") } else { try addPhoto(as: "in/a.dng") }
        try scratch.write(jpeg, to: "in/b.jpg")
        #expect(try await watch.outputs(1) == ["out/b.jpg"])
        #expect(try await watch.stopped().isEmpty)
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
