import BoundedCrop
import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15))) struct DetectTests {
    let scratch: TemporaryFolder

    init() throws {
        scratch = try TemporaryFolder()
        try scratch.add(Fixture.portrait, as: "a.png")
        try scratch.add(Fixture.black, as: "black.jpg")
    }

    @Test func eachFaceIsALineOfTabSeparatedFields() async throws {
        try scratch.add("composites/two_far_apart.jpg", as: "two.jpg")
        let outcome = try await scratch.boundedcrop("detect two.jpg black.jpg a.png")
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        let fields = outcome.lines.map { $0.split(separator: "\t").map(String.init) }
        #expect(fields.map(\.first) == ["two.jpg", "two.jpg", "a.png"])
        for field in fields {
            try #require(field.count == 4)
            #expect(field[3] == "face")
            #expect(field[1].split(separator: ",").compactMap { Int($0) }.count == 4)
            #expect(Double(field[2]).map { (0...1).contains($0) } == true)
        }
    }

    @Test func verboseReportsPicturesWithoutFacesToo() async throws {
        let outcome = try await scratch.boundedcrop("detect black.jpg a.png --verbose")
        #expect(outcome.errorLines.dropLast() == ["black.jpg: 0 found", "a.png: 1 found"] && outcome.lines.count == 1)
    }

    @Test func eachPictureIsOneObjectWithoutACrop() async throws {
        let outcome = try await scratch.boundedcrop("detect a.png black.jpg --json --accuracy high")
        let lines = try outcome.decoded(DetectLine.self)
        #expect(lines.map(\.file) == ["a.png", "black.jpg"] && lines.map(\.features.count) == [1, 0])
        let line = try #require(lines.first)
        #expect(line.width == 240 && line.height == 300 && line.detector == "yunet" && line.accuracy == "high")
        let keys: Set = ["file", "width", "height", "orientation", "detector", "accuracy", "features"]
        for object in try outcome.objects() {
            #expect(keys.subtracting(object.keys).isEmpty)
            #expect(Set(object.keys).isDisjoint(with: ["scheme", "aspect", "bounds", "crop", "output"]))
        }
    }

    @Test func coordinatesApplyToTheUprightPicture() async throws {
        for orientation in 1...8 { try scratch.add("orientations/obama_\(orientation).jpg", as: "in/\(orientation).jpg") }
        let lines = try await scratch.boundedcrop("detect in --json").decoded(DetectLine.self)
        #expect(lines.map(\.orientation) == Array(1...8))
        for line in lines {
            #expect(line.width == 320 && line.height == 400 && line.features.count == 1)
            let face = try #require(line.features.first)
            #expect(abs(face.x + face.width / 2 - 173) < 10 && abs(face.y + face.height / 2 - 88) < 12)
        }
    }

    @Test(arguments: ["b.png", "boxes", "boxes/", "boxes/{name}-faces.png"]) func anOverlayShowsTheBoxes(_ overlay: String) async throws {
        let outcome = try await scratch.boundedcrop("detect a.png --region 50,60,100,120 --overlay \(overlay)")
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        let file = try #require(try scratch.files().first { $0 != "a.png" && $0 != "black.jpg" })
        #expect(file.hasPrefix(overlay.prefix(5)))
        let (before, after) = (try scratch.picture("a.png").pixels(), try scratch.picture(file).pixels())
        #expect(after.size == before.size)
        let differs = { (x: Int, y: Int) in
            let start = (y * before.width + x) * 4
            return before.bytes[start..<start + 4] != after.bytes[start..<start + 4]
        }
        for x in stride(from: 52, to: 148, by: 8) { #expect(differs(x, 60) && differs(x, 179)) }
        for y in stride(from: 62, to: 178, by: 8) { #expect(differs(50, y) && differs(149, y)) }
        #expect(!differs(100, 120) && !differs(20, 20) && !differs(200, 250))
    }

    @Test func overlaysOfSeveralPicturesGoIntoAFolder() async throws {
        #expect(try await scratch.boundedcrop("detect a.png black.jpg --overlay out").status == 0)
        #expect(try scratch.files() == ["a.png", "black.jpg", "out/a.png", "out/black.jpg"])
        #expect(try scratch.picture("out/black.jpg").header.format == .jpeg)
    }

    @Test func anExistingOverlayIsReplacedOnlyIfRequested() async throws {
        let old = Array("old".utf8)
        try scratch.write(old, to: "b.png")
        let refused = try await scratch.boundedcrop("detect a.png --overlay b.png")
        #expect(refused.status == 1 && refused.errorLines == ["boundedcrop: a.png: b.png already exists: use --overwrite"])
        #expect(try scratch.bytes("b.png") == old)
        #expect(try await scratch.boundedcrop("detect a.png --overlay b.png --overwrite").status == 0)
        #expect(try scratch.picture("b.png").size == PixelSize(width: 240, height: 300))
    }

    @Test func twoPicturesWithTheSameOverlayAreAnErrorEvenWithOverwrite() async throws {
        try scratch.add(Fixture.portrait, as: "in/a.png")
        let outcome = try await scratch.boundedcrop("detect a.png in/a.png --overlay out --overwrite")
        #expect(outcome.status == 1 && outcome.errors.contains("out/a.png"))
    }
}
