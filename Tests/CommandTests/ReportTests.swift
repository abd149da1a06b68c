import BoundedCrop
import Foundation
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
        #expect(html.contains("<bdi>a.png</bdi> <small>\(size), 2 covered</small>") && html.contains("src=\"out/b.png\""))
        #expect(html.matches(of: /<rect class="covered"/).count == 2 && html.contains("audit: nothing found"))
        #expect(!html.lowercased().contains("no face found") && html.contains("data-groups=\"fine\""))
    }

    @Test func picturesThatWereSkippedAreShownWithTheOutputThatExists() async throws {
        try scratch.add(Fixture.portrait, as: "a.png")
        for options in ["", "--newer"] {
            let crops = try await scratch.boundedcrop("crop a.png --size 30x30 --output b.png --json \(options)")
            try scratch.write(crops.output, to: "crops.jsonl")
        }
        #expect(try await scratch.boundedcrop("report crops.jsonl --output page.html").status == 0)
        let html = String(decoding: try scratch.bytes("page.html"), as: UTF8.self)
        #expect(html.contains("<bdi>a.png</bdi></h2>") && html.contains("src=\"b.png\"") && html.contains("Existed already"))
        #expect(!html.contains("1x1") && !html.lowercased().contains("no face found"))
    }

    // MARK: Lines that a program wrote

    /// The page of lines of JSON.
    private func page(_ lines: [String]) async throws -> String {
        try scratch.write(Array(lines.joined(separator: "\n").utf8), to: "lines.jsonl")
        let outcome = try await scratch.boundedcrop("report lines.jsonl --output page.html --overwrite")
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        return String(decoding: try scratch.bytes("page.html"), as: UTF8.self)
    }

    /// A crop of a picture of 1000x500 pixels.
    private static func crop(_ file: String, _ features: String..., rest: String = #","fallback":null"#) -> String {
        let output = #"{"file":"out/\#(file)","width":300,"height":300}"#
        let features = features.joined(separator: ",")
        return #"{"file":"\#(file)","width":1000,"height":500,"scheme":"all","features":[\#(features)],"output":\#(output)\#(rest)}"#
    }

    private static func face(_ x: Int = 0, height: Int = 200, kept: Bool = true, confidence: Double = 0.9, rest: String = "") -> String {
        #"{"x":\#(x),"y":0,"width":100,"height":\#(height),"confidence":\#(confidence),"kind":"face","kept":\#(kept)\#(rest)}"#
    }

    private static func names(_ html: String) -> [String] { html.matches(of: /<article [^>]*data-name="([^"]*)"/).map { String($0.1) } }

    private static func groups(_ html: String) -> [String] { html.matches(of: /<article data-groups="([^"]*)"/).map { String($0.1) } }

    /// The counts in the filters, by title.
    private static func counts(_ html: String) -> [String] {
        html.matches(of: /<label class="[^"]*"><input [^>]*> ([^<]*) <b>(\d+)<\/b>/).map { "\($0.1) \($0.2)" }
    }

    private static let skipped = #"{"file":"skipped","skipped":"out/skipped.png"}"#
    private static let failed = #"{"file":"failed","error":{"code":"fileNotFound","message":"there is no <such> file"}}"#
    private static let faceless = crop("faceless", rest: #","fallback":"attention","reason":"attention""#)
    private static let visible = """
        {"file":"visible","width":9,"height":9,"covered":0,"covers":[],"visible":[{"x":1,"y":2,"width":3,"height":4,"confidence":1}],\
        "output":{"file":"v.png","width":9,"height":9}}
        """

    @Test func `what deserves a look comes first, and the rest as in the lines`() async throws {
        let html = try await page([
            Self.skipped, Self.crop("fine-b", Self.face()), Self.crop("turned", Self.face(rest: #","roll":-90"#)),
            Self.crop("tiny-b", Self.face(), Self.face(300, height: 40)), Self.crop("fine-a", Self.face()), Self.faceless,
            Self.crop("tiny-a", Self.face(height: 49)), Self.crop("unsure", Self.face(height: 40, confidence: 0.6)), Self.visible,
            #"{"file":"not.txt","leftOut":"it is text"}"#, Self.crop("cut", Self.face(), Self.face(900, kept: false)), Self.failed,
        ])
        let order = "failed visible cut faceless unsure tiny-b tiny-a turned fine-b fine-a skipped not.txt"
        #expect(Self.names(html).joined(separator: " ") == order)
        let counts = [
            "All 12", "Failed 1", "Found again 1", "Faces cut 1", "Nothing covered 1", "No face found 1", "Unsure 1", "Tiny faces 3",
            "Turned 1", "Others 2", "Existed already 1", "Not a picture 1",
        ]
        #expect(Self.counts(html) == counts)
        #expect(html.contains("11 pictures and their crops"))
    }

    @Test func `the groups are those of the documentation`() async throws {
        let html = try await page([Self.failed, Self.visible, Self.faceless, Self.skipped, Self.crop("cut", Self.face(kept: false))])
        let text = try String(decoding: Data(contentsOf: Fixture.package.appendingPathComponent("docs/command.md")), as: UTF8.self)
        let list = text.replacing("\n", with: " ").matches(of: /the page explains its groups: ([^.]*)\./).first?.1 ?? ""
        let documented = list.replacing(" and ", with: " ").split(separator: ", ").map(String.init)
        let groups = html.matches(of: /<dt>([^<]*)<\/dt>/).map { String($0.1) }
        #expect(groups.count == 6 && documented.filter(groups.contains) == groups)
    }

    /// A line, and the groups of its picture.
    @Test(arguments: [
        (failed, "failed"), (visible, "visible uncovered"), (faceless, "faceless"), (skipped, "skipped"),
        (#"{"faces":0,"file":"a.png"}"#, "faceless"), (crop("no-bounding", rest: #","fallback":null,"reason":"center""#), "fine"),
        (crop("likely", rest: #","fallback":null,"reason":"likely""#), "faceless"),
        (crop("exact", rest: #","fallback":null,"reason":"given""#), "fine"),
        (crop("a", face(height: 50, confidence: 0.7, rest: #","roll":45"#)), "fine"),
        (crop("a", face(height: 40, kept: false, confidence: 0.6)), "cut"), (crop("a", face(), rest: #","outputTurn":90"#), "turned"),
        (crop("a", face(height: 2, rest: #","roll":80"#), rest: #","corrected":["zoom"]"#), "tiny turned corrected"),
        (crop("a", face(), rest: #","corrected":["focal"]"#), "fine corrected"), (crop("a", face(), rest: #","enlarged":2.5"#), "enlarged"),
        (crop("a", face(), rest: #","faults":["turned"]"#), "unsuitable"),
        (crop("a", rest: #","fallback":"center","covers":[]"#), "uncovered"),
        (crop("a", #"{"x":1,"y":1,"width":1,"height":1,"confidence":1,"kind":"region","kept":true}"#), "fine"),
        (crop("a", #"{"x":1,"y":1,"width":1,"height":1,"confidence":1,"kind":"focalPoint","kept":false}"#), "cut"),
        (#"{"file":"a.png","width":9,"height":9,"output":{"file":"b.png","width":9,"height":9}}"#, "fine"),
    ])
    func `a picture is in the groups that it belongs to`(line: String, groups: String) async throws {
        let html = try await page([line])
        #expect(Self.groups(html) == [groups] && !html.contains("1x1"))
    }

    @Test func `the crops are seen at once, and the original when it is opened`() async throws {
        let html = try await page([
            Self.crop("a.png", Self.face(), rest: #","fallback":null,"crop":{"x":0,"y":0,"width":500,"height":500}"#),
            Self.crop("plan.png", Self.face()).replacing(/"output":\{[^}]*\}/, with: #""output":null"#),
        ])
        #expect(html.contains(/<img src="out\/a.png" width="144" height="144" loading="lazy"/))
        let original = /<summary>Original<\/summary><div class="boxed"><img src="a.png" width="960" height="480" loading="lazy"/
        #expect(html.contains(original) && html.matches(of: /<summary>Original/).count == 1)
        #expect(html.contains("<rect class=\"crop\" x=\"0.0\" y=\"0.0\" width=\"500.0\"") && html.contains("viewBox=\"0 0 1000 500\""))
        #expect(html.contains(/<img src="plan.png" [^>]*loading="lazy"/), "there is no crop to see")
        #expect(html.matches(of: /<img\s/).count == html.matches(of: /<img [^>]*loading="lazy"/).count)
    }

    @Test func `the crops of each face are one picture's, with all its faces`() async throws {
        let html = try await page([
            Self.crop("a.png", Self.face(), rest: #","face":1"#), Self.crop("a.png", Self.face(400), rest: #","face":2"#),
            Self.crop("a.png", Self.face(400, kept: false), rest: #","face":2"#),
        ])
        #expect(html.contains("1000x500, 2 found") && html.contains("face 2, all, 300x300") && html.contains("1 picture and its crops"))
        #expect(html.matches(of: /<rect class="kept"/).count == 1 && html.matches(of: /<rect class="dropped"/).count == 1)
    }

    @Test func `corrections are named once`() async throws {
        let line = Self.crop("a.png", Self.face(), rest: #","corrected":["focal","<zoom>"]"#)
        let html = try await page([line, line])
        #expect(html.matches(of: /corrected: focal, &lt;zoom&gt;</).count == 1)
    }

    @Test func `an error does not hide the crops that were made`() async throws {
        let html = try await page([Self.crop("failed", Self.face()), Self.failed])
        #expect(html.contains("there is no &lt;such&gt; file") && html.contains("src=\"out/failed\"") && Self.names(html) == ["failed"])
    }

    @Test func `an output is shown once, though a later run skipped it`() async throws {
        let html = try await page([Self.crop("a.png", Self.face()), #"{"file":"a.png","skipped":"out/a.png"}"#])
        #expect(html.matches(of: /src="out\/a.png"/).count == 1 && Self.groups(html) == ["fine"])
    }

    @Test func `what is no picture is not shown as one`() async throws {
        let html = try await page([
            Self.crop("a.png", Self.face()), #"{"file":"a.png","width":9,"height":9,"manifest":"out/a.srcset.json","sources":[]}"#,
            #"{"file":"b.png","skipped":"out/b.srcset.json"}"#, #"{"file":"not.txt","leftOut":"it is text"}"#,
            Self.crop("-", Self.face()), Self.failed,
        ])
        let pictures = html.matches(of: /<img [^>]*src="([^"]*)"/).map { String($0.1) }
        #expect(pictures.sorted() == ["a.png", "b.png", "out/-", "out/a.png"])
    }

    @Test func `a picture from the web has its address`() async throws {
        let html = try await page([Self.crop("https://example.org/a.jpg?x=1&y=\\\"", Self.face())])
        #expect(html.contains("src=\"https://example.org/a.jpg?x=1&amp;y=&quot;\""))
    }

    /// A quotation mark with an accent is one character for Swift, and ends an attribute for a browser.
    @Test func `names cannot become markup`() async throws {
        let name = #"\"\u0301 onload=x \u0027><script>x</script>&<\u0338b>\u202e"#
        let html = try await page([Self.crop(name, Self.face(), rest: #","corrected":["\#(name)"]"#)])
        #expect(!html.utf8.contains("\"\u{301}".utf8) && !html.utf8.contains("<\u{338}".utf8) && !html.contains("<script>x"))
        #expect(html.matches(of: /<script/).count == 1 && html.utf8.contains("data-name=\"&quot;\u{301} onload=x '&gt;&lt;script&gt;".utf8))
        #expect(html.contains(/Content-Security-Policy" content="default-src 'none';.* script-src 'sha256-[^']+'; base-uri 'none'/))
    }

    @Test func `sizes that no picture has are not believed`() async throws {
        let sizes = [(0, 0), (-1, Int.max), (Int.max, Int.max), (1_000_000, 1)]
        for (width, height) in sizes {
            let size = #""width":\#(width),"height":\#(height)"#
            let html = try await page([#"{"file":"a.png",\#(size),"output":{"file":"b.png",\#(size)}}"#])
            #expect(html.contains("src=\"b.png\"") && !html.contains("width=\"0\"") && !html.contains("height=\"0\""))
        }
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
