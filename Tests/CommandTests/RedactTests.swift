import BoundedCrop
import BoundedCropEffects
import Foundation
import TestSupport
import Testing

/// `effects --redact` and its options for detection.
@Suite(.timeLimit(.minutes(15))) struct RedactTests {
    let scratch: TemporaryFolder

    init() throws {
        scratch = try TemporaryFolder()
        try scratch.add(Fixture.portrait, as: "a.png")
        try scratch.add(Fixture.black, as: "black.jpg")
    }

    private struct Line: Decodable {
        let file: String
        let output: CropLine.Output?
        let covered: Int?
        let covers: [CoverRecord]?
        let visible: [Visible]?
    }

    private struct Visible: Decodable {
        let x: Double
        let width: Double
        let frame: Int?
    }

    private static let warning = "boundedcrop: black.jpg: no face found, nothing covered"

    @Test func aPictureWithoutAFaceIsNamed() async throws {
        for options in ["", "--json", "--quiet", "--verbose"] {
            let outcome = try await scratch.boundedcrop("effects black.jpg a.png --redact white --overwrite --output out \(options)")
            #expect(outcome.status == 0 && outcome.errorLines.first == Self.warning)
            // With --verbose, a summary follows.
            #expect(outcome.errorLines.count == (options == "--verbose" ? 2 : 1))
        }
        #expect(try scratch.picture("out/black.jpg").pixels().bytes.prefix(3).allSatisfy { $0 < 10 })
    }

    @Test func whatWasCoveredIsCounted() async throws {
        let json = try await scratch.boundedcrop("effects black.jpg a.png --redact blur --json --output out")
        #expect(try json.decoded(Line.self).map(\.covered) == [0, 1])
        let text = try await scratch.boundedcrop("effects black.jpg a.png --redact blur --verbose --overwrite --output out")
        #expect(text.lines.first?.hasSuffix(", 0 covered") == true && text.lines.last?.hasSuffix(", 1 covered") == true)
        let plain = try await scratch.boundedcrop("effects a.png --blur 3 --json --output out2")
        #expect(try plain.objects().first?["covered"] == nil && plain.errors.isEmpty)
    }

    @Test func oneLineOnStandardErrorIsThereAlsoForStandardOutput() async throws {
        let outcome = try await scratch.boundedcrop("effects - --redact blur --output -", input: scratch.bytes("black.jpg"))
        #expect(outcome.status == 0 && outcome.errorLines == ["boundedcrop: standard input: no face found, nothing covered"])
        #expect(try ImageSource(bytes: outcome.output).size == PixelSize(width: 300, height: 200))
    }

    @Test func aRequiredFaceThatIsNotFoundIsAFailure() async throws {
        let outcome = try await scratch.boundedcrop("effects black.jpg a.png --redact blur --require-face --json --output out")
        #expect(outcome.status == 1 && outcome.errors.contains("black.jpg: no face found, nothing covered"))
        #expect(try outcome.decoded(Line.self).map(\.covered) == [nil, 1])
        let error = try JSONDecoder().decode(ErrorLine.self, from: Data(outcome.lines[0].utf8))
        #expect(error.error.code == "noFeatureFound")
        #expect(try scratch.files() == ["a.png", "black.jpg", "out/a.png"])
        let piped = try await scratch.boundedcrop("effects - --redact blur --require-face -o -", input: scratch.bytes("black.jpg"))
        #expect(piped.status == 1 && piped.output.isEmpty)
    }

    /// The region is in pixels of the file, whatever is done before and however lengths are counted.
    @Test(arguments: [("a.png", false), ("a@2x.png", false), ("a.png", true)])
    func aRegionIsHiddenBesidesTheFacesUnlessOnlyRegionsAre(name: String, only: Bool) async throws {
        try scratch.add(Fixture.portrait, as: name)
        let option = only ? "--only-regions" : ""
        let line = "effects \(name) --size 120x150 --redact black --region 200,250,40,50 \(option) --json --output b.png"
        let outcome = try await scratch.boundedcrop(line)
        #expect(try outcome.status == 0 && outcome.decoded(Line.self).map(\.covered) == [only ? 1 : 2], "\(outcome.errors)")
        let covers = try #require(try outcome.decoded(Line.self).first?.covers)
        #expect(covers.first == CoverRecord(Rect(x: 200, y: 250, width: 40, height: 50)) && covers.count == (only ? 1 : 2))
        let (written, source) = (try scratch.picture("b.png").pixels(), try scratch.picture("a.png").pixels())
        let scale = Double(written.width) / 240
        func isBlack(_ x: Double, _ y: Double) -> Bool { written[Int(x * scale), Int(y * scale)].prefix(3) == [0, 0, 0] }
        #expect(isBlack(220, 275) && isBlack(205, 275))
        #expect(isBlack(130, 70) != only, "the face")
        #expect(source[220, 275].prefix(3) != [0, 0, 0])
    }

    @Test func aRegionOutsideThePictureIsAFailure() async throws {
        let outcome = try await scratch.boundedcrop("effects a.png --redact black --region 900,900,40,50 --output b.png")
        #expect(outcome.status == 1 && outcome.errors.contains("outside the picture"))
        #expect(try !scratch.files().contains("b.png"))
    }

    @Test func facesThatAFileNamesAreHiddenBesidesThoseThatAreFound() async throws {
        try scratch.add("metadata/everything.jpg", as: "m.jpg")
        // Nothing is sure enough, so only what the file names is left.
        let outcome = try await scratch.boundedcrop("effects m.jpg --redact black --embedded-regions --min-face 90% --json -o b.png")
        #expect(try outcome.decoded(Line.self).map(\.covered) == [1], "\(outcome.errors)")
        let face = try #require(try scratch.picture("m.jpg").embeddedFeatures.first { $0.kind == .face }).rectangle
        #expect(try scratch.picture("b.png").pixels()[Int(face.midX), Int(face.midY)].prefix(3) == [0, 0, 0])
        let none = try await scratch.boundedcrop("effects m.jpg --redact black --min-face 90% -o c.png")
        #expect(none.errors.contains("nothing covered"))
        // Where a camera focused is not a face.
        try scratch.add("metadata/subject_area.jpg", as: "s.jpg")
        let focused = try await scratch.boundedcrop("effects s.jpg --redact black --embedded-regions --min-face 90% -o d.png")
        #expect(focused.errors.contains("nothing covered"))
    }

    @Test func onlyWhatAFileNamesIsHiddenIfThatIsAsked() async throws {
        try scratch.add("metadata/everything.jpg", as: "m.jpg")
        let outcome = try await scratch.boundedcrop("effects m.jpg --redact black --embedded-regions --only-regions --json -o b.png")
        #expect(try outcome.decoded(Line.self).map(\.covered) == [1], "\(outcome.errors)")
    }

    @Test func anAuditNamesWhatMayStillBeSeen() async throws {
        // What the given detector does not find, the audit does.
        let line = "effects a.png --redact black --region 0,0,5,5 --only-regions --audit --json"
        let outcome = try await scratch.boundedcrop("\(line) -o b.png")
        #expect(outcome.status == 3 && outcome.errors.contains("a.png: the output may still show a face at "), "\(outcome.errors)")
        let visible = try #require(try outcome.decoded(Line.self).first?.visible)
        #expect(visible.count == 1 && visible.allSatisfy { $0.frame == nil && $0.x < 130 && $0.x + $0.width > 130 })
        let clean = try await scratch.boundedcrop("effects a.png black.jpg --redact black --audit --expect-none --json -o out")
        #expect(clean.status == 0, "\(clean.errors)")
        #expect(try clean.decoded(Line.self).map { $0.visible?.count } == [0, 0])
        let plain = try await scratch.boundedcrop("effects a.png --redact black --json -o c.png")
        #expect(try plain.objects().first?["visible"] == nil)
    }

    @Test func `an audit ends with status 3 if nothing was covered`() async throws {
        let outcome = try await scratch.boundedcrop("effects black.jpg --redact black --audit --json -o b.jpg")
        #expect(outcome.status == 3 && outcome.errors.contains("nothing covered"), "\(outcome.errors)")
        #expect(try outcome.decoded(Line.self).map { $0.visible?.count } == [0])
    }

    private func correct(_ lines: String..., beside folder: String = "") throws {
        try scratch.write(Array(lines.joined(separator: "\n").utf8), to: folder + "boundedcrop.corrections.json")
    }

    /// The face of the portrait, which is 240 x 300.
    private func face() throws -> Rect {
        try #require(try YuNetDetector().features(in: scratch.picture("a.png"), accuracy: .high).first).rectangle
    }

    private func text(_ place: Rect) -> String { [place.x, place.y, place.width, place.height].map { "\($0)" }.joined(separator: ",") }

    @Test(arguments: [
        "effects a.png --redact black --detector yunet", "effects a.png --redact black --detector yunet --embedded-regions",
        "crop a.png --size 240x300 --effects redact(black) --detector yunet",
        "crop a.png --size 240x300 --effects redact(black) --detector yunet --crop 0,0,240,300",
    ])
    func `what people hide and show is hidden and shown`(line: String) async throws {
        let face = try face()
        func written() async throws -> (outcome: Command.Outcome, pixels: PixelBuffer) {
            let outcome = try await scratch.boundedcrop("\(line) --json --overwrite -o b.png")
            #expect(outcome.status == 0, "\(outcome.errors)")
            return (outcome, try scratch.picture("b.png").pixels())
        }
        func isBlack(_ pixels: PixelBuffer, _ x: Double, _ y: Double) -> Bool { pixels[Int(x), Int(y)].prefix(3) == [0, 0, 0] }
        try correct(#"{"file": "a.png", "size": "480x600", "hide": [{"x": 400, "y": 500, "width": 40, "height": 40}]}"#)
        let hidden = try await written()
        #expect(isBlack(hidden.pixels, face.midX, face.midY) && isBlack(hidden.pixels, 210, 260))
        #expect(try hidden.outcome.decoded(Line.self).map(\.covered) == [2])
        #expect(try hidden.outcome.objects().first?["corrected"] as? [String] == ["hide"])
        try correct(#"{"file": "a.png", "show": "\#(text(face))", "hide": "200,250,20,20"}"#)
        let shown = try await written()
        #expect(!isBlack(shown.pixels, face.midX, face.midY) && isBlack(shown.pixels, 210, 260))
        #expect(try shown.outcome.objects().first?["corrected"] as? [String] == ["hide", "show"])
        // What is hidden is not shown by anything.
        try correct(#"{"file": "a.png", "show": "\#(text(face))", "hide": "\#(text(face))"}"#)
        let both = try await written()
        #expect(isBlack(both.pixels, face.midX, face.midY))
    }

    @Test func `what is hidden, but does not fit or cannot be read, is an error, and nothing is written`() async throws {
        for (line, words) in [
            (#"{"file": "a.png", "size": "300x240", "hide": "1,1,9,9"}"#, "another shape"),
            (#"{"file": "a.png", "hide": "900,1,9,9"}"#, "outside the picture"), (#"{"file": "a.png", "hide": "here"}"#, "line 1"),
        ] {
            try correct(line)
            for run in ["effects a.png --redact black -o b.png", "crop a.png --size 20x20 --effects redact(black) -o b.png"] {
                let outcome = try await scratch.boundedcrop(run)
                #expect(outcome.status == 1 && outcome.errors.contains(words), "\(outcome.errors)")
                #expect(try !scratch.files().contains("b.png"))
            }
            guard !words.contains("line") else { continue }
            // Who hides nothing is not concerned.
            let plain = try await scratch.boundedcrop("crop a.png --size 20x20 --overwrite -o c.png")
            #expect(plain.status == 0 && plain.errors.isEmpty, "\(plain.errors)")
        }
        try correct(#"{"file": "a.png", "size": "300x240", "show": "1,1,9,9"}"#)
        let noted = try await scratch.boundedcrop("effects a.png --redact black --json -o d.png")
        #expect(noted.status == 0 && noted.errors.contains("another shape"))
        #expect(try noted.decoded(Line.self).map(\.covered) == [1])
        // Another photo may have the name now, and other people in it.
        let hash = #""sha256": "\#(String(repeating: "0", count: 64))""#
        for (word, isTold) in [("show", true), ("hide", false)] {
            try correct(#"{"file": "a.png", \#(hash), "\#(word)": "1,1,9,9"}"#)
            let changed = try await scratch.boundedcrop("effects a.png --redact black --overwrite -o d.png")
            #expect(changed.status == 0 && changed.errors.contains("a.png has changed since") == isTold, "\(changed.errors)")
        }
        try correct(#"{"file": "gone.png", "hide": "1,1,9,9"}"#)
        let orphan = try await scratch.boundedcrop("effects a.png --redact black -o e.png")
        #expect(orphan.status == 0 && orphan.errors.contains("not there: gone.png"))
    }

    @Test func `an audit does not name whom somebody shows, nor a picture in which somebody found nothing to hide`() async throws {
        try correct(#"{"file": "a.png", "show": "\#(text(try face()))"}"#, #"{"file": "black.jpg", "hide": []}"#)
        let line = "effects a.png black.jpg --redact black --detector yunet --audit --json -o out"
        let outcome = try await scratch.boundedcrop(line)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try outcome.decoded(Line.self).map { $0.visible?.count } == [0, 0])
        try correct("")
        #expect(try await scratch.boundedcrop("\(line) --overwrite").status == 3)
    }

    @Test func `somebody else who has the name and the place of whom somebody shows is hidden`() async throws {
        let hash = #""sha256": "\#(String(repeating: "0", count: 64))""#
        try correct(#"{"file": "a.png", \#(hash), "show": "\#(text(try face()))"}"#, #"{"file": "black.jpg", \#(hash), "hide": []}"#)
        let outcome = try await scratch.boundedcrop("effects a.png black.jpg --redact black --detector yunet --audit --json -o out")
        #expect(outcome.status == 3 && outcome.errors.contains("a.png has changed since"), "\(outcome.errors)")
        #expect(try outcome.decoded(Line.self).map(\.covered) == [1, 0])
    }

    @Test func `a redacted crop is made anew when what is hidden has changed`() async throws {
        let run = "crop a.png --size 120x150 --effects redact(black) --update -o out"
        try #require(try await scratch.boundedcrop(run).status == 0)
        let before = try scratch.bytes("out/a.png")
        try correct(#"{"file": "a.png", "hide": "200,250,20,20"}"#)
        try #require(try await scratch.boundedcrop(run).status == 0)
        let after = try scratch.bytes("out/a.png")
        #expect(after != before)
        let again = try await scratch.boundedcrop("\(run) --dry-run --json")
        #expect(try again.objects().compactMap { $0["change"] as? String } == ["left"])
    }

    @Test func `a worker hides and shows what people say, also where a request gives places`() async throws {
        try correct(#"{"file": "a.png", "hide": "200,250,20,20"}"#)
        func line(_ more: String, _ output: String) -> String {
            #"{"id": 1, "source": {"path": "a.png"}, \#(more) "outputs": [{\#(output), "effects": "redact(black)", "format": "png"}]}"#
        }
        let request = #"{"stages": [{"steps": [{"effect": "redact(black)"}]}]}"#
        let answers = try await scratch.worker([
            line("", #""width": 240, "height": 300"#), line(#""region": "1,1,20,20","#, #""width": 240, "height": 300"#),
            line("", #""crop": "0,0,240,300""#),
            #"{"id": 1, "source": {"path": "a.png"}, "outputs": [{"request": \#(request)}]}"#,
        ]).answers()
        #expect(Set(answers.map(\.message)) == [""], "\(answers.map(\.message))")
        for answer in answers {
            let covered = answer.results.first?["covered"] as? Int
            #expect(covered.map { $0 >= 2 } == true, "\(answer.fields)")
        }
        try correct(#"{"file": "a.png", "size": "300x240", "hide": "1,1,9,9"}"#)
        let misfit = try await scratch.worker([line("", #""width": 20, "height": 20"#)]).answers()
        #expect(misfit.first?.message.contains("another shape") == true)
    }

    @Test func anAuditNamesTheFrames() async throws {
        try scratch.add("animations/to_and_fro.webp", as: "a.webp")
        let line = "effects a.webp --redact black --region 0,0,5,5 --only-regions --audit --json --verbose -o b.webp"
        let outcome = try await scratch.boundedcrop(line)
        #expect(outcome.status == 3 && outcome.errors.contains(" in frame "))
        let visible = try #require(try outcome.decoded(Line.self).first?.visible)
        #expect(visible.count > 4 && visible.allSatisfy { $0.frame != nil })
        #expect(outcome.errors.contains("1 may still show faces") || outcome.errorLines.count == 1)
    }

    @Test func theDetectorAndItsCacheCanBeChosen() async throws {
        let text = "#!/bin/sh\necho look >> looks\necho '{\"features\": [{\"x\": 10, \"y\": 20, \"width\": 20, \"height\": 30}]}'\n"
        try scratch.write(Array(text.utf8), to: "detector")
        let path = scratch.url.appendingPathComponent("detector").path
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        let line = "effects a.png --redact black --detector once:./detector --detection-cache cache --overwrite -o b.png"
        for _ in 0..<2 {
            #expect(try await scratch.boundedcrop(line).status == 0)
            #expect(try scratch.picture("b.png").pixels()[20, 35].prefix(3) == [0, 0, 0])
        }
        #expect(try scratch.bytes("looks").split(separator: 10).count == 1)
        // Detection sees the picture before other effects.
        #expect(try await scratch.boundedcrop("effects a.png --tint red --redact black \(line.dropFirst(28))").status == 0)
        #expect(try scratch.bytes("looks").split(separator: 10).count == 1)
        #expect(try await scratch.boundedcrop("effects black.jpg \(line.dropFirst(14))").status == 0)
        #expect(try scratch.bytes("looks").split(separator: 10).count == 2, "another picture needs another look")
    }

    /// What only one of the built-in detectors finds is hidden by default.
    @Test func redactionUsesBothDetectorsAtHighAccuracyUnlessOthersAreNamed() async throws {
        try scratch.add("photos/biden.jpg", as: "o.jpg")
        func written(_ options: String) async throws -> [UInt8] {
            #expect(try await scratch.boundedcrop("effects o.jpg --redact black \(options) --overwrite -o b.png").status == 0)
            return try scratch.bytes("b.png")
        }
        let standard = try await written("")
        #expect(try await written("--detector yunet+haar --accuracy high") == standard)
        for one in ["yunet", "haar"] { #expect(try await written("--detector \(one)") != standard) }
    }

    @Test func aRedactedCropIsCountedToo() async throws {
        let line = "crop black.jpg a.png --size 200x200 --effects redact(white) --output out"
        let json = try await scratch.boundedcrop("\(line) --json")
        #expect(try json.decoded(Line.self).map(\.covered) == [0, 1] && json.errorLines == [Self.warning])
        let required = try await scratch.boundedcrop("\(line) --require-face --overwrite")
        #expect(required.status == 1 && required.errors.contains("black.jpg"))
        let several = try await scratch.boundedcrop("crop black.jpg --size 20x20 --size 30x30 --effects redact(white) -o out2")
        #expect(several.errorLines.count == 2 && several.errors.contains("black.jpg -> out2/black-20x20.jpg: no face found"))
        let plain = try await scratch.boundedcrop("crop a.png --size 20x20 --json -o out3")
        #expect(try plain.objects().first?["covered"] == nil && plain.errors.isEmpty)
    }

    /// A region is enough for a crop, but it is not a face.
    @Test func aRequiredFaceMustAlsoBeCoveredInTheCrop() async throws {
        let line = "crop black.jpg --size 30x30 --region 0,0,20,20 --effects redact(white) --require-face -o b.png"
        let outcome = try await scratch.boundedcrop(line)
        #expect(outcome.status == 1 && outcome.errors.contains("nothing covered"))
        #expect(try !scratch.files().contains("b.png"))
    }

    @Test func aWorkerCountsToo() async throws {
        let outcome = try await scratch.worker([
            #"{"id": 1, "source": {"path": "a.png"}, "outputs": [{"width": 200, "height": 200, "effects": "redact(blur)", "file": "b.png"}]}"#,
            #"{"id": 2, "source": {"path": "black.jpg"}, "outputs": [{"width": 90, "height": 90, "effects": "redact(blur)"}]}"#,
            #"{"id": 3, "source": {"path": "black.jpg"}, "outputs": [{"width": 90, "height": 90}]}"#,
            #"{"id": 4, "source": {"path": "black.jpg"}, "region": "0,0,20,20", "requireFace": true, "#
                + #""outputs": [{"width": 30, "height": 30, "format": "rgba", "effects": "redact(blur)"}]}"#,
        ])
        let answers = try outcome.answers()
        #expect(answers.map { $0.results.first?["covered"] as? Int } == [1, 0, nil, nil])
        #expect(answers.last?.code == "noFeatureFound" && answers.last?.message.contains("nothing covered") == true)
    }

    @Test func anAnimationIsCountedByItsFullestFrame() async throws {
        try scratch.add("animations/to_and_fro.webp", as: "a.webp")
        let line = "effects a.webp --redact black --detector yunet"
        let outcome = try await scratch.boundedcrop("\(line) --require-face --json -o b.webp")
        #expect(try outcome.decoded(Line.self).map { ($0.covered ?? 0) > 0 } == [true], "\(outcome.errors)")
        let blank = try await scratch.boundedcrop("\(line) --min-face 90% -o c.webp")
        #expect(blank.errorLines == ["boundedcrop: a.webp: no face found, nothing covered"])
    }

    @Test(arguments: [
        ("--blur 3 --detector haar", "--redact"), ("--blur 3 --accuracy low", "--redact"), ("--blur 3 --require-face", "--redact"),
        ("--blur 3 --region 1,2,3,4", "--redact"), ("--blur 3 --hide sure", "--redact"), ("--blur 3 --audit", "--audit"),
        ("--redact black --expect-none", "--audit"),
    ])
    func optionsForRedactionNeedIt(options: String, fault: String) async throws {
        let outcome = try await scratch.boundedcrop("effects a.png \(options) --output b.png")
        #expect(outcome.status == 64 && outcome.errors.contains(fault), "\(outcome.errors)")
        #expect(try scratch.files() == ["a.png", "black.jpg"])
    }

    @Test(arguments: [
        ("--redact blur --focal 1,2", "--region"), ("--redact blur --only-regions", "--region"),
        ("--redact blur --detector eagle", "eagle"), ("--redact blur --write-regions", "--write-regions"),
        ("--redact blur --region 1,2,3,4 --only-regions --detector haar", "--detector"),
        ("--redact blur --hide all", "sure or likely or anything"), ("--redact blur --only-regions --region 1,2,3,4 --hide sure", "--hide"),
        ("--redact blur --max-faces 3", "--max-faces"), ("--blur 3 --max-faces 3", "--redact"),
    ])
    func invalidUsageIsReported(options: String, fault: String) {
        let outcome = scratch.parse("effects a.png \(options) --output b.png")
        #expect(outcome.status == 64 && outcome.errors.contains(fault), "\(outcome.errors)")
    }
}

extension RedactTests {
    @Test func `one word says how much is hidden`() async throws {
        try scratch.add("composites/two_far_apart.jpg", as: "two.jpg")
        var counts: [Int] = []
        for word in ["sure", "likely", "anything"] {
            let outcome = try await scratch.boundedcrop("effects two.jpg --redact black --hide \(word) --json -o \(word).png")
            let crop = try await scratch.boundedcrop(
                "crop two.jpg --no-bounding --effects redact(black) --hide \(word) --json -o c-\(word).png"
            )
            let line = try #require(outcome.decoded(Line.self).first)
            #expect(try line.covered == crop.decoded(Line.self).first?.covered && crop.status == 0, "\(crop.errors)")
            counts.append(line.covered ?? 0)
        }
        #expect(counts[0] >= 2 && counts == counts.sorted() && counts[2] > counts[0], "\(counts)")
        #expect(try await scratch.boundedcrop("effects two.jpg --redact black -o d.png").status == 0)
        #expect(try scratch.bytes("d.png") == scratch.bytes("likely.png"))
    }

    @Test(arguments: [
        ("effects a.png --redact black --min-confidence 30% -o b.png", "--hide sure, likely, anything"),
        ("video a.mp4 --redact black --min-confidence 30%", "--hide sure, likely, anything"),
        ("video a.mp4 --aspect 1:1 --hide sure", "--redact"), ("crop a.png --size 9 --hide sure", "redact"),
        ("crop a.png --size 9 --effects blur(2) --hide sure", "redact"), ("detect a.png --hide sure", "--redact"),
        ("evaluate a --hide sure", "--hiding"),
    ])
    func `the word is used where something is hidden, and no other one`(line: String, fault: String) async throws {
        let outcome = try await scratch.boundedcrop(line)
        #expect(outcome.status == 64 && outcome.errorLines.first?.contains(fault) == true, "\(outcome.errors)")
    }
}

extension PixelBuffer {
    fileprivate subscript(x: Int, y: Int) -> [UInt8] { Array(bytes[(y * width + x) * 4..<(y * width + x) * 4 + 4]) }
}
