import BoundedCrop
import Foundation
import TestSupport
import Testing

/// `crop --each-face`, and `eachFace` in requests to a worker.
@Suite(.timeLimit(.minutes(15))) struct EachFaceTests {
    let scratch: TemporaryFolder
    /// A small face on the right, and a large one on the left.
    private static let two = "--region 160,40,20,20 --region 20,30,60,60"

    init() throws {
        scratch = try TemporaryFolder()
        try scratch.add("composites/three_in_row.jpg", as: "three.jpg")
        try scratch.add(Fixture.portrait, as: "a.png")
        try scratch.add(Fixture.black, as: "black.jpg")
    }

    private struct FaceLine: Decodable {
        let face: Int?
        let name: String?
        let features: [CropLine.Feature]
        let output: CropLine.Output?
    }

    private func lines(_ line: String) async throws -> [FaceLine] {
        let outcome = try await scratch.boundedcrop("\(line) --json")
        #expect(outcome.status == 0, "\(outcome.errors)")
        return try outcome.decoded(FaceLine.self)
    }

    @Test func `each face has an output around it alone, numbered from the left`() async throws {
        let lines = try await lines("crop three.jpg --each-face left-to-right --size 60x60 --zoom 0.6")
        #expect(lines.map(\.face) == [1, 2, 3] && lines.allSatisfy { $0.features.count == 1 && $0.features[0].kept })
        let places = lines.map { $0.features[0].x }
        #expect(places == places.sorted() && Set(places).count == 3)
        #expect(lines.compactMap(\.output?.file) == (1...3).map { "three-face\($0)-60x60.jpg" })
        for line in lines { #expect(try scratch.picture(line.output?.file ?? "").size == PixelSize(width: 60, height: 60)) }
    }

    @Test func `each shape has outputs for the faces, by size if that is asked for`() async throws {
        let lines = try await lines("crop a.png \(Self.two) --each-face size --size 20x20 --aspect 2:1 --plan")
        #expect(lines.map(\.face) == [1, 2, 1, 2] && lines.map { $0.features[0].x } == [20, 160, 20, 160])
        let others = try await self.lines("crop a.png \(Self.two) --each-face left-to-right --size 20x20 --plan")
        #expect(others.map { $0.features[0].x } == [20, 160])
    }

    /// In a picture that is hardly larger than the crop, both have the same window.
    @Test func `faces with the same crop are told apart`() async throws {
        let lines = try await lines("crop a.png \(Self.two) --each-face size --output {face}.png")
        #expect(lines.map { $0.features[0].x } == [20, 160] && lines.map(\.face) == [1, 2])
        #expect(try scratch.bytes("1.png") == scratch.bytes("2.png"))
    }

    @Test(arguments: [
        ("--output out", ["out/a-face1.png", "out/a-face2.png"]), ("--output {face}/{name}.{ext}", ["1/a.png", "2/a.png"]),
        ("--size 9 --size 8 --output out", ["out/a-face1-8x8.png", "out/a-face1-9x9.png", "out/a-face2-8x8.png", "out/a-face2-9x9.png"]),
        ("--size 9", ["a-face1-9x9.png", "a-face2-9x9.png"]),
    ])
    func `names have the number`(options: String, names: [String]) async throws {
        let lines = try await lines("crop a.png \(Self.two) --each-face size \(options)")
        #expect(lines.compactMap(\.output?.file).sorted() == names)
    }

    @Test func `numbers have the digits of the last one, so that names sort as the faces do`() async throws {
        let places = (0..<10).map { "--region \(190 - 20 * $0),40,10,10" }.joined(separator: " ")
        let lines = try await lines("crop a.png \(places) --each-face left-to-right --size 9 --output {face}.png")
        let files = lines.compactMap(\.output?.file)
        #expect(files.first == "01.png" && files.last == "10.png" && files == files.sorted())
        #expect(lines.map { Int($0.features[0].x) } == Array(stride(from: 10, through: 190, by: 20)))
    }

    @Test func `faces have the names of a list`() async throws {
        try scratch.write(Array("\u{FEFF}Anna Berg\r\n  ../Jo/Ö  \nEve\nMax\n\n \n".utf8), to: "names.txt")
        let line = "crop a.png \(Self.two) --each-face left-to-right --size 9 --names names.txt"
        let outcome = try await scratch.boundedcrop("\(line) -o out --json")
        let lines = try outcome.decoded(FaceLine.self)
        #expect(lines.map(\.name) == ["Anna Berg", "../Jo/Ö"] && lines.map(\.face) == [1, 2])
        #expect(lines.compactMap(\.output?.file) == ["out/a-Anna Berg.png", "out/a--Jo-Ö.png"])
        #expect(outcome.errors.contains("there are 4 names for 2 faces: those from “Eve” on are not used"), "\(outcome.errors)")
        #expect(outcome.errors.components(separatedBy: "Eve").count == 2)
        let told = try await scratch.boundedcrop("\(line) --plan")
        #expect(told.lines.first?.contains(", face 1 (Anna Berg),") == true, "\(told.text)")
    }

    @Test(arguments: [
        ("Anna", "there are names for 1 of 2 faces"), ("", "no names"), ("Anna\nEve\nAnna", "lines 1 and 3 are both “Anna”"),
        ("a/b\na-b", "lines 1 and 2 are both “a-b”"), ("Anna\n...", "line 2, “...”"), ("Anna\n \nEve", "line 2 is empty"),
        ("\nEve", "line 1 is empty"),
        ("A\0n\0\n\0", "not UTF-8"),
    ])
    func `names that do not fit are an error, before anything is written`(names: String, message: String) async throws {
        try scratch.write(Array(names.utf8), to: "names.txt")
        let outcome = try await scratch.boundedcrop("crop a.png \(Self.two) --each-face size --size 9 --names names.txt -o out")
        #expect(outcome.status != 0 && outcome.errors.contains(message), "\(outcome.errors)")
        #expect(try scratch.files() == ["a.png", "black.jpg", "names.txt", "three.jpg"])
    }

    @Test(arguments: [[0x4A, 0x6F, 0x73, 0xE9, 0x0A, 0x43], [0xFF, 0xFE, 0x41, 0x00, 0x0A, 0x00]] as [[UInt8]])
    func `names in another encoding than UTF-8 are an error`(names: [UInt8]) async throws {
        try scratch.write(names, to: "names.txt")
        let outcome = try await scratch.boundedcrop("crop a.png \(Self.two) --each-face size --size 9 --names names.txt -o out")
        #expect(outcome.status != 0 && outcome.errors.contains("names.txt: the file is not UTF-8 text"), "\(outcome.errors)")
        #expect(try !scratch.files().contains { $0.hasPrefix("out/") })
    }

    @Test func `names are for the faces of one picture`() async throws {
        try scratch.write(Array("Anna\nEve".utf8), to: "names.txt")
        let many = try await scratch.boundedcrop("crop a.png three.jpg --each-face size --size 9 --names names.txt")
        #expect(many.status == 64 && many.errors.contains("--names is for the faces of one picture"), "\(many.errors)")
        let alone = try await scratch.boundedcrop("crop a.png --size 9 --names names.txt")
        #expect(alone.status == 64 && alone.errors.contains("--each-face"), "\(alone.errors)")
    }

    @Test func `other names are made again with --update`() async throws {
        let line = "crop a.png \(Self.two) --each-face size --size 9 --names names.txt -o out --update --state state"
        for (names, files) in [("Anna\nEve", ["out/a-Anna.png", "out/a-Eve.png"]), ("Max\nEve", ["out/a-Max.png"])] {
            try scratch.write(Array(names.utf8), to: "names.txt")
            let outcome = try await scratch.boundedcrop(line)
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(try Set(scratch.files()).isSuperset(of: files))
        }
    }

    @Test func `the limits of detection count before the faces do`() async throws {
        #expect(try await lines("crop three.jpg --each-face size --max-faces 2 --size 9 --plan").count == 2)
        for option in ["--keep dog", "--min-face 90%", "--min-confidence 100%"] {
            let none = try await scratch.boundedcrop("crop three.jpg --each-face size \(option) --size 9 --json")
            #expect(none.status == 0 && none.lines == [#"{"faces":0,"file":"three.jpg"}"#], "\(none.text)")
        }
    }

    @Test func `a picture without faces has no output, and what is asked for such pictures happens`() async throws {
        let line = "crop black.jpg --each-face size --size 9"
        let plain = try await scratch.boundedcrop("\(line) -v")
        #expect(plain.status == 0 && plain.text == "black.jpg: no face\n")
        #expect(try scratch.files() == ["a.png", "black.jpg", "three.jpg"])
        #expect(try await scratch.boundedcrop("\(line) --warn-no-face").status == 2)
        let required = try await scratch.boundedcrop("\(line) --require-face --json")
        #expect(required.status == 1 && required.text.contains("noFeatureFound"))
        let moved = try await lines("\(line) --no-face-to none -o out")
        #expect(moved.map(\.face) == [0] && moved.first?.output?.file == "none/black-face0.jpg")
    }

    @Test func `outputs that exist are refused, skipped, renewed or replaced, and are no pictures of their own`() async throws {
        let line = "crop a.png \(Self.two) --each-face size --size 9"
        #expect(try await scratch.boundedcrop(line).status == 0)
        let again = try await scratch.boundedcrop(line)
        #expect(again.status == 1 && again.errors.contains("a-face1-9x9.png already exists"))
        let skipped = try await scratch.boundedcrop("\(line) --skip-existing --json")
        #expect(skipped.status == 0 && skipped.lines.count == 2 && skipped.text.contains(#""skipped":"a-face2-9x9.png""#))
        try FileManager.default.removeItem(atPath: scratch.path("a-face2-9x9.png"))
        let newer = try await scratch.boundedcrop("\(line) --newer --json")
        #expect(newer.lines.count == 2 && newer.lines.count { $0.contains("skipped") } == 1)
        #expect(try await scratch.boundedcrop("\(line) --overwrite").status == 0)
        let folder = try await scratch.boundedcrop("crop . \(Self.two) --each-face size --size 9 --skip-existing --json")
        #expect(folder.status == 0 && !folder.text.contains("face1-9x9-face"), "\(folder.text)")
    }

    @Test func `each face is aligned for recognition, as large as networks expect`() async throws {
        let outcome = try await scratch.boundedcrop("crop three.jpg --each-face left-to-right --align arcface -o faces --json")
        let objects = try outcome.objects()
        #expect(outcome.status == 0 && objects.count == 3 && objects.allSatisfy { $0["reason"] as? String == "aligned" })
        for number in 1...3 {
            #expect(try scratch.picture("faces/three-face\(number).jpg").size == PixelSize(width: 112, height: 112))
        }
        let other = try await lines("crop three.jpg --each-face size --align arcface --size 224x224 --output {face}.png")
        #expect(other.compactMap(\.output?.width) == [224, 224, 224])
    }

    /// Prints two faces, of which the right one has no landmarks, and the left one has them where that is asked for.
    private func addDetector(landmarks: Bool) throws {
        let points = [
            "rightEye": (30, 40), "leftEye": (50, 40), "noseTip": (40, 50), "rightMouthCorner": (32, 60), "leftMouthCorner": (48, 60),
        ]
        let list = points.map { #""\#($0)": {"x": \#($1.0), "y": \#($1.1)}"# }.joined(separator: ", ")
        let own = landmarks ? #", "landmarks": {\#(list)}"# : ""
        let features = #"[{"x": 20, "y": 20, "width": 40, "height": 50\#(own)}, {"x": 150, "y": 20, "width": 40, "height": 50}]"#
        try scratch.write(Array("#!/bin/sh\necho '{\"features\": \(features)}'\n".utf8), to: "find.sh")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: scratch.path("find.sh"))
    }

    @Test func `a face without landmarks is left out of those that are aligned, and named`() async throws {
        try addDetector(landmarks: true)
        let line = "crop a.png --detector once:./find.sh --each-face left-to-right --align avatar --align-fill white --size 20x20"
        let outcome = try await scratch.boundedcrop("\(line) -o out/{face}.png --json")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.errors.contains("left out: face 2 of 2: an alignment needs a face whose eyes"), "\(outcome.errors)")
        let objects = try outcome.objects()
        #expect(objects.map { $0["face"] as? Int } == [1] && (objects.first?["warnings"] as? [String])?.count == 1)
        #expect(try scratch.files().filter { $0.hasPrefix("out/") } == ["out/1.png"])
        try addDetector(landmarks: false)
        let none = try await scratch.boundedcrop("\(line) -o none/{face}.png --json")
        #expect(none.status == 1 && none.errors.contains("face 1 of 2: an alignment needs a face whose eyes"), "\(none.errors)")
    }

    @Test func `an error names the face`() async throws {
        let outcome = try await scratch.boundedcrop("crop three.jpg --each-face left-to-right --align 50%,2% --size 9 --json")
        #expect(outcome.status == 1 && outcome.errors.contains("face 1 of 3: the aligned crop would reach"), "\(outcome.errors)")
        #expect(outcome.errors.contains("--align-fill"))
        #expect(try scratch.files() == ["a.png", "black.jpg", "three.jpg"])
    }

    @Test func `effects are applied to each face's crop`() async throws {
        #expect(try await lines("crop a.png \(Self.two) --each-face size --size 9 --output {face}.png").count == 2)
        #expect(try await lines("crop a.png \(Self.two) --each-face size --size 9 --effects grayscale() -o e/{face}.png").count == 2)
        for name in ["1.png", "2.png"] { #expect(try scratch.bytes(name) != scratch.bytes("e/\(name)")) }
    }

    @Test func `an animation has one frame for that`() async throws {
        try scratch.add("animations/to_and_fro.gif", as: "b.gif")
        let refused = try await scratch.boundedcrop("crop b.gif --each-face size --size 9")
        #expect(refused.status == 1 && refused.errors.contains("not in an animation"), "\(refused.errors)")
        #expect(try await lines("crop b.gif --each-face size --size 9 --still 1").count == 1)
        #expect(try await lines("crop b.gif --each-face size --size 9 --format png").count == 1)
    }

    // MARK: The worker

    private func ask(_ rest: String) async throws -> WorkerLine {
        let options = #""region": ["160,40,20,20", "20,30,60,60"], \#(rest)"#
        return try #require(try await scratch.worker([#"{"id": 1, "source": {"path": "a.png"}, \#(options)}"#]).answers().first)
    }

    private func faces(_ result: [String: Any]) -> [[String: Any]] { result["faces"] as? [[String: Any]] ?? [] }

    @Test func `a worker's result for an output has all faces, at the output's place`() async throws {
        let ofFaces = #"{"width": 9, "height": 9, "eachFace": "size"}, {"aspect": "1:1", "eachFace": "left-to-right"}"#
        let plans = try await ask(#""plan": true, "outputs": [{"width": 9, "height": 8}, \#(ofFaces)]"#).results
        try #require(plans.count == 3)
        #expect(plans[0]["faces"] == nil && plans[0]["face"] == nil && (plans[0]["features"] as? [Any])?.count == 2)
        for result in plans.dropFirst() {
            #expect(faces(result).compactMap { $0["face"] as? Int } == [1, 2])
        }
        let line = "crop a.png \(Self.two) --each-face size --size 9x9 --plan --json"
        #expect(faces(plans[1]) as NSArray == (try await scratch.boundedcrop(line).objects()) as NSArray)
    }

    @Test func `a worker writes a file for each face, or returns the pictures`() async throws {
        let outputs = #"[{"width": 9, "height": 9, "file": "w/{face}.png"}, {"width": 7, "height": 7, "format": "rgba"}]"#
        let answer = try await ask(#""eachFace": "size", "outputs": \#(outputs)"#)
        let results = answer.results
        try #require(results.count == 2, "\(answer.message)")
        let files = faces(results[0]).compactMap { ($0["output"] as? [String: Any])?["file"] as? String }
        #expect(files == ["w/1.png", "w/2.png"])
        let images = faces(results[1]).compactMap { ($0["image"] as? String).flatMap { Data(base64Encoded: $0) }?.count }
        #expect(images == [7 * 7 * 4, 7 * 7 * 4])
        _ = try await lines("crop a.png \(Self.two) --each-face size --size 9x9 -o c/{face}.png")
        for name in ["1.png", "2.png"] { #expect(try scratch.bytes("w/\(name)") == scratch.bytes("c/\(name)")) }
        let again = try await ask(#""eachFace": "size", "outputs": [{"width": 9, "height": 9, "file": "w/{face}.png"}]"#)
        #expect(again.code == "fileExists" && again.message.contains("overwrite"))
    }

    @Test func `a worker's file needs the number, and a picture without faces has none`() async throws {
        let one = try await ask(#""outputs": [{"eachFace": "size", "file": "b.png"}]"#)
        #expect(one.code == "invalidArgument" && one.message.contains("{face}"))
        let twice = try await ask(#""outputs": [{"eachFace": "size", "file": "b{face}.png"}, {"file": "b1.png"}]"#)
        #expect(twice.code == "fileExists")
        let line = #"{"id": 1, "source": {"path": "black.jpg"}, "outputs": [{"eachFace": "size", "file": "n{face}.jpg"}]}"#
        let none = try #require(try await scratch.worker([line]).answers().first)
        #expect(none.results.count == 1 && faces(none.results[0]).isEmpty && none.results[0]["faces"] != nil)
        #expect(try scratch.files() == ["a.png", "black.jpg", "three.jpg"])
    }

    @Test func `outputs of faces that are not asked for any more are told, and removed with --prune`() async throws {
        let line = "crop three.jpg --each-face left-to-right --size 9 --update -o out"
        func outputs() throws -> [String] { try scratch.files().filter { $0.hasPrefix("out/") && $0.hasSuffix(".jpg") }.sorted() }
        try #require(try await scratch.boundedcrop(line).status == 0)
        #expect(try outputs() == (1...3).map { "out/three-face\($0).jpg" })
        let told = try await scratch.boundedcrop("\(line) --max-faces 1")
        let note = "out/three-face2.jpg, out/three-face3.jpg; --prune removes them"
        #expect(told.status == 0 && told.errors.contains(note), "\(told.errors)")
        #expect(try outputs().count == 3)
        try #require(try await scratch.boundedcrop("\(line) --max-faces 1 --prune").status == 0)
        #expect(try outputs() == ["out/three-face1.jpg"])
        try scratch.write(Array("Anna\nEve\nMax\n".utf8), to: "names.txt")
        try #require(try await scratch.boundedcrop("\(line) --names names.txt --prune").status == 0)
        #expect(try outputs() == ["out/three-Anna.jpg", "out/three-Eve.jpg", "out/three-Max.jpg"])
        // Without a face, none is left.
        try scratch.add(Fixture.black, as: "three.jpg")
        let faceless = try await scratch.boundedcrop("\(line) --names names.txt --prune")
        #expect(try outputs().isEmpty, "\(faceless.errors)")
    }

    @Test func `an output that a run has written again is removed without a word of its former content`() async throws {
        let line = "crop three.jpg --each-face left-to-right --size 9 --update -o out --names names.txt"
        for (names, options) in [("A\nB\nC", ""), ("A\nC\nB", ""), ("A\nX\nY", " --prune")] {
            try scratch.write(Array(names.utf8), to: "names.txt")
            let outcome = try await scratch.boundedcrop(line + options)
            #expect(outcome.status == 0 && !outcome.errors.contains("not removed"), "\(outcome.errors)")
        }
        #expect(try scratch.files().filter { $0.hasPrefix("out/") } == ["out/three-A.jpg", "out/three-X.jpg", "out/three-Y.jpg"])
    }

    @Test func `another request keeps its outputs when faces are pruned`() async throws {
        let line = "crop three.jpg --each-face left-to-right --update --prune"
        for size in [9, 8, 9] {
            try #require(try await scratch.boundedcrop("\(line) --size \(size) -o out/{name}-{face}-{width}.{ext}").status == 0)
        }
        #expect(try scratch.files().count { $0.hasPrefix("out/three-") } == 6)
    }
}
