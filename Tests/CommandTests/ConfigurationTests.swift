import ArgumentParser
import BoundedCrop
import Foundation
import TestSupport
import Testing

@testable import boundedcrop

/// Options from a file.
@Suite(.timeLimit(.minutes(15))) struct ConfigurationTests {
    let scratch: TemporaryFolder

    init() throws {
        scratch = try TemporaryFolder()
        try scratch.add(Fixture.black, as: "a.jpg")
    }

    private func write(_ text: String, to name: String = "c.conf") throws { try scratch.write(Array(text.utf8), to: name) }

    /// The outputs of a run with these lines in a file, below `out`.
    private func outputs(_ text: String, _ line: String = "") async throws -> [String] {
        try write(text)
        let outcome = try await scratch.boundedcrop("crop a.jpg --config c.conf \(line)")
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        return try scratch.files().filter { $0.hasPrefix("out/") }
    }

    @Test func `a file that hides faces is not undone by the command line`() async throws {
        try write("size = 30x20\neffects = redact(black)")
        for options in ["--effects grayscale()", "--effects=blur(3)", "--write-regions"] {
            let outcome = try await scratch.boundedcrop("crop a.jpg --config c.conf \(options) -o b.jpg")
            #expect(outcome.status == 64 && outcome.errors.contains("c.conf, line 2: redact hides faces"), "\(outcome.errors)")
        }
        #expect(try !scratch.files().contains("b.jpg"))
        let outcome = try await scratch.boundedcrop("crop a.jpg --config c.conf --effects redact(blur) --json -o b.jpg")
        #expect(outcome.status == 0 && outcome.text.contains("\"covered\":0"), "\(outcome.text)\(outcome.errors)")
    }

    private static let names = "no-bounding = true\noutput = out/{name}-{width}x{height}.{ext}\n"

    @Test(arguments: [
        ("size = 30x20", "", ["out/a-30x20.jpg"]), ("size = 30x20\nsize=10\n", "", ["out/a-10x10.jpg", "out/a-30x20.jpg"]),
        ("# all\n\n  size   =  30x20  \r\nformat = webp", "", ["out/a-30x20.webp"]),
        // The command line overrides the file.
        ("size = 30x20\nsize = 10", "--size 12", ["out/a-12x12.jpg"]), ("size = 30x20", "--size=12", ["out/a-12x12.jpg"]),
        ("aspect = 1:1", "--size 12", ["out/a-12x12.jpg"]), ("size = 30x20", "--aspect 2:1", ["out/a-300x150.jpg"]),
        ("size = 30x20\nformat = png", "--format webp", ["out/a-30x20.webp"]),
        ("size = 30x20\nformat = png", "-o out/b.webp", ["out/b.webp"]),
        ("size = 30x20\nquality = 80\nprogressive = true", "--format png", ["out/a-30x20.png"]),
        ("size = 30x20\nquality = 80\nformat = jpeg", "-o out/b.png", ["out/b.png"]),
        ("size = 30x20\nverbose = yes", "-q", ["out/a-30x20.jpg"]), ("size = 30x20\nplan = true", "--plan=false", ["out/a-30x20.jpg"]),
        ("size = 30x20\nplan = off", "", ["out/a-30x20.jpg"]), ("size = 30x20\nrequire-face = true", "--no-bounding", ["out/a-30x20.jpg"]),
        ("preset = favicon", "--size 12", ["out/a-12x12.jpg"]), ("size = 30x20", "--preset favicon", ["out/a-48x48.jpg"]),
        ("srcset = 10,20\nsrcset-sizes = 50vw\nplaceholder = none", "--size 12", ["out/a-12x12.jpg"]),
        ("srcset = 10,20\nsrcset-url = x/", "--size 12", ["out/a-12x12.jpg"]),
        ("size = 30x20\nregion = 1,2,30,40", "--detector haar", ["out/a-30x20.jpg"]),
        ("size = 30x20\ndetector = haar\nmin-face = 10%\nrequire-face = 1\nkeep = face", "--focal 9,9", ["out/a-30x20.jpg"]),
        ("size = 30x20\nrequire-face = true\ndetector = haar\neffects = blur(2)", "--no-bounding", ["out/a-30x20.jpg"]),
        ("size = 30x20\nrequire-face = true\neffects = blur(2)", "--warn-no-face --focal 9,9", ["out/a-30x20.jpg"]),
        ("size = 30x20\nalign = avatar\nalign-fill = edge", "--zoom 0.5", ["out/a-30x20.jpg"]),
        ("size = 30x20\nformat = webp", "-o out/b.png/", ["out/b.png/a.webp"]),
        ("size = 30x20\ns3-path-style = true", "--no-s3-path-style", ["out/a-30x20.jpg"]),
        ("size = 30x20\nformat = webp", "-- ", ["out/a-30x20.webp"]),
        ("size = 30x20\nverbose = on", "-q=true", ["out/a-30x20.jpg"]),
        ("size = 30x20\ns3-path-style = true", "--s3-path-style=false", ["out/a-30x20.jpg"]),
        ("size = 30x20\ns3-path-style = false\nallow-private = 1", "", ["out/a-30x20.jpg"]),
    ])
    func `lines are options, which the command line overrides`(text: String, line: String, files: [String]) async throws {
        let text = Self.names.replacing(text.contains("require-face") ? "no-bounding = true\n" : "", with: "") + text
        #expect(try await outputs(text, line) == files)
    }

    @Test func `a file that asks for covered faces asks for them with a given region, too`() async throws {
        try write("size = 30x20\nrequire-face = true\neffects = redact(white)\nmin-confidence = 50%\noutput = out/")
        let outcome = try await scratch.boundedcrop("crop a.jpg --config c.conf --region 1,2,30,40")
        #expect(outcome.status == 1 && outcome.errors.contains("nothing covered"), "\(outcome.errors)")
    }

    @Test func `a review of what is hidden takes from a file how faces are found, and nothing about crops`() throws {
        try write("size = 30x20\neffects = blur(3)\noutput = out/\nmax-faces = 2\nmin-face = 5%\nrecursive = true\ncorrections = c.json")
        let outcome = scratch.parse("review a.jpg --redact blur --config ./c.conf")
        #expect(outcome.status == 0, "\(outcome.errors)")
        try write("min-face = 500%")
        #expect(scratch.parse("review a.jpg --redact blur --config ./c.conf").errors.contains("c.conf, line 1"))
    }

    @Test(arguments: ["overwrite", "newer", "skip-existing"])
    func `what becomes of an output that exists is said by the command line`(inFile: String) async throws {
        let text = Self.names + "size = 30x20\n\(inFile) = true"
        _ = try await outputs(text)
        try scratch.write([1], to: "out/a-30x20.jpg")
        #expect(try await outputs(text, "--skip-existing").count == 1)
        #expect(try scratch.bytes("out/a-30x20.jpg") == [1])
        #expect(try await outputs(text, "--overwrite").count == 1)
        #expect(try scratch.bytes("out/a-30x20.jpg") != [1])
    }

    @Test(arguments: [
        ("sise = 3", ["c.conf, line 1", "“sise”", "“size”"]), ("# x\n\nSize = 3", ["c.conf, line 3", "“size”"]),
        ("--size = 3", ["line 1", "“size”"]), ("max-age = 60", ["line 1", "“max-age”"]), ("config = d.conf", ["line 1", "“config”"]),
        ("help = true", ["line 1", "“help”"]), ("input = a.jpg", ["line 1", "“input”"]), ("no-s3-path-style = true", ["line 1"]),
        ("size = 3\nsize 4", ["line 2", "name = value"]), ("[crop]", ["line 1", "name = value"]), ("= 3", ["line 1", "“”"]),
        ("size = 3\nquality = 1000", ["c.conf, line 2", "--quality", "1000"]), ("quality = much", ["c.conf, line 1", "much"]),
        ("size = 0x10", ["c.conf, line 1", "0x10"]), ("size = 3\nsize = wide", ["c.conf, line 2", "wide"]),
        ("size =", ["line 1", "no value"]), ("output = ", ["line 1", "no value"]), ("exclude = '*.png'", ["line 1", "quotes"]),
        ("recursive = maybe", ["line 1", "true or false", "maybe"]), ("overwrite", ["line 1", "name = value"]),
        ("overwrite = true\nnewer = true", ["c.conf, lines 1 and 2", "cannot be used together"]),
        ("quality = 3\nquality = 4", ["line 2", "line 1"]), ("align-fill = white", ["c.conf, line 1", "--align"]),
        ("size = 3\u{0}", ["line 1", "zero byte"]), ("size = 3\noutput = x/{nam}.png", ["c.conf, line 2", "{nam}"]),
    ])
    func `a line that is wrong is named`(text: String, words: [String]) throws {
        try write(text)
        let outcome = scratch.parse("crop a.jpg --config ./c.conf")
        #expect(outcome.status == 64)
        for word in words { #expect(outcome.errorLines.first?.contains(word) == true, "\(word): \(outcome.errors)") }
        #expect(outcome.errors.contains("boundedcrop crop --help"))
    }

    @Test func `a line that is found wrong while running is named`() async throws {
        try write("effects = shine()")
        let outcome = try await scratch.boundedcrop("crop a.jpg --config c.conf")
        #expect(outcome.status == 64 && outcome.output.isEmpty)
        #expect(outcome.errorLines.first?.contains("c.conf, line 1: ") == true && outcome.errors.contains("shine"), "\(outcome.errors)")
        #expect(outcome.errors.contains("boundedcrop crop --help"))
        #expect(try scratch.files() == ["a.jpg", "c.conf"])
    }

    @Test func `what the command line has wrong is not blamed on the file`() throws {
        try write("size = 3\npadding = 20%")
        let outcome = scratch.parse("crop a.jpg --config ./c.conf --quality 1000")
        #expect(outcome.status == 64 && !outcome.errors.contains("c.conf, line"), "\(outcome.errors)")
    }

    @Test(arguments: [
        ("./missing.conf", "no such file"), (".", "folder"), ("s3://a/b", "on this machine"), ("./bytes", "UTF-8"),
        ("''", "--config is empty"),
    ])
    func `a named file that cannot be read is an error`(name: String, words: String) throws {
        try scratch.write([0xFF, 0xFE], to: "bytes")
        let outcome = scratch.parse("crop a.jpg --size 3 --config \(name)")
        #expect(outcome.status == 64 && outcome.errorLines.first?.contains(words) == true, "\(outcome.errors)")
    }

    @Test func `the user's own file and that of the variable are read, one of them`() async throws {
        try write("size = 30x20\nno-bounding = true", to: "home/.config/boundedcrop/boundedcrop.conf")
        try write("size = 10\nno-bounding = true", to: "other/boundedcrop/boundedcrop.conf")
        try write("size = 12\nno-bounding = true", to: "variable.conf")
        func size(_ environment: [String: String], _ line: String = "") async throws -> String? {
            let outcome = try await scratch.shell("boundedcrop crop a.jpg --json -o \"$PWD/out/\" \(line)", environment: environment)
            #expect(outcome.status == 0, "\(outcome.errors)")
            try? FileManager.default.removeItem(atPath: scratch.path("out"))
            return try outcome.decoded(CropLine.self).first?.output.map { "\($0.width)x\($0.height)" }
        }
        let home = scratch.path("home")
        #expect(try await size(["HOME": home, "XDG_CONFIG_HOME": ""]) == "30x20")
        #expect(try await size(["HOME": home, "XDG_CONFIG_HOME": "other"]) == "30x20")
        #expect(try await size(["HOME": home, "XDG_CONFIG_HOME": scratch.path("other")]) == "10x10")
        #expect(try await size(["HOME": home, "XDG_CONFIG_HOME": "", "BOUNDEDCROP_CROP_CONFIG": "variable.conf"]) == "12x12")
        #expect(try await size(["HOME": home, "XDG_CONFIG_HOME": ""], "--config /dev/null") == "300x200")
        #expect(try await size(["BOUNDEDCROP_CROP_CONFIG": "missing"], "--config variable.conf") == "12x12")
        #expect(try await size(["HOME": scratch.path("nobody"), "XDG_CONFIG_HOME": ""]) == "300x200")
        let missing = try await scratch.shell("boundedcrop crop a.jpg", environment: ["BOUNDEDCROP_CROP_CONFIG": "missing"])
        #expect(missing.status == 64 && missing.errors.contains("missing: there is no such file"), "\(missing.errors)")
    }

    @Test func `a file in a folder of photos is not read by itself`() async throws {
        let hostile = "output = elsewhere/\ndetector = once:./evil\noverwrite = true\nnonsense"
        for name in ["boundedcrop.conf", ".boundedcrop.conf", ".config/boundedcrop/boundedcrop.conf", "photos/boundedcrop.conf"] {
            try write(hostile, to: name)
        }
        try scratch.add(Fixture.black, as: "photos/b.jpg")
        let line = "boundedcrop crop photos . --size 9 --no-bounding -o made/"
        for environment in [["HOME": "", "XDG_CONFIG_HOME": ""], ["HOME": ".", "XDG_CONFIG_HOME": ".config"]] {
            let outcome = try await scratch.shell("\(line) --overwrite", environment: environment)
            #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        }
        #expect(try scratch.files().filter { $0.hasSuffix(".jpg") } == ["a.jpg", "made/a.jpg", "made/b.jpg", "photos/b.jpg"])
    }

    @Test func `other commands take what they share with crop`() async throws {
        try write(
            "size = 30x20\neffects = blur(3)\nrequire-face = true\naccuracy = high\nmin-confidence = 50%\nmax-pixels = 10\njson = true\n"
                + "write-regions = true\nplan = true\nquality = 70\noverwrite = true\noutput = out/"
        )
        for command in ["detect a.jpg", "effects a.jpg --alpha 0.5"] {
            let outcome = try await scratch.boundedcrop("\(command) --config c.conf")
            #expect(outcome.status == 1 && outcome.errors.contains("--max-pixels allows more"), "\(outcome.errors)")
        }
        let detected = try await scratch.boundedcrop("detect a.jpg --config c.conf --max-pixels 1M --json")
        #expect(try detected.decoded(DetectLine.self).first?.accuracy == "high")
        let made = try await scratch.boundedcrop("effects a.jpg --alpha 0.5 --config c.conf --max-pixels 1M")
        #expect(made.status == 0 && made.lines.first?.contains(#""file":"out/a.jpg""#) == true, "\(made.errors)")
        #expect(try scratch.picture("out/a.jpg").size.width == 300)
        try write("overwrite = maybe")
        let wrong = scratch.parse("detect a.jpg --config ./c.conf")
        #expect(wrong.status == 64 && wrong.errors.contains("c.conf, line 1") && wrong.errors.contains("boundedcrop detect --help"))
    }

    @Test func `the command effects applies the effects of the file, before its own`() async throws {
        func size(_ options: String) async throws -> String? {
            let outcome = try await scratch.boundedcrop("effects a.jpg --config c.conf --json --overwrite -o b.png \(options)")
            #expect(outcome.status == 0, "\(outcome.errors)")
            let size = try scratch.picture("b.png").size
            return "\(size.width)x\(size.height)"
        }
        try write("effects = crop(0,0,100,50)")
        #expect(try await size("") == "100x50")
        #expect(try await size("--effects crop(0,0,60,60)") == "60x60")
        #expect(try await size("--alpha 0.5 --effects=crop(0,0,60,60)") == "60x60")
        #expect(try await size("--content-mode scaleToFill --size 30x40") == "30x40")
        try write("effects = shine()")
        let wrong = try await scratch.boundedcrop("effects a.jpg --config c.conf -o b.png")
        #expect(wrong.status == 64 && wrong.errors.contains("c.conf, line 1: "), "\(wrong.errors)")
    }

    @Test func `what a file hides, the command effects hides as the file says`() async throws {
        try write("effects = redact(black)\nhide = anything\nrequire-face = true\naccuracy = low")
        let line = "effects a.jpg --config c.conf --json -o b.jpg"
        let outcome = try await scratch.boundedcrop(line)
        #expect(outcome.status == 1 && outcome.errors.contains("nothing covered"), "\(outcome.errors)")
        let shown = try await scratch.boundedcrop("\(line) --effects grayscale()")
        #expect(shown.status == 64 && shown.errors.contains("c.conf, line 1: redact hides faces"), "\(shown.errors)")
        for options in ["--region 0,0,20,20", "--redact blur --effects grayscale() --region 0,0,20,20"] {
            let covered = try await scratch.boundedcrop("\(line) --overwrite \(options)")
            #expect(covered.status == 0 && covered.text.contains(#""covered":1"#), "\(covered.errors)")
        }
        // That `hide` is not left out.
        let regions = try await scratch.boundedcrop("\(line) --overwrite --region 0,0,20,20 --only-regions")
        #expect(regions.status == 64 && regions.errors.contains("--only-regions and --hide"), "\(regions.errors)")
    }

    @Test func `help does not need a valid file`() throws {
        try write("nonsense")
        for line in ["crop --help", "crop --config ./c.conf --help", "crop -h --config ./c.conf", "help crop"] {
            #expect(scratch.parse(line).text.contains("USAGE: boundedcrop crop"), "\(line)")
        }
    }

    @Test(arguments: ["--plan=0", "--plan=no", "--no-bounding=TRUE --plan=false"])
    func `a flag may have a value on the command line, too`(options: String) async throws {
        let outcome = try await scratch.boundedcrop("crop a.jpg --size 9 \(options) -o out/")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try scratch.files() == ["a.jpg", "out/a.jpg"])
        #expect(scratch.parse("crop a.jpg --size 9 --plan=maybe").status == 64)
    }

    @Test func `options are those that the parser finds`() throws {
        let commands: [any ParsableCommand.Type] = [CropCommand.self, WatchCommand.self, DetectCommand.self, EffectsCommand.self]
        for command in commands {
            let declared = DeclaredOption.all(of: command)
            let help = try JSONSerialization.jsonObject(with: Data(command._dumpHelp().utf8)) as? [String: Any]
            let arguments = try #require((help?["command"] as? [String: Any])?["arguments"] as? [[String: Any]])
            var found: Set<String> = []
            for argument in arguments {
                let names = argument["names"] as? [[String: String]] ?? []
                func name(_ kind: String) -> String? { names.first { $0["kind"] == kind }?["name"] }
                guard let long = name("long"), !["help", "version"].contains(long) else { continue }
                if long.hasPrefix("no-"), declared[String(long.dropFirst(3))]?.isInvertible == true { continue }
                let option = try #require(declared[long], "\(command): \(long)")
                #expect(option.section == argument["sectionTitle"] as? String ?? "", "\(long)")
                #expect(option.isFlag == (argument["kind"] as? String == "flag"), "\(long)")
                #expect(option.isRepeating == argument["isRepeating"] as? Bool, "\(long)")
                #expect(GivenOptions.letters.first { $0.value == long }.map { String($0.key) } == name("short"), "\(long)")
                found.insert(long)
            }
            #expect(found == Set(declared.keys) && found.count > 20)
        }
    }
}
