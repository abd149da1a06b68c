import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import boundedcrop

@Suite(.timeLimit(.minutes(15))) struct UsageTests {
    /// An invalid line, and what the message must name.
    static let wrong = [
        ("crop", "<input>"), ("detect", "<input>"), ("enlarge a.png", "enlarge"), ("crop a.png --sise 3x3", "--sise"),
        ("crop a.png --size 0x10", "0x10"), ("crop a.png --size 10x-1", "10x-1"),
        ("crop a.png --size 65536x1", "65535"), ("crop a.png --size 1.5x2", "1.5x2"), ("crop a.png --size", "--size"),
        ("crop a.png --size 0x45mm", "0x45mm"), ("crop a.png --size 35x45mm@0dpi", "@300dpi"), ("crop a.png --size 1e9mm", "1e9mm"),
        ("crop a.png --size 999999999mm", "65535 pixels"), ("crop a.png --size 35mmx2in", "one unit"),
        ("crop a.png --size @300dpi", "@300dpi"), ("crop a.png --dpi 0", "1 to 65535"), ("crop a.png --dpi 65536", "1 to 65535"),
        ("crop a.png --size 2in@600dpi --dpi 300", "600 pixels per inch"), ("crop a.png --dpi 300 --format gif", "--dpi"),
        ("crop a.png --size 35x45mm --srcset 10,20", "--srcset"),
        ("crop a.png --aspect 0:1", "0:1"), ("crop a.png --aspect wide", "16:9"), ("crop a.png --aspect 1:2:3", "1:2:3"),
        ("crop a.png --padding much", "20%"), ("crop a.png --padding -5%", "-5%"), ("crop a.png --padding 1,2", "1,2"),
        ("crop a.png --zoom 0", "--zoom"), ("crop a.png --zoom 1.1", "1.1"), ("crop a.png --zoom nan", "--zoom"),
        ("crop a.png --placement top", "headroom"), ("crop a.png --align face", "passport"), ("crop a.png --align 45%", "45%"),
        ("crop a.png --align 45%,0%", "45%,0%"), ("crop a.png --align nan,0.3", "nan,0.3"), ("crop a.png --align 45%,30%,2", "shares"),
        ("crop a.png --align-fill white", "--align-fill"), ("crop a.png --align avatar --align-fill nothing", "nothing"),
        ("crop a.png --align avatar --zoom 0.5", "--zoom"), ("crop a.png --align avatar --placement thirds", "--placement"),
        ("crop a.png --align avatar --no-bounding", "--no-bounding"), ("crop a.png --no-bounding --accuracy high", "--accuracy"),
        ("crop a.png --no-bounding --max-faces 3", "--max-faces"), ("crop a.png --no-bounding --focal 3,3", "--focal"),
        ("crop a.png --no-bounding --write-regions", "--write-regions"),
        ("crop a.png --align avatar --auto-rotate", "--auto-rotate"), ("crop a.png --each-face", "--each-face"),
        ("crop a.png --each-face right-to-left", "left-to-right or size"),
        ("crop a.png --each-face size --scheme largest", "--scheme"), ("crop a.png --each-face size --no-bounding", "--no-bounding"),
        ("crop a.png --each-face size --srcset 10,20", "--srcset"), ("crop a.png --each-face size --output -", "--output"),
        ("crop a.png --each-face size --output c.png", "c.png"), ("crop a.png --each-face size --output {name}.png", "{face}"),
        ("crop a.png --output {name}-{face}.png", "--each-face"), ("detect a.png --overlay {face}.png", "--each-face"),
        ("crop a.png --each-face size --size 1x1 --size 2x2 --output {name}-{face}.png", "{width}"),
        ("watch folder --each-face size --output {name}.png", "{face}"),
        ("crop a.png --scheme biggest", "largest"), ("crop a.png --fallback top", "attention"), ("crop a.png --accuracy best", "high"),
        ("crop a.png --detector cats", "cats"), ("detect a.png --detector cats", "haar"),
        ("crop a.png --region 1,2,3", "1,2,3"), ("crop a.png --region 1,2,3,0", "1,2,3,0"), ("detect a.png --region a,b,c,d", "a,b,c,d"),
        ("crop a.png --region 1,2,3,4 --require-face", "--require-face"), ("crop a.png --focal 1,2 --detector haar", "--detector"),
        ("crop a.png --focal 1,2 --min-face 5%", "--min-face"), ("crop a.png --region 1,2,3,4 --embedded-regions", "--embedded-regions"),
        ("crop a.png --srcset 10,20 --srcset-formats png,gif --quality 80", "--quality"),
        ("crop a.png --region 1,2,3,4 --cascade a.xml", "--region"), ("crop a.png --format heic", "webp"),
        ("crop a.png --quality 0", "1 to 100"),
        ("crop a.png --quality 101", "101"), ("crop a.png --background reddish", "opaque color"),
        ("crop a.png --background #ffffff80", "opaque color"), ("crop a.png --format webp --background navy", "--background"),
        ("crop a.png --srcset 10,20 --srcset-formats png,webp --background navy", "PNG and WebP"),
        ("crop a.png --srcset 10,20 --srcset-formats png,avif --lossless", "PNG and AVIF"), ("crop a.png --jobs 0", "--jobs"),
        ("crop a.png --max-pixels 0", "--max-pixels"), ("crop a.png --overwrite --skip-existing", "--skip-existing"),
        ("crop a.png b.png --output -", "--output -"), ("crop a.png --size 1x1 --size 2x2 --output -", "--output -"),
        ("crop ./folder --output -", "--output -"), ("crop a.png --json --output -", "--json"), ("crop - -", "Standard input"),
        ("crop a.png --output /dev/stdout", "-o -"), ("crop a.png -o /dev/null --size 9", "/dev/null is no place"),
        ("crop a.png --output {nam}.png", "{nam}"), ("crop a.png --output {name", "{name"), ("crop a.png --output b.heic", ".heic"),
        ("crop a.png --output {name}.tiff", ".tiff"), ("crop a.png --format png --output b.jpg", "b.jpg"),
        ("crop a.png --size 1x1 --size 2x2 --output c.png", "{width}"),
        ("crop a.png --size 1x1 --aspect 2:1 --output {name}.png", "{width}"), ("detect a.png --overlay {nam}.png", "{nam}"),
    ]

    /// What people write who know other tools, and what must be named instead.
    static let foreign = [
        ("crop a.png --width 300", "--size 300x200"), ("crop a.png --height 300", "x200"), ("crop a.png --crop-size 300x200", "--size"),
        ("crop a.png --passport us", "--document"), ("crop a.png --density 300", "--dpi 300"), ("crop a.png --resize 300", "--size"),
        ("crop a.png --size 9 --gravity face", "--fallback center"),
        ("crop a.png --aspect-ratio 16:9", "--aspect"), ("crop a.png --size 9 --out-dir b", "--output"),
        ("crop -i a.png --size 9", "without an option"), ("crop a.png --size 9 --force", "--overwrite"),
        ("crop a.png --size 9 --facePercent 50", "--zoom"), ("effects a.png --blur-faces -o b.png", "--redact blur"),
        ("video a.mp4 --width 300", "--size"), ("crop a.png --size 3:2", "--aspect 3:2"), ("crop a.png --size 16/9", "--aspect 16:9"),
        ("video a.mp4 --size 9:16", "--aspect 9:16"), ("crop a.png --size 300 x 310", "--size 300x310"),
        ("crop --size 300 × 310 a.png", "--size 300x310"),
    ]

    @Test(arguments: foreign) func `words of other tools lead to ours`(line: String, word: String) {
        let outcome = scratch.parse(line)
        #expect(outcome.status == 64 && outcome.errorLines.first?.contains(word) == true, "\(outcome.errors)")
        #expect(outcome.errors.contains("--help"))
    }

    @Test(arguments: ["300x310", "300×310", "'300 x 310'", "300X310", "' 300x310'"]) func `a size is read as people type it`(size: String) {
        #expect(scratch.parse("crop a.png --size \(size)").status == 0)
        #expect(scratch.parse("video a.mp4 --size \(size)").status == 0)
    }

    @Test(arguments: ["--size 4x5", "--size 16x9 --size 20"])
    func `a size with the numbers of a shape is told`(options: String) async throws {
        let outcome = try await scratch.boundedcrop("crop a.png \(options) --no-bounding -o out/")
        #expect(outcome.status == 0 && outcome.errors.contains("is a size in pixels: for that shape, say --aspect"), "\(outcome.errors)")
        #expect(try await scratch.boundedcrop("crop a.png \(options) --no-bounding -o out2/ --quiet").errors.isEmpty)
    }

    let scratch: TemporaryFolder

    init() throws {
        scratch = try TemporaryFolder()
        try scratch.add(Fixture.portrait, as: "a.png")
        try scratch.add(Fixture.portrait, as: "b.png")
        try scratch.makeFolder("folder")
    }

    @Test(arguments: wrong) func usageErrorsHaveStatus64AndNameTheFault(line: String, name: String) {
        let outcome = scratch.parse(line)
        #expect(outcome.status == 64)
        #expect(outcome.errorLines.first?.contains(name) == true, "\(outcome.errors)")
        #expect(outcome.errors.contains("--help"))
    }

    /// The options of all commands that have one value, and those that may be repeated, as help knows them.
    static let options = BoundedCropCommand.configuration.subcommands.flatMap { command -> [(line: String, repeats: Bool)] in
        let help = try? JSONSerialization.jsonObject(with: Data(command._dumpHelp().utf8)) as? [String: Any]
        let arguments = (help?["command"] as? [String: Any])?["arguments"] as? [[String: Any]] ?? []
        return arguments.filter { $0["kind"] as? String == "option" }.flatMap { option in
            (option["names"] as? [[String: Any]] ?? []).compactMap { $0["name"] as? String }.map { name in
                let word = name.count == 1 ? "-\(name)" : "--\(name)"
                return ("\(command.configuration.commandName ?? "") \(word) one \(word) two", option["isRepeating"] as? Bool == true)
            }
        }
    }

    @Test(arguments: options) func `an option that has one value is given once`(line: String, repeats: Bool) {
        let outcome = scratch.parse(line)
        #expect(outcome.status == 64)
        let isRefused = outcome.errorLines.first?.contains("is given twice, as “one” and “two”") == true
        #expect(isRefused != repeats, "\(outcome.errors)")
    }

    @Test(arguments: [
        "crop a.png --effects redact(black) --effects=grayscale()", "watch folder --effects redact(black) --size 3 --effects blur(2)",
        "crop a.png -o b --output c", "crop a.png -vo b -o=c", "video a.mp4 --redact black --redact blur",
        "serve --redact-detector yunet+haar --redact-detector yunet",
    ])
    func `what asks to hide is not undone by what follows`(line: String) {
        let outcome = scratch.parse(line)
        #expect(outcome.status == 64 && outcome.errorLines.first?.contains("is given twice") == true, "\(outcome.errors)")
        #expect(outcome.errorLines.first?.contains("redact(black) grayscale()") == line.contains("--effects"))
    }

    @Test(arguments: [
        "crop a.png --size 3 --size 4 --crop -1,2,3,4", "crop a.png --quiet --quiet", "crop a.png --format png -- --format a",
        "effects a.png -o b --redact black --redact blur --effects blur(2) --effects circle()",
    ])
    func `what may be repeated may be repeated`(line: String) {
        #expect(!scratch.parse(line).errors.contains("twice"))
    }

    /// Wrong lines for each command, of which tests of the parser see more.
    static let wrongEverywhere = [
        "crop", "crop a.png --sise 3x3", "crop a.png --quality 0", "crop a.png --size 9x9 --json --output -", "watch", "watch -",
        "detect", "detect a.png --detector cats", "effects a.png --alpha 0.5", "effects a.png --output b.png --plan", "show",
        "show a.png --seconds 2d", "review", "review a.png", "review s3://b/ --size 9x9", "review a.png --size 9x9 --plan",
        "review a.png --redact loud", "review a.png --redact blur --size 9x9", "review a.png --redact blur -o out",
        "review a.png --redact blur --region 1,1,9,9", "review a.png --redact blur --max-faces 2",
        "review a.png --size 9x9 --hide sure",
        "contact-sheet a.png", "contact-sheet a.png -o b.png --columns 0", "report", "report a --output=",
        "evaluate", "evaluate a --overwrite", "formats a", "schema --json", "worker --jobs 0", "worker --max-line many", "serve --port",
        "serve --log-level loud", "sign", "sign a --signature md5", "url", "url - -", "enlarge a.png", "help enlarge", "--size 3x3",
        "crop a.png --config wrong.conf", "crop a.png --config missing.conf",
    ]

    @Test(arguments: wrongEverywhere) func theProcessSaysWhatItsParserSays(line: String) async throws {
        try scratch.write(Array("quality = 0".utf8), to: "wrong.conf")
        let outcome = try await scratch.boundedcrop(line)
        #expect(outcome.status == 64 && !outcome.endedBySignal && outcome.output.isEmpty)
        let parsed = scratch.parse(line.replacing(/\w+\.conf/) { "./\($0.output)" })
        #expect(outcome.errors == parsed.errors.replacing(scratch.path + "/", with: ""))
        #expect(try scratch.files() == ["a.png", "b.png", "wrong.conf"])
    }

    /// What is only found with the pictures and models at hand.
    static let wrongWhileRunning = [
        ("crop a.png --cascade missing.xml", "missing.xml"), ("detect a.png --cascade a.png", "a.png cannot be used"),
        ("crop a.png b.png --output c.png", "{name}"), ("detect a.png b.png --overlay c.png", "folder"),
    ]

    @Test(arguments: wrongWhileRunning)
    func lateUsageErrorsHaveStatus64NameTheFaultAndWriteNothing(line: String, name: String) async throws {
        let outcome = try await scratch.boundedcrop(line)
        #expect(outcome.status == 64 && !outcome.endedBySignal)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errorLines.first?.contains(name) == true, "\(outcome.errors)")
        #expect(outcome.errors.contains("--help"))
        #expect(try scratch.files() == ["a.png", "b.png"])
    }

    @Test(arguments: [
        ("crop a.png --size 9 --zoom -1", "-1"), ("crop a.png --size -5", "-5"), ("crop a.png --aspect -1:1", "-1:1"),
        ("crop a.png --size 9 --timeout -1", "--timeout"), ("effects a.png --blur -1 -o b.png", "--blur -1: blur(-1"),
        ("crop a.png --size 9 -j -1", "--jobs"),
    ])
    func `a negative value is refused for what it is`(_ line: String, _ words: String) throws {
        let outcome = try TemporaryFolder().parse(line)
        #expect(outcome.status == 64 && outcome.errors.contains(words) && !outcome.errors.contains("Missing"), "\(outcome.errors)")
    }

    @Test func `the number of jobs may follow its letter`() throws {
        let wrong = try TemporaryFolder().parse("crop a.png --size 9 -j0")
        #expect(wrong.status == 64 && wrong.errors.contains("--jobs must be 1 to 1024, not 0"), "\(wrong.errors)")
        #expect(try TemporaryFolder().parse("crop a.png --size 9 -j4").status == 0)
    }

    @Test func `an option is no value of the one before it`() throws {
        let outcome = try TemporaryFolder().parse("crop a.png --size --aspect -1:1")
        #expect(outcome.status == 64 && outcome.errors.contains("Missing value for '--size"), "\(outcome.errors)")
    }
}
