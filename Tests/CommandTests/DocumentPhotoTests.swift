import BoundedCrop
import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15))) struct DocumentPhotoTests {
    let scratch: TemporaryFolder

    init() throws {
        scratch = try TemporaryFolder()
        // 240x300, with eyes 30 pixels apart.
        try scratch.add(Fixture.portrait, as: "a.png")
        try scratch.add("photos/obama.jpg", as: "large.jpg")
        // Turned to a side.
        try scratch.add("photos/obama2.jpg", as: "turned.jpg")
        try scratch.add(Fixture.black, as: "black.jpg")
    }

    private struct Line: Decodable {
        let faults: [String]?
        let warnings: [String]?
        let enlarged: Double?
    }

    @Test(arguments: [("us", 600, 600), ("schengen", 413, 531), ("ca", 591, 827), ("cn", 390, 567)])
    func `a document has a size, and its density is in the file`(name: String, width: Int, height: Int) async throws {
        let outcome = try await scratch.boundedcrop("crop large.jpg --document \(name) --json -o b.jpg")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try scratch.picture("b.jpg").size == PixelSize(width: width, height: height))
        let object = try #require(try outcome.objects().first)
        #expect(object["reason"] as? String == "aligned" && object["faults"] == nil, "\(object)")
        let bytes = try scratch.bytes("b.jpg")
        // JFIF: pixels per inch, 300 both ways.
        #expect(Array(bytes[13..<18]) == [1, 0x01, 0x2C, 0x01, 0x2C])
    }

    @Test func `another density gives other pixels of the same paper`() async throws {
        _ = try await scratch.boundedcrop("crop large.jpg --document us --dpi 150 -o b.png")
        #expect(try scratch.picture("b.png").size == PixelSize(width: 300, height: 300))
    }

    @Test func `what speaks against a photo is told`() async throws {
        let small = try await scratch.boundedcrop("crop a.png --document schengen --json -o small.png")
        let line = try #require(try small.decoded(Line.self).first)
        #expect(small.status == 0 && line.faults == ["enlarged"] && (line.enlarged ?? 0) > 3)
        #expect(line.warnings?.first?.contains("too few pixels") == true && small.errors.contains("too few pixels: it is enlarged"))
        let turned = try await scratch.boundedcrop("crop turned.jpg --document schengen --json -o turned.png")
        #expect(try turned.decoded(Line.self).first?.faults?.contains("turned") == true && turned.errors.contains("turned to a side"))
        // Other alignments are for no document.
        let avatar = try await scratch.boundedcrop("crop turned.jpg --size 90x90 --align avatar --align-fill edge --json --plan")
        #expect(try avatar.decoded(Line.self).first?.faults == nil && avatar.errors.isEmpty, "\(avatar.errors)")
        let passport = try await scratch.boundedcrop("crop turned.jpg --size 35x45mm --align passport --json --plan")
        #expect(try passport.decoded(Line.self).first?.faults?.contains("turned") == true)
    }

    @Test func `with strict, nothing is made of a picture with faults, and the others are made`() async throws {
        let outcome = try await scratch.boundedcrop("crop turned.jpg large.jpg --document schengen --strict --json -o out/")
        #expect(outcome.status == 1 && outcome.errors.contains("turned to a side"), "\(outcome.errors)")
        #expect(FileManager.default.fileExists(atPath: scratch.path("out/large.jpg")))
        #expect(!FileManager.default.fileExists(atPath: scratch.path("out/turned.jpg")))
        let errors = try outcome.objects().compactMap { $0["error"] as? [String: Any] }
        #expect(errors.map { $0["code"] as? String } == ["unsuitablePortrait"])
        #expect(try await scratch.boundedcrop("crop a.png --document schengen --strict --dpi 72 -o fine.png").status == 0)
    }

    @Test func `a head that the edge cuts is told, and refused with strict`() async throws {
        let photo = try scratch.picture("large.jpg").pixels()
        let cut = try photo.part(PixelRect(x: 0, y: 60, width: photo.width, height: photo.height - 60))
        try scratch.write(cut.blocking.encoded(as: .png()), to: "cut.png")
        let outcome = try await scratch.boundedcrop("crop cut.png large.jpg --document schengen --strict --json -o out/")
        #expect(outcome.status == 1 && outcome.errors.contains("the head is cut by the edge"), "\(outcome.errors)")
        #expect(try scratch.files().filter { $0.hasPrefix("out/") } == ["out/large.jpg"])
    }

    @Test func `a given crop is checked for its pixels`() async throws {
        try scratch.write(Array(#"{"file": "large.jpg", "crop": "400,150,100,100"}"#.utf8), to: "boundedcrop.corrections.json")
        let outcome = try await scratch.boundedcrop("crop large.jpg --document us --strict -o b.jpg")
        #expect(outcome.status == 1 && outcome.errors.contains("too few pixels: it is enlarged 6 times"), "\(outcome.errors)")
        #expect(try !scratch.files().contains("b.jpg"))
    }

    @Test func `a picture without a face is an error`() async throws {
        let outcome = try await scratch.boundedcrop("crop black.jpg --document us -o b.jpg")
        #expect(outcome.status == 1 && outcome.errors.contains("no face"), "\(outcome.errors)")
    }

    @Test(arguments: [
        ("--document mars", "us or schengen"), ("--document us --size 9", "--size"), ("--document us --aspect 1:1", "--aspect"),
        ("--document us --preset avatar", "--size"), ("--document us --align avatar", "--align"), ("--document us --zoom 0.5", "--zoom"),
        ("--document us --srcset 10,20", "--srcset"), ("--document us --crop 1,2,3,4", "--document"),
        ("--document us --no-bounding", "--no-bounding"), ("--strict", "--strict needs --align or --document"),
        ("--align-fill red", "--align or --document"),
    ])
    func `what makes no sense with a document is told`(options: String, message: String) {
        let outcome = scratch.parse("crop a.png \(options)")
        #expect(outcome.status == 64 && outcome.errors.contains(message), "\(outcome.errors)")
    }

    @Test func `help lists the documents`() async throws {
        let help = try await scratch.boundedcrop("crop --help-all").text.split(separator: "\n").map { $0.drop { $0 == " " } }.joined()
        #expect(help.contains("us|schengen|uk|ca|au|jp|cn"))
    }

    @Test func `a worker takes documents, and says what speaks against photos`() async throws {
        let outcome = try await scratch.worker([
            #"{"id": 1, "source": {"path": "a.png"}, "outputs": [{"document": "uk", "file": "b.jpg"}]}"#,
            #"{"id": 2, "source": {"path": "a.png"}, "outputs": [{"document": "uk", "strict": true, "file": "c.jpg"}]}"#,
            #"{"id": 3, "source": {"path": "a.png"}, "outputs": [{"document": "uk", "size": "9"}]}"#,
            #"{"id": 4, "source": {"path": "a.png"}, "outputs": [{"document": "uk", "dpi": 60, "strict": true, "file": "d.jpg"}]}"#,
        ])
        let answers = try outcome.answers()
        #expect(answers[0].results.first?["faults"] as? [String] == ["enlarged"])
        #expect(answers[1].code == "unsuitablePortrait" && !FileManager.default.fileExists(atPath: scratch.path("c.jpg")))
        #expect(answers[2].message.contains("“document” and “size” cannot be used together"), "\(answers[2].message)")
        #expect(try scratch.picture("d.jpg").size == PixelSize(width: 83, height: 106))
    }
}
