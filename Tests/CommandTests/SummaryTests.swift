import BoundedCrop
import Foundation
import TestSupport
import Testing

@testable import boundedcrop

@Suite(.timeLimit(.minutes(15))) struct SummaryTests {
    let scratch: TemporaryFolder

    init() throws {
        scratch = try TemporaryFolder()
        try scratch.add("photos/obama.jpg", as: "in/face.jpg")
        try scratch.add(Fixture.black, as: "in/black.jpg")
    }

    @Test func `a verbose run ends with what was done, skipped and failed, and how fast`() async throws {
        try scratch.write([], to: "in/empty.jpg")
        let line = "crop in --size 30x20 -o out --skip-existing -v"
        let first = try await scratch.boundedcrop(line)
        #expect(first.status == 1)
        let summary = try #require(first.errorLines.last)
        #expect(summary.hasPrefix("boundedcrop: 2 done (1 without faces), 1 of 3 failed, "), "\(summary)")
        #expect(summary.contains(/[0-9.]+ s, [0-9.]+ photos\/s/))
        #expect(try await scratch.boundedcrop(line).errors.contains("boundedcrop: 0 done, 2 skipped, 1 of 3 failed, "))
    }

    private struct Enlarged: Decodable {
        let enlarged: Double?
    }

    @Test func `outputs that are enlarged are told by their lines and by the summary`() async throws {
        try scratch.add(Fixture.portrait, as: "a.png")
        try scratch.add(Fixture.portrait, as: "b.png")
        let line = "crop a.png --crop 0,0,100,50"
        let shapes = "--size 100x50 --size 124x62 --size 126x63 --size 976x488"
        let factors = try await scratch.boundedcrop("\(line) \(shapes) --plan --json").decoded(Enlarged.self).map(\.enlarged)
        #expect(factors == [nil, nil, 1.26, 9.76])
        let one = try await scratch.boundedcrop("\(line) --size 976x488 -o {name}-{width}.{ext} -v")
        #expect(one.lines.first?.contains(", enlarged 9.76 times -> a-976.png") == true, "\(one.text)")
        let many = try await scratch.boundedcrop("crop a.png b.png --crop 0,0,100,50 --size 100x50 --size 200x100 --size 150x75 -o out -v")
        #expect(many.errors.contains("2 done, 4 outputs enlarged, up to 2 times, "), "\(many.errors)")
        let none = try await scratch.boundedcrop("crop a.png b.png --crop 0,0,100,50 --size 100x50 -o same -v")
        #expect(!none.errors.contains("enlarged") && none.errors.contains("2 done, "), "\(none.errors)")
    }

    @Test func `formats that are not read and subfolders that were left out are named`() async throws {
        for name in ["a.TGA", "b.psd", "c.PSD", "notes.txt"] { try scratch.write(Array("x".utf8), to: "in/\(name)") }
        try scratch.add(Fixture.black, as: "in/sub/deep.jpg")
        let outcome = try await scratch.boundedcrop("crop in --size 30x20 -o out -v")
        #expect(outcome.errors.contains("4 not pictures (2 .psd, 1 .tga cannot be read)"), "\(outcome.errors)")
        #expect(outcome.errors.contains("1 subfolder was left out: use --recursive to include it (in/sub)"), "\(outcome.errors)")
        let all = try await scratch.boundedcrop("crop in -r --size 30x20 -o all -v")
        #expect(!all.errors.contains("subfolder"))
        let piped = try await scratch.boundedcrop("crop in --size 30x20 -o piped")
        #expect(piped.errors.isEmpty)
    }

    @Test func `a summary names what was left out, and results stay JSON`() async throws {
        for name in ["a.TGA", "b.psd", "c.EXR"] { try scratch.write(Array("x".utf8), to: "in/\(name)") }
        for number in 1...7 { try scratch.makeFolder("in/sub\(number)") }
        let outcome = try await scratch.boundedcrop("crop in --size 30x20 -o out --json -v")
        #expect(outcome.status == 0)
        #expect(
            outcome.errorLines.filter { $0.contains("left out") } == [
                "boundedcrop: in/a.TGA: left out: .tga files cannot be read; \(ImageFormat.allCases.titles) can be read",
                "boundedcrop: in/b.psd: left out: .psd files cannot be read; \(ImageFormat.allCases.titles) can be read",
                "boundedcrop: in/c.EXR: left out: .exr files cannot be read; \(ImageFormat.allCases.titles) can be read",
                "boundedcrop: 7 subfolders were left out: use --recursive to include them "
                    + "(in/sub1, in/sub2, in/sub3, in/sub4, in/sub5 and 2 more)",
            ]
        )
        let lines = try outcome.objects()
        #expect(lines.compactMap { $0["leftOut"] == nil ? nil : $0["file"] as? String } == ["in/a.TGA", "in/b.psd", "in/c.EXR"])
        #expect(lines.count == 5)
        #expect(try await scratch.boundedcrop("crop in --size 30x20 -o quiet --quiet").errors.isEmpty)
    }

    @Test func `of many files that are left out, the first are named and the others counted`() async throws {
        for number in 10...40 { try scratch.write(Array("x".utf8), to: "in/\(number).EXR") }
        let errors = try await scratch.boundedcrop("crop in --size 30x20 -o out -v").errorLines
            .filter { $0.contains("left out") }
        #expect(errors.count == 21 && errors[0].hasPrefix("boundedcrop: in/10.EXR: "))
        #expect(errors[19].hasPrefix("boundedcrop: in/29.EXR: "))
        #expect(errors.last == "boundedcrop: and 11 more files were left out")
        let verbose = try await scratch.boundedcrop("crop in --size 30x20 -o again -v")
        #expect(verbose.errors.contains("31 not pictures (31 .exr cannot be read)"), "\(verbose.errors)")
    }

    @Test(arguments: ["a.dng", "a.NEF", "a.arw", "a.pef"])
    func `a TIFF that is named as a photo of a camera is not read: it may be the small preview`(name: String) async throws {
        try scratch.add("formats/obama.tif", as: name)
        let outcome = try await scratch.boundedcrop("crop \(name) --size 30x20 --json -o out/")
        #expect(outcome.status == 1 && outcome.errors.contains("no values of a sensor that are known here"), "\(outcome.errors)")
        #expect(try outcome.objects().compactMap { ($0["error"] as? [String: Any])?["code"] as? String } == ["unsupportedFormat"])
        let worker = try await scratch.worker([#"{"id": 1, "source": {"path": "\#(name)"}, "features": true}"#])
        #expect(worker.text.contains("unsupportedFormat"), "\(worker.text)")
        // Others only have the name.
        try scratch.add(Fixture.portrait, as: name)
        #expect(try await scratch.boundedcrop("crop \(name) --size 30x20 -o out/").status == 0)
    }

    @Test(arguments: ["in in/sub", "in/sub in"]) func `a subfolder that is named itself is not left out`(inputs: String) async throws {
        try scratch.add(Fixture.portrait, as: "in/sub/deep.png")
        let outcome = try await scratch.boundedcrop("crop \(inputs) --size 30x20 -o out")
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        #expect(try scratch.files().filter { $0.hasPrefix("out/") }.count == 3)
    }

    @Test func `the folder of the outputs is no folder that was left out`() async throws {
        for _ in 1...2 {
            let outcome = try await scratch.boundedcrop("crop in --size 30x20 -o in/out --overwrite")
            #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        }
    }

    @Test(arguments: [("", true), ("--format webp", true), ("--plan", false), ("--aspect 1:1", false)])
    func `a run without a shape says that nothing is cropped`(_ options: String, isSaid: Bool) async throws {
        let outcome = try await scratch.boundedcrop("crop in/face.jpg -v \(options) -o out/")
        #expect(outcome.status == 0)
        #expect(outcome.errors.contains("nothing is cropped without --size, --aspect") == isSaid, "\(outcome.errors)")
        // In a pipe, whoever names a format converts pictures, and whoever names nothing has forgotten the shape.
        let piped = try await scratch.boundedcrop("crop in/face.jpg \(options) -o out2/")
        #expect(piped.errors.contains("nothing is cropped") == (isSaid && options.isEmpty), "\(piped.errors)")
        #expect(try await scratch.boundedcrop("crop in/face.jpg --quiet \(options) -o out3/").errors.isEmpty)
    }

    @Test(arguments: ["in/face.jpg", "in"]) func `a run without a shape does not say so if corrections may crop`(input: String) async throws
    {
        try scratch.write(Array(#"{"file": "face.jpg", "crop": "10,10,20,20"}"#.utf8), to: "in/boundedcrop.corrections.json")
        let outcome = try await scratch.boundedcrop("crop \(input) -v -o out/")
        #expect(outcome.status == 0 && !outcome.errors.contains("nothing is cropped"), "\(outcome.errors)")
    }

    @Test func `quiet means errors only`() async throws {
        try scratch.write([], to: "in/empty.jpg")
        try scratch.write(Array("text".utf8), to: "in/text.jpg")
        let outcome = try await scratch.boundedcrop("crop in --size 30x20 -o out --quiet")
        #expect(outcome.status == 1 && outcome.errorLines == ["boundedcrop: in/empty.jpg: the file is empty"])
        #expect(scratch.parse("crop in --size 30x20 -o out --quiet --verbose").errors.contains("--quiet"))
    }

    @Test func `a picture without faces has a status of its own if that is asked for`() async throws {
        #expect(try await scratch.boundedcrop("crop in --size 30x20 -o a").status == 0)
        #expect(try await scratch.boundedcrop("crop in --size 30x20 -o b --warn-no-face").status == 2)
        #expect(try await scratch.boundedcrop("crop in/face.jpg --size 30x20 -o c --warn-no-face").status == 0)
        #expect(try await scratch.boundedcrop("crop in missing.jpg --size 30x20 -o d --warn-no-face").status == 1)
        #expect(try await scratch.boundedcrop("crop in --size 30x20 -o e --require-face").status == 1)
    }

    @Test func `crops of pictures without faces can go to a folder of their own`() async throws {
        let line = "crop in --size 30x20 -o out/{name}-{width}.{ext} --no-face-to in/look"
        #expect(try await scratch.boundedcrop(line).status == 0)
        #expect(try scratch.files() == ["in/black.jpg", "in/face.jpg", "in/look/black-30.jpg", "out/face-30.jpg"])
        #expect(try await scratch.boundedcrop(line + " -r --skip-existing").status == 0)
        #expect(try scratch.files() == ["in/black.jpg", "in/face.jpg", "in/look/black-30.jpg", "out/face-30.jpg"])
    }

    @Test(arguments: [
        "--no-face-to look --require-face", "--warn-no-face --no-bounding", "--no-face-to s3://bucket/", "--no-bounding --require-face",
        "--no-bounding --region 1,2,3,4", "--no-bounding --zoom 50%", "--lossless --format jpeg",
        "--lossless -o out.png", "--quality 80 --format png", "--progressive --format webp", "--exclude= ",
    ])
    func `options that contradict each other are refused`(_ options: String) {
        let output = options.contains("-o ") ? "" : "-o out"
        let outcome = scratch.parse("crop in/face.jpg --size 9x9 \(output) \(options)")
        let name = options.split(separator: " ")[0].split(separator: "=")[0]
        #expect(outcome.status == 64 && outcome.errorLines.first?.contains(name) == true, "\(outcome.errors)")
    }

    @Test(arguments: [
        (["crop", "in/face.jpg", "--size", "9x9", "-o", ""], "--output"), (["crop", "", "--size", "9x9"], "input"),
        (["crop", "in/face.jpg", "--list", ""], "--list"), (["detect", "in/face.jpg", "--overlay", ""], "--overlay"),
        (["crop", "in/face.jpg", "--cascade", ""], "--cascade"), (["crop", "in/face.jpg", "--detection-cache", ""], "--detection-cache"),
        (["crop", "in/face.jpg", "--no-face-to", ""], "--no-face-to"), (["effects", "in/face.jpg", "--blur", "3", "-o", ""], "--output"),
        (["contact-sheet", "in/face.jpg", "-o", ""], "--output is empty"),
        (["report", "in/face.jpg", "-o", ""], "--output"), (["evaluate", ""], "manifest"),
        (["serve", "--print-config", "--root", ""], "--root is empty"), (["serve", "--print-config", "--root="], "--root"),
        (["serve", "--print-config", "--key-file", ""], "--key-file is empty"),
        (["serve", "--print-config", "--result-storage", ""], "--result-storage is empty"),
        (["serve", "--print-config", "--config", ""], "--config is empty"),
        (["serve", "--print-config", "--detection-storage", ""], "--detection-storage is empty"),
        (["url", "/a.jpg", "--config", ""], "--config is empty"),
        (["serve", "--print-config", "--imgproxy-watermark", ""], "--imgproxy-watermark is empty"),
        (["crop", "a", "--preset", ""], "--preset: this is empty"),
        (["contact-sheet", "", "-o", "a.jpg"], "input"), (["show", ""], "input"),
    ])
    func `an empty name of a file or folder is refused`(arguments: [String], name: String) {
        let outcome = Command.parse(arguments)
        #expect(outcome.status == 64 && outcome.errorLines.first?.contains(name) == true, "\(outcome.errors)")
    }

    @Test func `control characters in names are escaped in text`() async throws {
        try scratch.add("photos/obama.jpg", as: "in/\u{1B}[31m\nx\ty.jpg")
        let outcome = try await scratch.boundedcrop("detect in")
        #expect(outcome.status == 0 && !outcome.text.contains("\u{1B}"))
        #expect(outcome.lines.count == 2 && outcome.lines.allSatisfy { $0.split(separator: "\t").count == 4 }, "\(outcome.text)")
        try scratch.write([], to: "in/\u{1B}]0;title.jpg")
        #expect(try await scratch.boundedcrop("crop in --size 9x9 -o out -v").errors.contains("in/\\u{1b}]0;title.jpg"))
    }

    @Test(arguments: [
        ("corp a.jpg --size 9x9", "Did you mean “crop”?"), ("help nope", "“nope”"), ("photo.jpg --size 9x9", "boundedcrop crop photo.jpg"),
        ("./in", "boundedcrop crop "), ("serv", "“serve”"), ("zebra", "contact-sheet"),
    ])
    func `a command that does not exist is named, with the nearest one`(line: String, words: String) {
        let outcome = scratch.parse(line)
        #expect(outcome.status == 64 && outcome.errorLines.first?.contains(words) == true, "\(outcome.errors)")
    }

    @Test func `late usage errors show the usage of their command`() async throws {
        try scratch.add("photos/obama.jpg", as: "in/again.jpg")
        let outcome = try await scratch.boundedcrop("crop in --size 9x9 -o one.jpg")
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("boundedcrop crop --help") && outcome.errors.lowercased().contains("usage: boundedcrop crop"))
    }

    @Test(arguments: [
        (80, 0, 10, 0, 0, "██████████████████████████████", false), (30, 5, 10, 1, 20, "5 of 10, 1 failed", true),
        (12, 500, 1000, 3, 20, "500 of 1000", true),
    ])
    func `progress fits into the terminal`(
        columns: Int,
        done: Int,
        total: Int,
        failed: Int,
        seconds: Int,
        words: String,
        contains: Bool
    ) {
        let line = ProgressText(done: done, total: total, failed: failed, time: .seconds(seconds)).line(columns: columns, downloaded: 0)
        #expect(line.count < columns && line.contains(words) == contains, "\(line)")
    }

    @Test func `progress says the rate and the time that is left`() {
        let line = ProgressText(done: 100, total: 400, failed: 2, time: .seconds(50)).line(columns: 120, downloaded: 4000)
        #expect(line.hasSuffix(" 100 of 400, 2 failed, 2 min left, 2.0/s, 4 kB downloaded"), "\(line)")
    }
}
