import BoundedCrop
import BoundedCropRendering
import TestSupport
import Testing

@testable import boundedcrop

@Suite(.timeLimit(.minutes(15))) struct UnitTests {
    let scratch: TemporaryFolder

    init() throws {
        scratch = try TemporaryFolder()
        try scratch.add(Fixture.photo, as: "a.jpg")
    }

    @Test func `crops of which none was planned are errors, not the end of the run`() throws {
        let job = try RenderJob(ImageRenderer(detector: FixedFeatureDetector([])), ImageSource(contentsOfFile: Fixture.path(Fixture.photo)))
        let planned = try job.plan(RenderRequest())
        expectError(.detectionFailed, saying: "no crop was planned") { _ = try planned.cropRecord(of: "a.jpg", nil) }
        expectError(.detectionFailed, saying: "no crop was planned") { _ = try planned.outputAspect }
    }

    @Test func `a failure is answered even if its id cannot be written`() throws {
        let error = BoundedCropError(.emptyFile, "it is empty")
        let lines = [JSONNode.integer(7), .number(.nan)].map { String(decoding: WorkerAnswer.line($0, error), as: UTF8.self) }
        #expect(lines[0] == #"{"error":{"code":"emptyFile","message":"it is empty"},"id":7}"# + "\n")
        #expect(lines[1].hasPrefix(#"{"error":{"code":"encodingFailed","#) && lines[1].hasSuffix("\"id\":null}\n"))
    }

    @Test func `widths have an aspect in either form, and heights are rounded and never zero`() throws {
        let wide = try #require(SourceSetWidths("10@16/9"))
        #expect(wide.aspect == AspectRatio(PixelSize(width: 16, height: 9)) && wide.widths == [10])
        let sizes = { (text: String, width: Int, height: Int) in
            SourceSetWidths(text)?.sizes(within: PixelSize(width: width, height: height)).map { "\($0)" }
        }
        #expect(sizes("1@100:1", 1000, 10) == ["1x1"])
        #expect(sizes("10", 300, 200) == ["10x7"])
        #expect(sizes("30,10,10", 20, 20) == ["10x10", "20x20"])
        #expect(SourceSetWidths("+10") == nil)
        let most = (1...SourceSetWidths.most).map(String.init).joined(separator: ",")
        #expect(SourceSetWidths(most) != nil && SourceSetWidths(most + ",33") == nil)
    }

    @Test(arguments: [
        ("60%", 0.6), ("0.6", 0.6), ("100%", 1), ("0", 0), ("0.5%", 0.005), ("%", nil), ("", nil), ("-5%", nil), ("6e-1", nil),
        ("60 %%", nil),
    ])
    func `shares have a percent sign or a point`(text: String, share: Double?) { #expect(Quantity.share(text) == share) }

    @Test(arguments: [
        ("10485760", 10_485_760), ("10MB", 10_000_000), ("10 MB", 10_000_000), ("10MiB", 10_485_760), ("10M", 10_000_000), ("1.5kB", 1500),
        ("2GiB", 2_147_483_648), ("1b", 1), ("9223372036854775807", Int.max), ("9223372036854775808", nil), ("99999999999TB", nil),
        ("1.5", nil),
        ("MB", nil), ("-1MB", nil), ("1e6", nil), ("10MX", nil), ("", nil),
    ])
    func `bytes have multiples of 1000 and of 1024`(text: String, bytes: Int?) { #expect(Quantity.bytes(text) == bytes) }

    @Test(arguments: [("50MP", 50_000_000), ("50M", 50_000_000), ("7", 7), ("2kp", 2000), ("1.5p", nil), ("p", nil)])
    func `counts have multiples of 1000`(text: String, count: Int?) { #expect(Quantity.count(text) == count) }

    @Test(arguments: [
        ("30", 30), ("30s", 30), ("500ms", 0.5), ("2min", 120), ("2m", 120), ("1.5 h", 5400), ("1d", 86_400), ("s", nil), ("-1s", nil),
        ("1week", nil), ("inf", nil), ("nan", nil),
    ])
    func `times have units from milliseconds to days`(text: String, seconds: Double?) { #expect(Quantity.seconds(text) == seconds) }

    @Test(arguments: [
        ("300x200", WantedShape.exact(.size(PixelSize(width: 300, height: 200)))),
        ("300", .exact(.size(PixelSize(width: 300, height: 300)))),
        ("300x", .width(300)), ("x300", .height(300)), ("300X200", .exact(.size(PixelSize(width: 300, height: 200)))),
        ("x", nil), ("", nil), ("0", nil), ("0x", nil), ("300x200x1", nil), ("65536", nil), ("+3x3", nil), ("-3x3", nil), ("3.5x", nil),
        ("٣x٣", nil),
    ])
    func `a size may have one side`(text: String, shape: WantedShape?) { #expect(WantedShape(size: text) == shape) }

    @Test(arguments: [
        ("--size 30", 30, 30), ("--size 60x", 60, 40), ("--size x20", 30, 20), ("--aspect 1/1", 400, 400),
        ("--size 30x20 --format jpg", 30, 20),
        ("--size 30x20 --format JPEG", 30, 20), ("--size 30x20 --zoom 60%", 30, 20),
        ("--size 30x20 --min-face 5% --min-confidence 50%", 30, 20),
        ("--size 30x20 --max-bytes 10MB --max-pixels 50M", 30, 20), ("--size 30x20 --padding 20%", 30, 20),
    ])
    func `options are understood as people write them`(options: String, width: Int, height: Int) async throws {
        let photo = try TemporaryFolder()
        let pixels = PixelBuffer(size: PixelSize(width: 600, height: 400), filledWith: (200, 0, 0, 255))
        try photo.write(pixels.blocking.encoded(as: .png()), to: "a.png")
        let outcome = try await photo.boundedcrop("crop a.png \(options) -o out/{name}.jpg")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try photo.picture("out/a.jpg").size == PixelSize(width: width, height: height))
    }

    @Test(arguments: [
        ("--padding 0.2", "20% or 0.2px"), ("--padding 10%,0.5,0,0", "50% or 0.5px"), ("--zoom 160%", "60% or 0.6"),
        ("--zoom 0%", "above 0%"),
        ("--min-face 5percent", "5percent"), ("--max-bytes ten", "10MB"), ("--max-bytes 0", "10MB"), ("--max-pixels=-1", "-1"),
        ("--timeout 1week", "30s"), ("--timeout 0", "at most 86400 seconds, not 0."), ("--timeout 1.5d", "not 129600."),
        ("--size 300x200x100", "300x200x100"),
    ])
    func `what has no unit, or a wrong one, is refused with an example`(options: String, words: String) {
        let outcome = scratch.parse("crop a.jpg \(options) -o out/")
        #expect(outcome.status == 64 && outcome.errorLines.first?.contains(words) == true, "\(outcome.errors)")
    }

    @Test(arguments: [
        "show a.jpg --seconds 500ms", "show a.jpg --seconds 5s --timeout 2min", "show a.jpg --seconds 1", "detect a.jpg --timeout 1h",
    ])
    func `times have units in all commands`(line: String) async throws {
        let outcome = try await scratch.boundedcrop(line)
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    }

    @Test(arguments: [("--timeout 0", "0"), ("--timeout 1.5d", "129600"), ("--timeout 86400.5", "86400.5"), ("--seconds 2d", "172800")])
    func `whole seconds are shown without a point`(option: String, seconds: String) {
        let outcome = scratch.parse("show a.jpg \(option)")
        #expect(outcome.status == 64 && outcome.errorLines.first?.hasSuffix("86400 seconds, not \(seconds).") == true, "\(outcome.errors)")
    }

    @Test(arguments: [("--seconds 2d", "86400 seconds"), ("--seconds 1week", "30s"), ("--seconds=-1", "30s")])
    func `a pause that is none is refused`(option: String, words: String) {
        let outcome = scratch.parse("show a.jpg \(option)")
        #expect(outcome.status == 64 && outcome.errorLines.first?.contains(words) == true, "\(outcome.errors)")
    }
}
