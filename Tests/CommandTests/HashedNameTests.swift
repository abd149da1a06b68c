import BoundedCrop
import BoundedCropRuntime
import Foundation
import TestSupport
import Testing

@testable import boundedcrop

/// Names of outputs that have a hash of what is in them.
@Suite(.timeLimit(.minutes(15))) struct HashedNameTests {
    let scratch: TemporaryFolder
    private static let template = "out/{name}-{width}.{hash}.{ext}"

    init() throws {
        scratch = try TemporaryFolder()
        try scratch.add(Fixture.photo, as: "in/a.jpg")
    }

    private func outputs() throws -> [String] { try scratch.files().filter { $0.hasPrefix("out/") } }

    @Test func `the hash is that of the bytes, and the record has the name`() async throws {
        let outcome = try await scratch.boundedcrop("crop in --size 30x20 --no-bounding -o \(Self.template) --json")
        #expect(outcome.status == 0, "\(outcome.errors)")
        let name = try #require(outputs().first)
        let hash = Hexadecimal.text(SHA256.hash(of: try scratch.bytes(name))).prefix(10)
        #expect(try outputs() == ["out/a-30.\(hash).jpg"])
        #expect(try (outcome.objects()[0]["output"] as? [String: Any])?["file"] as? String == name)
    }

    @Test func `the same content keeps its file, other content gets another one`() async throws {
        let line = "crop in --size 30x20 --no-bounding -o \(Self.template)"
        #expect(try await scratch.boundedcrop(line).status == 0)
        let first = try #require(outputs().first)
        let time = [FileAttributeKey.modificationDate: Date(timeIntervalSince1970: 1)]
        try FileManager.default.setAttributes(time, ofItemAtPath: scratch.path(first))
        let again = try await scratch.boundedcrop("\(line) --json")
        #expect(try again.status == 0 && again.objects().count == 1, "\(again.errors)")
        let date = try FileManager.default.attributesOfItem(atPath: scratch.path(first))[.modificationDate] as? Date
        #expect(date == Date(timeIntervalSince1970: 1))
        #expect(try await scratch.boundedcrop("\(line) --quality 30").status == 0)
        #expect(try outputs().count == 2 && outputs().contains(first))
    }

    @Test func `a file of that name with other content is not replaced`() async throws {
        let line = "crop in --size 30x20 --no-bounding -o \(Self.template)"
        #expect(try await scratch.boundedcrop(line).status == 0)
        let name = try #require(outputs().first)
        try scratch.write([1], to: name)
        let refused = try await scratch.boundedcrop(line)
        #expect(refused.status == 1 && refused.errors.contains("\(name) already exists"), "\(refused.errors)")
        #expect(try scratch.bytes(name) == [1])
        #expect(try await scratch.boundedcrop("\(line) --overwrite").status == 0)
        #expect(try scratch.picture(name).size == PixelSize(width: 30, height: 20))
    }

    @Test func `a hash alone tells shapes and pictures apart, and equal pictures share a file`() async throws {
        try scratch.add(Fixture.photo, as: "in/copy.jpg")
        try scratch.add(Fixture.portrait, as: "in/b.png")
        let line = "crop in --size 30x20 --size 20x30 --no-bounding --format jpeg -o out/{hash}.{ext} --json"
        let outcome = try await scratch.boundedcrop(line)
        #expect(try outcome.status == 0 && outcome.objects().count == 6, "\(outcome.errors)")
        #expect(try outputs().count == 4)
    }

    @Test func `effects have names with hashes too`() async throws {
        let line = "effects in --effects grayscale() -o \(Self.template)"
        for _ in 1...2 {
            let outcome = try await scratch.boundedcrop(line)
            #expect(outcome.status == 0, "\(outcome.errors)")
        }
        #expect(try outputs().count == 1 && outputs()[0].contains(/out\/a-[0-9]+\.[0-9a-f]{10}\.jpg/))
    }

    @Test func `a set has the hashed names in its HTML and manifest, and is skipped by its manifest`() async throws {
        let line = "crop in --srcset 10,20@1:1 -o \(Self.template)"
        #expect(try await scratch.boundedcrop(line).status == 0)
        let html = try String(decoding: scratch.bytes("out/a.srcset.html"), as: UTF8.self)
        let pictures = try outputs().filter { !$0.contains("srcset") }
        #expect(pictures.count == 4 && pictures.allSatisfy { html.contains($0.dropFirst("out/".count)) }, "\(html)")
        #expect(!html.contains("{hash}"))
        let again = try await scratch.boundedcrop("\(line) --skip-existing --json")
        #expect(try again.objects().compactMap { $0["skipped"] as? String } == ["out/a.srcset.json"], "\(again.errors)")
    }

    @Test func `outputs beside their pictures are known as such`() async throws {
        let line = "crop in --size 30x20 --no-bounding -o in/{name}.{hash}.{ext}"
        for _ in 1...2 { #expect(try await scratch.boundedcrop(line).status == 0) }
        #expect(try scratch.files().count == 2)
        let template = try OutputTemplate("in/{name}.{hash}.{ext}", hashes: true)
        #expect(template.names(matching: "a.0123456789.jpg", endings: ["jpg"]) == ["a"])
        #expect(template.names(matching: "a.012345678.jpg", endings: ["jpg"]).isEmpty)
        #expect(template.names(matching: "a.012345678X.jpg", endings: ["jpg"]).isEmpty)
    }

    @Test(arguments: [
        ("crop in --size 9x9 --skip-existing", "--skip-existing cannot find it"), ("crop in --size 9x9 --newer", "--newer cannot find it"),
        ("effects in --effects grayscale() --skip-existing", "--skip-existing cannot find it"), ("watch . --size 9x9", "names do not tell"),
    ])
    func `options that look for outputs by their names are refused`(_ line: String, _ words: String) {
        let outcome = scratch.parse("\(line) -o \(Self.template)")
        #expect(outcome.status == 64 && outcome.errors.contains(words), "\(outcome.errors)")
    }

    @Test func `overlays have no hash`() {
        let outcome = scratch.parse("detect in --overlay out/{hash}.png")
        #expect(outcome.status == 64 && outcome.errors.contains("not {hash}"), "\(outcome.errors)")
    }
}
