import BoundedCrop
import TestSupport
import Testing

/// `boundedcrop report`.
@Suite(.timeLimit(.minutes(15))) struct ReportTests {
    let scratch: TemporaryFolder

    init() throws { scratch = try TemporaryFolder() }

    @Test func thePageShowsOriginalsBoxesAndCrops() async throws {
        try scratch.add(Fixture.portrait, as: "a <b>.png")
        let arguments = ["crop", "a <b>.png", "--size", "30x30", "--output", "out/{name}.png", "--json"]
        let crops = try await Command.run(arguments, in: scratch.url)
        try scratch.write(crops.output, to: "crops.jsonl")
        let outcome = try await scratch.boundedcrop("report crops.jsonl --output pages/page.html")
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        let html = String(decoding: try scratch.bytes("pages/page.html"), as: UTF8.self)
        #expect(html.contains("a &lt;b&gt;.png") && !html.contains("a <b>"))
        #expect(html.contains("src=\"../a%20%3Cb%3E.png\"") && html.contains("src=\"../out/a%20%3Cb%3E.png\""))
        #expect(html.contains("<rect class=\"kept\"") && html.contains("<rect class=\"bounds\"") && html.contains("1 of 1 whole"))
    }

    @Test func formatsThatBrowsersDoNotShowAreEmbedded() async throws {
        for name in ["a.heic", "b.tif", "c.avif"] { try scratch.add("formats/obama\(name.dropFirst())", as: name) }
        let crops = try await scratch.boundedcrop("crop a.heic b.tif c.avif --size 30x30 --output {name}.png --json")
        try scratch.write(crops.output, to: "crops.jsonl")
        let outcome = try await scratch.boundedcrop("report crops.jsonl --output page.html")
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        let html = String(decoding: try scratch.bytes("page.html"), as: UTF8.self)
        // "RIFF" in Base64.
        #expect(html.matches(of: /src="data:image\/webp;base64,UklGR/).count == 2)
        #expect(html.contains("src=\"c.avif\"") && !html.contains("src=\"a.heic\"") && !html.contains("src=\"b.tif\""))
    }

    @Test func anAnimationIsShownWithItsFaceWhereverItWasSeen() async throws {
        try scratch.add("animations/to_and_fro.gif", as: "a.gif")
        let crops = try await scratch.boundedcrop("crop a.gif --size 60x60 --output b.gif --json")
        try scratch.write(crops.output, to: "crops.jsonl")
        let outcome = try await scratch.boundedcrop("report crops.jsonl --output page.html")
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        let html = String(decoding: try scratch.bytes("page.html"), as: UTF8.self)
        #expect(html.contains("src=\"a.gif\"") && html.contains("src=\"b.gif\"") && html.contains("240x135, 16 frames, 1 found"))
        #expect(html.matches(of: /<rect class="seen"/).count >= 4 && html.matches(of: /<rect class="kept"/).count == 1)
    }

    @Test func redactedPicturesAreShownBeforeAndAfterWithWhatWasCovered() async throws {
        try scratch.add(Fixture.portrait, as: "a.png")
        let made = try await scratch.boundedcrop("effects a.png --redact black --region 200,250,40,50 --audit --json -o out/b.png")
        try scratch.write(made.output, to: "hidden.jsonl")
        let outcome = try await scratch.boundedcrop("report hidden.jsonl --output page.html")
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        let html = String(decoding: try scratch.bytes("page.html"), as: UTF8.self)
        let size = try scratch.picture("a.png").size
        #expect(html.contains("a.png <small>\(size), 2 covered</small>") && html.contains("src=\"out/b.png\""))
        #expect(html.matches(of: /<rect class="covered"/).count == 2 && html.contains("audit: nothing found"))
    }

    @Test func picturesThatWereSkippedAreShownWithTheOutputThatExists() async throws {
        try scratch.add(Fixture.portrait, as: "a.png")
        for options in ["", "--newer"] {
            let crops = try await scratch.boundedcrop("crop a.png --size 30x30 --output b.png --json \(options)")
            try scratch.write(crops.output, to: "crops.jsonl")
        }
        #expect(try await scratch.boundedcrop("report crops.jsonl --output page.html").status == 0)
        let html = String(decoding: try scratch.bytes("page.html"), as: UTF8.self)
        #expect(html.contains("a.png <small>skipped</small>") && html.contains("src=\"b.png\"") && html.contains("existed already"))
        #expect(!html.contains("1x1") && !html.contains("no face found"))
    }

    @Test func aPageIsReplacedOnlyIfRequested() async throws {
        try scratch.write([], to: "empty.jsonl")
        try scratch.write([1], to: "page.html")
        let refused = try await scratch.boundedcrop("report empty.jsonl --output page.html")
        #expect(refused.status == 1 && refused.errors == "boundedcrop: page.html already exists: use --overwrite\n")
        #expect(try scratch.bytes("page.html") == [1])
        #expect(try await scratch.boundedcrop("report empty.jsonl --output page.html --overwrite").status == 0)
        #expect(try scratch.bytes("page.html").starts(with: Array("<!DOCTYPE html>".utf8)))
    }

    /// An invalid line, and the words that the error must contain.
    @Test(arguments: [
        ("report gone.jsonl --output page.html", "gone.jsonl: there is no such file"),
        ("report words.txt --output page.html", "words.txt: line 1 is not from crop --json"),
        ("report empty.jsonl --output words.txt/page.html", "words.txt/page.html cannot be written"),
    ])
    func errorsAreOneLine(line: String, message: String) async throws {
        try scratch.write(Array("not JSON\n".utf8), to: "words.txt")
        try scratch.write([], to: "empty.jsonl")
        let outcome = try await scratch.boundedcrop(line)
        #expect(outcome.status == 1 && outcome.output.isEmpty)
        #expect(outcome.errorLines.count == 1 && outcome.errors.hasPrefix("boundedcrop: \(message)"), "\(outcome.errors)")
    }
}
