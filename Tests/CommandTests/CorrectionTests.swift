import BoundedCrop
import Foundation
import TestSupport
import Testing

@testable import BoundedCropRendering
@testable import boundedcrop

/// `--corrections` and `--plans`. The pictures have 240x300 pixels.
@Suite("Corrections and plans of the command", .timeLimit(.minutes(15))) struct CorrectionTests {
    let scratch: TemporaryFolder

    init() throws {
        scratch = try TemporaryFolder()
        try scratch.add(Fixture.portrait, as: "photos/a.png")
        try scratch.add(Fixture.portrait, as: "photos/in/b.png")
    }

    private func write(_ text: String, to path: String) throws { try scratch.write(Array(text.utf8), to: path) }

    private func plans(_ options: String) async throws -> [[String: Any]] {
        let outcome = try await scratch.boundedcrop("crop photos -r --plan --json \(options)")
        #expect(outcome.status == 0, "\(outcome.errors)")
        return try outcome.objects()
    }

    @Test func `a file of corrections says what is cropped, by picture and shape`() async throws {
        try write(
            """
            {"file": "photos/in/b.png", "aspect": "1:1", "crop": [10, 20, 100, 100]}
            {"file": "photos/a.png", "focal": "0,299"}
            """,
            to: "c.jsonl"
        )
        let lines = try await plans("--aspect 1:1 --aspect 2:1 --corrections c.jsonl")
        #expect(lines.map { $0["corrected"] as? [String] ?? [] } == [["focal"], ["focal"], ["crop"], []])
        #expect(lines[2]["crop"] as? [String: Int] == ["x": 10, "y": 20, "width": 100, "height": 100])
        #expect((lines[0]["crop"] as? [String: Int])?["y"] == 60)
    }

    @Test func `the corrections beside a picture are found`() async throws {
        try write(#"[{"file": "b.png", "skip": true}]"#, to: "photos/in/boundedcrop.corrections.json")
        try write(#"{"file": "in/b.png", "zoom": 0.5}"#, to: "photos/boundedcrop.corrections.json")
        let lines = try await plans("--aspect 1:1")
        #expect(lines.count == 2 && lines[0]["corrected"] == nil && lines[1]["corrected"] as? [String] == ["skip"])
        let done = try await scratch.boundedcrop("crop photos/in --size 20x20 -o out")
        #expect(done.status == 0 && !FileManager.default.fileExists(atPath: scratch.path("out")))
    }

    @Test func `a picture that moved keeps its corrections by its content`() async throws {
        let sum = try await scratch.shell("sha256sum photos/a.png")
        let hash = String(decoding: sum.output.prefix(64), as: UTF8.self)
        try write(#"{"sha256": "\#(hash)", "focal": "1,1"}"#, to: "c.json")
        #expect(try await plans("--aspect 1:1 --corrections c.json").map { $0["corrected"] as? [String] } == [["focal"], ["focal"]])
    }

    @Test func `corrections follow their photos when a series is renamed`() async throws {
        try scratch.add(Fixture.portrait, as: "series/c.png")
        try #require(try await scratch.boundedcrop("crop photos/a.png --crop 0,0,120,150 --size 240x300 -o series/b.png").status == 0)
        let sum = try await scratch.shell("sha256sum series/c.png")
        let names = #""file": "b.png", "sha256": "\#(String(decoding: sum.output.prefix(64), as: UTF8.self))", "size": "240x300""#
        try write(
            "{\(names), \"crop\": [10, 20, 100, 100]}\n{\(names), \"hide\": [\"1,1,9,9\"]}",
            to: "series/boundedcrop.corrections.json"
        )
        let crops = try await scratch.boundedcrop("crop series --aspect 1:1 --plan --json")
        #expect(try crops.objects().map { $0["corrected"] as? [String] } == [nil, ["crop"]], "\(crops.errors)")
        #expect(crops.errors.contains("b.png is not used: the picture that was corrected is ") && crops.errors.contains("c.png now"))
        let hidden = try await scratch.boundedcrop("effects series --redact black --json -o out")
        #expect(try hidden.objects().map { $0["corrected"] as? [String] } == [["hide"], ["hide"]], "\(hidden.errors)")
        #expect(hidden.status == 0 && hidden.errors.contains("what is hidden there is hidden here, too"))
        let named = try await scratch.boundedcrop("crop series/b.png --aspect 1:1 --plan --corrections series/boundedcrop.corrections.json")
        #expect(named.errors.contains("c.png now"))
        // Without the other one, the picture was changed.
        try FileManager.default.removeItem(atPath: scratch.path("series/c.png"))
        let alone = try await scratch.boundedcrop("crop series --aspect 1:1 --plan --json")
        #expect(try alone.objects().map { $0["corrected"] as? [String] } == [["crop"]] && alone.errors.isEmpty, "\(alone.errors)")
    }

    @Test func `a photo that was moved to a folder below keeps its corrections in runs through both`() async throws {
        let sum = try await scratch.shell("sha256sum photos/a.png")
        let hash = String(decoding: sum.output.prefix(64), as: UTF8.self)
        try write(
            """
            {"file": "b.png", "sha256": "\(hash)", "size": "240x300", "crop": [10, 20, 100, 100]}
            {"file": "b.png", "sha256": "\(hash)", "size": "240x300", "hide": ["1,1,9,9"]}
            {"file": "gone.png", "skip": true}
            """,
            to: "photos/boundedcrop.corrections.json"
        )
        try FileManager.default.removeItem(atPath: scratch.path("photos/a.png"))
        let crops = try await scratch.boundedcrop("crop photos -r --aspect 1:1 --plan --json")
        #expect(try crops.objects().map { $0["corrected"] as? [String] } == [["crop"]], "\(crops.errors)")
        #expect(crops.errors.contains("a picture that is not there: gone.png"), "\(crops.errors)")
        let hidden = try await scratch.boundedcrop("effects photos -r --redact black --json -o out")
        #expect(try hidden.objects().map { $0["corrected"] as? [String] } == [["hide"]], "\(hidden.errors)")
        // The file in the photo's own folder comes first.
        try write(#"{"file": "b.png", "focal": "1,1"}"#, to: "photos/in/boundedcrop.corrections.json")
        #expect(try await plans("--aspect 1:1").map { $0["corrected"] as? [String] } == [["focal"]])
        let below = try await scratch.boundedcrop("crop photos/in --aspect 1:1 --plan --json")
        #expect(try below.objects().map { $0["corrected"] as? [String] } == [["focal"]] && below.errors.isEmpty)
    }

    @Test func `a correction follows its photo to another size and another name, and is told where it cannot`() async throws {
        try #require(try await scratch.boundedcrop("crop photos/a.png --size 480x600 -o large/a.png").status == 0)
        try #require(try await scratch.boundedcrop("crop photos/a.png --size 120x120 -o square/a.png").status == 0)
        let sum = try await scratch.shell("sha256sum photos/a.png")
        let hash = String(decoding: sum.output.prefix(64), as: UTF8.self)
        let line = #"{"file": "a.png", "sha256": "\#(hash)", "size": "240x300", "crop": [10, 20, 100, 100]}"#
        for folder in ["photos", "large", "square"] { try write(line, to: "\(folder)/boundedcrop.corrections.json") }
        func crop(_ path: String) async throws -> (crop: NSDictionary?, errors: String) {
            let outcome = try await scratch.boundedcrop("crop \(path) --aspect 1:1 --plan --json")
            return (try outcome.objects().first?["crop"] as? NSDictionary, outcome.errors)
        }
        let made = try await crop("photos/a.png")
        #expect(made.crop == ["x": 10, "y": 20, "width": 100, "height": 100])
        let large = try await crop("large/a.png")
        #expect(large.crop == ["x": 20, "y": 40, "width": 200, "height": 200])
        let square = try await crop("square/a.png")
        #expect(square.crop == ["x": 0, "y": 0, "width": 120, "height": 120] && square.errors.contains("has another shape"))
        try FileManager.default.moveItem(atPath: scratch.path("photos/a.png"), toPath: scratch.path("photos/renamed.png"))
        for _ in 0..<2 {
            let updated = try await scratch.boundedcrop("crop square --size 20 --update -o out")
            #expect(updated.status == 0 && updated.errors.contains("has another shape"))
        }
        let renamed = try await crop("photos/renamed.png")
        #expect(renamed.crop == made.crop)
        try FileManager.default.removeItem(atPath: scratch.path("photos/renamed.png"))
        try #require(try await scratch.boundedcrop("crop large/a.png --size 60x75 -o photos/other.png").status == 0)
        let other = try await crop("photos/other.png")
        #expect(other.errors.contains("corrections of a picture that is not there: a.png"))
    }

    @Test func `what a correction leaves out is told, and removed with --prune`() async throws {
        let run = "crop photos -r --size 30x20 --size 20x20 --update -o out"
        try #require(try await scratch.boundedcrop(run).status == 0)
        try write(#"{"file": "a.png", "aspect": "1:1", "skip": true}"#, to: "photos/boundedcrop.corrections.json")
        let told = try await scratch.boundedcrop(run)
        #expect(told.status == 0 && told.errors.contains("out/a-20x20.png; --prune removes them"))
        #expect(try scratch.files().contains("out/a-20x20.png"))
        let pruned = try await scratch.boundedcrop("\(run) --prune --json").objects()
        #expect(pruned.compactMap { $0["change"] as? String == "removed" ? $0["path"] as? String : nil } == ["out/a-20x20.png"])
        let left = try scratch.files().filter { $0.hasPrefix("out/") && $0.hasSuffix(".png") }
        #expect(left.sorted() == ["out/a-30x20.png", "out/in/b-20x20.png", "out/in/b-30x20.png"])
        try FileManager.default.removeItem(atPath: scratch.path("photos/boundedcrop.corrections.json"))
        let again = try await scratch.boundedcrop("\(run) --prune")
        #expect(again.errors.isEmpty)
        #expect(try scratch.files().contains("out/a-20x20.png"))
    }

    @Test func `what is wrong with corrections is said once for all pictures`() async throws {
        for name in 1...4 { try scratch.add(Fixture.portrait, as: "photos/\(name).png") }
        try write("nonsense", to: "photos/boundedcrop.corrections.json")
        let done = try await scratch.boundedcrop("crop photos --size 20x20 -o out")
        #expect(done.status == 1 && done.errors.components(separatedBy: "line 1").count == 3, "\(done.errors)")
        #expect(done.errors.contains("4 more failed for the same reason"))
        let lines = try await scratch.boundedcrop("crop photos --size 20x20 -o out --json").objects()
        #expect(lines.count == 5)
    }

    @Test func `corrections in a folder of a stranger are a plain file, or an error that names it`() async throws {
        try write("", to: "profile")
        let path = "photos/boundedcrop.corrections.json"
        for make in ["ln -s ../profile \(path)", "ln -s ../missing \(path)", "mkfifo \(path)"] {
            _ = try await scratch.shell("rm -f \(path); \(make)")
            let done = try await scratch.boundedcrop("crop photos --size 20x20 -o out")
            #expect(done.status == 1 && done.errors.contains(path), "\(make): \(done.errors)")
            #expect(throws: BoundedCropError.self) {
                let entry = PictureEntry(input: scratch.path("photos/a.png"))
                try CorrectionFiles(nil).replace(
                    entry,
                    nil,
                    about: .crops,
                    [],
                    with: [Corrections.Entry(aspect: nil, words: ["skip": true])]
                )
            }
        }
        #expect(try scratch.bytes("profile").isEmpty && !scratch.files().contains("missing"))
        // One that an option names may be a link.
        try write(#"{"file": "photos/a.png", "skip": true}"#, to: "c.json")
        _ = try await scratch.shell("ln -s c.json link.json")
        #expect(try await plans("--aspect 1:1 --corrections link.json").count { $0["corrected"] as? [String] == ["skip"] } == 1)
    }

    @Test func `unknown pictures are told at the end`() async throws {
        try write("{\"file\": \"gone.png\", \"zoom\": 1}\n{\"file\": \"photos/a.png\", \"zoom\": 1}", to: "c.json")
        let outcome = try await scratch.boundedcrop("crop photos/a.png --size 20x20 -o out --corrections c.json")
        #expect(outcome.status == 0 && outcome.errors.contains("1 picture that were not") && outcome.errors.contains("gone.png"))
        try write(#"{"file": "photos/a.png", "aspect": "16:9", "zoom": 1}"#, to: "shape.json")
        let other = try await scratch.boundedcrop("crop photos/a.png --size 20x20 -o out --overwrite --corrections shape.json")
        #expect(other.errors.isEmpty)
        let near = try await scratch.boundedcrop("crop photos/a.png --size 160x90 --size 200x110 -o out --corrections shape.json")
        #expect(near.errors.isEmpty, "\(near.errors)")
        let missed = try await scratch.boundedcrop("crop photos/a.png --size 210x120 -o out --overwrite --corrections shape.json")
        #expect(missed.status == 0 && missed.errors.contains("corrections for 16:9 are not used in 7:4: photos/a.png"), "\(missed.errors)")
        let quiet = try await scratch.boundedcrop("crop photos/a.png --size 20x20 -o out --overwrite -q --corrections c.json")
        #expect(quiet.errors.isEmpty)
    }

    @Test func `an error names the file and the line, and only its own pictures fail`() async throws {
        try write("\n{\"file\": \"a.png\", \"zom\": 1}", to: "photos/boundedcrop.corrections.json")
        let named = try await scratch.boundedcrop("crop photos --size 9x9 --corrections photos/boundedcrop.corrections.json")
        #expect(named.status == 64 && named.errors.contains("boundedcrop.corrections.json: line 2: there is no “zom”"))
        let found = try await scratch.boundedcrop("crop photos -r --size 20x20 -o out")
        #expect(found.status == 1 && found.errors.contains("line 2"))
        #expect(FileManager.default.fileExists(atPath: scratch.path("out/in/b.png")))
        #expect(try await scratch.boundedcrop("crop photos --size 9x9 --corrections missing.json").status == 64)
    }

    @Test func `a worker corrects crops and plans, and says so`() async throws {
        try write(
            #"""
            {"file": "photos/a.png", "aspect": "1:1", "crop": [10, 20, 100, 100]}
            {"file": "photos/a.png", "aspect": "2:1", "skip": true}
            """#,
            to: "c.jsonl"
        )
        let outputs = #""outputs": [{"aspect": "2:1", "file": "wide.png"}, {"width": 50, "height": 50, "file": "square.png"}]"#
        let request = #"{"id": 1, "source": {"path": "photos/a.png"}, \#(outputs)"#
        let answers = try await scratch.worker([request + #", "plan": true}"#, request + "}"], "--corrections c.jsonl").answers()
        for answer in answers {
            #expect(answer.results.map { $0["corrected"] as? [String] } == [["skip"], ["crop"]], "\(answer.message)")
            #expect(answer.results[0] as NSDictionary == ["file": "photos/a.png", "aspect": "2:1", "corrected": ["skip"]])
            #expect(answer.results[1]["crop"] as? [String: Int] == ["x": 10, "y": 20, "width": 100, "height": 100])
        }
        #expect(try scratch.files().contains("square.png") && !scratch.files().contains("wide.png"))
        let wrong = try await scratch.worker([], "--corrections missing.json")
        #expect(wrong.status == 64 && wrong.errors.contains("missing.json"))
    }

    @Test func `a worker finds the corrections beside a picture, and any picture by its content`() async throws {
        try write(#"{"file": "b.png", "crop": [0, 0, 60, 60]}"#, to: "photos/in/boundedcrop.corrections.json")
        let bytes = try scratch.bytes("photos/a.png")
        let sum = try await scratch.shell("sha256sum photos/a.png")
        try write(#"{"sha256": "\#(String(decoding: sum.output.prefix(64), as: UTF8.self))", "focal": "1,1"}"#, to: "c.json")
        func request(_ source: String, _ more: String = "") -> String {
            #"{"id": 1, "source": {\#(source)}, "plan": true, "outputs": [{"aspect": "1:1"}]\#(more)}"#
        }
        let inFolder = request(#""path": "photos/in/b.png""#)
        let found = try await scratch.worker([inFolder, request(#""path": "photos/a.png""#)]).answers()
        #expect(found.map { $0.results.first?["corrected"] as? [String] } == [["crop"], nil])
        let upload = request(#""base64": "\#(Data(bytes).base64EncodedString())""#)
        let named = try await scratch.worker([upload, inFolder], "--corrections c.json").answers()
        #expect(named.map { $0.results.first?["corrected"] as? [String] } == [["focal"], ["focal"]])
    }

    @Test(arguments: [#", "focal": "5,5""#, #", "region": "5,5,9,9""#, #", "crop": "5,5,90,90""#, #", "noBounding": true"#])
    func `a place in a request to a worker wins over a correction`(place: String) async throws {
        try write(#"{"file": "a.png", "crop": [0, 0, 60, 60]}"#, to: "photos/boundedcrop.corrections.json")
        let answer = try await scratch.worker([
            #"{"id": 1, "source": {"path": "photos/a.png"}, "plan": true, "outputs": [{"aspect": "1:1"}]\#(place)}"#
        ]).answers()
        #expect(answer.first?.results.first?["corrected"] == nil && answer.first?.results.count == 1)
    }

    @Test func `effects crop where corrections say, and leave out what they skip`() async throws {
        try write(
            """
            {"file": "photos/a.png", "aspect": "1:1", "crop": [10, 20, 100, 100]}
            {"file": "photos/in/b.png", "skip": true}
            """,
            to: "c.jsonl"
        )
        let options = "--json --corrections c.jsonl"
        let filled = try await scratch.boundedcrop("effects photos -r --size 50x50 -o out \(options)").objects()
        #expect(filled.map { $0["corrected"] as? [String] } == [["crop"], ["skip"]])
        try #require(try await scratch.boundedcrop("crop photos/a.png --size 50x50 --crop 10,20,100,100 -o crop.png").status == 0)
        #expect(try scratch.picture("out/a.png").pixels() == scratch.picture("crop.png").pixels())
        #expect(!(try scratch.files().contains("out/in/b.png")))
        let whole = try await scratch.boundedcrop("effects photos/a.png --blur 1 -o blurred.png \(options)").objects()
        #expect(whole.first?["corrected"] == nil && whole.first?["output"] != nil)
    }

    @Test func `a contact sheet shows what corrections crop, without what they skip`() async throws {
        try write(#"{"file": "a.png", "crop": [0, 0, 120, 150]}"#, to: "photos/boundedcrop.corrections.json")
        try write(#"{"file": "b.png", "skip": true}"#, to: "photos/in/boundedcrop.corrections.json")
        let done = try await scratch.boundedcrop("contact-sheet photos -r --cell 500 -o sheet.png")
        #expect(done.status == 0 && done.errors.isEmpty)
        try #require(try await scratch.boundedcrop("crop photos/a.png --crop 0,0,120,150 -o crop.png").status == 0)
        try #require(try await scratch.boundedcrop("contact-sheet crop.png --cell 500 -o expected.png").status == 0)
        #expect(try scratch.picture("sheet.png").pixels() == scratch.picture("expected.png").pixels())
    }

    @Test(arguments: ["--crop 20,30,50,50", "--focal 5,295", "--region 5,5,9,9"])
    func `a place that an option gives wins over a correction, but not over one that leaves out the picture`(place: String) async throws {
        let run = "--aspect 1:1 \(place)"
        let plain = try await plans(run).map { $0["crop"] as? NSDictionary }
        try write(#"{"file": "a.png", "crop": [100, 100, 60, 60]}"#, to: "photos/boundedcrop.corrections.json")
        try write(#"{"file": "b.png", "skip": true}"#, to: "photos/in/boundedcrop.corrections.json")
        let corrected = try await plans(run)
        #expect(corrected.map { $0["corrected"] as? [String] } == [nil, ["skip"]])
        #expect(corrected[0]["crop"] as? NSDictionary == plain[0])
    }

    @Test func `plans that were edited are carried out`() async throws {
        let printed = try await scratch.boundedcrop("crop photos/a.png --size 30x20 --size 20x20 --plan --json")
        let lines = try printed.objects().map { line in
            var line = line
            if line["aspect"] as? String == "3:2" { line["crop"] = ["x": 6, "y": 7, "width": 90, "height": 60] }
            return String(decoding: try JSONSerialization.data(withJSONObject: line), as: UTF8.self)
        }
        try write(lines.joined(separator: "\n"), to: "plans.jsonl")
        let done = try await scratch.boundedcrop("crop photos/a.png --size 30x20 --size 20x20 --plans plans.jsonl --json -o out")
        let crops = try done.objects().map { $0["crop"] as? [String: Int] }
        #expect(crops[0] == ["x": 6, "y": 7, "width": 90, "height": 60])
        #expect(crops[1] == (try printed.objects()[1]["crop"] as? [String: Int]))
    }

    @Test(arguments: [
        #"{"x": 200, "y": 0, "width": 90, "height": 60}"#, #"{"x": 0, "y": 0, "width": 0, "height": 0}"#,
        #"{"x": 0, "y": 0, "width": 60, "height": 90}"#,
    ])
    func `a plan that cannot be carried out is an error of its picture`(crop: String) async throws {
        let printed = try await scratch.boundedcrop("crop photos/a.png --size 30x20 --plan --json")
        let line = try #require(printed.lines.first)
        try write(line.replacing(#/"crop":\{[^}]*\}/#, with: "\"crop\":\(crop)"), to: "plans.jsonl")
        let done = try await scratch.boundedcrop("crop photos/a.png --size 30x20 --plans plans.jsonl -o out")
        #expect(done.status == 1 && done.errors.contains("photos/a.png: the plan"), "\(done.errors)")
    }

    @Test func `lines that are no plans are refused with their number`() async throws {
        try write("{\"error\": {\"code\": \"x\", \"message\": \"y\"}, \"file\": \"z\"}\nnonsense", to: "plans.jsonl")
        let done = try await scratch.boundedcrop("crop photos/a.png --size 30x20 --plans plans.jsonl")
        #expect(done.status == 64 && done.errors.contains("plans.jsonl, line 2"))
    }

    @Test func `a file may be spelled as an input may, and through a link to its folder`() async throws {
        _ = try await scratch.shell("ln -s photos linked")
        let folder = scratch.path("photos")
        let spellings = [
            "./a.png", "in/../a.png", "../photos/a.png", "../linked/a.png", "\(folder)/./a.png", "file://\(folder)/a.png",
            "file://\(folder)/%61.png",
        ]
        for spelling in spellings {
            try write(#"{"file": "\#(spelling)", "skip": true}"#, to: "photos/boundedcrop.corrections.json")
            for input in ["photos/a.png", "linked/a.png", "./photos/in/../a.png", "file://\(folder)/a.png"] {
                let outcome = try await scratch.boundedcrop("crop \(input) --aspect 1:1 --plan --json")
                #expect(try outcome.objects().first?["corrected"] as? [String] == ["skip"], "\(spelling) of \(input): \(outcome.errors)")
            }
        }
        try write(#"{"file": "./gone.png", "skip": true}"#, to: "photos/boundedcrop.corrections.json")
        let outcome = try await scratch.boundedcrop("crop photos/a.png --aspect 1:1 --plan --json")
        #expect(outcome.errors.contains("corrections of a picture that is not there: ./gone.png"), "\(outcome.errors)")
    }

    @Test func `of two spellings of a file, the later correction counts`() async throws {
        try write("{\"file\": \"a.png\", \"zoom\": 1}\n{\"file\": \"./a.png\", \"skip\": true}", to: "photos/boundedcrop.corrections.json")
        #expect(try await plans("--aspect 1:1").first?["corrected"] as? [String] == ["skip"])
    }

    @Test(arguments: [
        (#""crop":null"#, "“crop” is missing"), (#""other":1"#, "“crop” is missing"),
        (#""crop":{"x":10.5,"y":0,"width":90,"height":60}"#, "“crop.x” is a whole number of pixels, not 10.5"),
    ])
    func `a plan without a crop, or with a part of a pixel, is refused with its line`(crop: String, message: String) async throws {
        let printed = try await scratch.boundedcrop("crop photos/a.png --size 30x20 --plan --json")
        let line = try #require(printed.lines.first)
        try write(line + "\n" + line.replacing(#/"crop":\{[^}]*\}/#, with: crop), to: "plans.jsonl")
        let done = try await scratch.boundedcrop("crop photos/a.png --size 30x20 --plans plans.jsonl -o out")
        #expect(done.status == 64 && done.errors.contains("plans.jsonl, line 2: \(message)"), "\(done.errors)")
    }
}
