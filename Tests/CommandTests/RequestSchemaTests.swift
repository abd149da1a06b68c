import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15))) struct RequestSchemaTests {
    /// Checks the requests of all lines, and that none has other members.
    private static let validator = """
        import json, sys
        from jsonschema import Draft202012Validator
        schema = json.load(open("schema.json"))
        Draft202012Validator.check_schema(schema)
        validator = Draft202012Validator(schema)
        for line in open("lines"):
            line = json.loads(line)
            if "request" in line and not validator.is_valid(line["request"]):
                print(line["input"], [error.message for error in validator.iter_errors(line["request"])])
        for stage in [{"other": 1}, {"crop": {"smart": True}}, {"steps": [{"blur": 3}]}, {"target": {"width": 0}}]:
            assert not validator.is_valid({"stages": [stage]}), stage
        assert not validator.is_valid({"stages": []}) and not validator.is_valid({"stages": [{}], "other": 1})
        """

    private static let paths: [String: [String]] = [
        "imgproxy": [
            "_/rs:fill:300:200/g:sm/plain/a.jpg", "_/c:100:200:nowe:10:20/pd:5/bg:fff/wm:0.5:soea/wmu:Yi5wbmc/plain/a.jpg@webp",
            "_/ex:1:no/w:300/h:200/bl:3/sh:1/ra:45/pr:x/plain/a.jpg", "_/t:10:ff0000:1:1/z:2/dpr:2/q:80/mb:10000/plain/a.jpg",
        ],
        "cloudflare": [
            "cdn-cgi/image/w=300,h=200,fit=cover,gravity=face,zoom=0.5/a.jpg", "cdn-cgi/image/trim=5;6;7;8,blur=20,rotate=90/a.jpg",
            "cdn-cgi/image/width=300,fit=pad,height=100,background=red,quality=70,format=webp,anim=false/a.jpg",
        ],
        "iiif": [
            "3/a.jpg/square/max/!90/gray.png", "3/a.jpg/pct:10,10,50,50/!300,200/22.5/default.jpg", "3/a.jpg/1,2,30,40/^9,/0/bitonal.jpg",
        ],
        "thumbor": [
            "unsafe/trim:bottom-right:5/10x20:110x70/full-fit-in/-300xorig/left/smart/filters:padding(1,2p,3,4):round_corner(9|8,1,2,3)/a.jpg",
            "unsafe/300x200/filters:watermark(b.png,10p,repeat,20,30):align(passport):align_fill(white):redact(blur):keep(dog:2)/a.jpg",
            "unsafe/300x200/filters:focal(1x2:30x40):window(10p,9):fill(blur):extend(auto,left,top,3,4):max_pixels(900)/then:/9x9/a.jpg",
        ],
    ]

    /// The URLs that vendors' own clients made, or what they mean in thumbor's grammar.
    private static func references(_ file: String, column: Int) throws -> [String] {
        let folder = Fixture.root.deletingLastPathComponent().appending(path: "Tests/BoundedCropServiceTests/Dialects/References")
        let lines = try String(contentsOf: folder.appending(path: "\(file).txt"), encoding: .utf8).split(separator: "\n")
        return lines.map { String($0.split(separator: "\t")[column].drop { $0 == "/" }) }
    }

    @Test func `requests of all grammars are as the schema says`() async throws {
        let scratch = try TemporaryFolder()
        let schema = try await scratch.boundedcrop("schema request")
        #expect(schema.status == 0 && schema.errors.isEmpty && schema.lines.count == 1)
        try scratch.write(schema.output, to: "schema.json")
        var urls = Self.paths
        for name in ["cloudinary", "imagekit", "imgix"] {
            urls[name] = try Self.references("\(name)-urls", column: name == "imgix" ? 0 : 1)
            let meanings = try name == "imgix" ? Self.references("imgix-urls", column: 1) : Self.references("\(name)-meanings", column: 0)
            urls["thumbor", default: []] += meanings.map { "unsafe/\($0)" }
        }
        var lines: [UInt8] = []
        for (grammar, paths) in urls {
            let input = paths.map { "/\($0)\n" }.joined()
            let outcome = try await Command.run(["url", "--from", grammar, "-"], in: scratch.url, input: Array(input.utf8))
            let read = try outcome.objects().filter { $0["request"] != nil }
            // Clients' signed URLs are refused without their key.
            #expect(read.count >= paths.count / 2 && !read.isEmpty, "\(grammar): \(read.count) of \(paths.count): \(outcome.errors)")
            lines += outcome.output
        }
        try scratch.write(lines, to: "lines")
        let checked = try await Command.run(
            ["python3", "-c", Self.validator],
            in: scratch.url,
            executable: URL(fileURLWithPath: "/usr/bin/env")
        )
        #expect(checked.status == 0 && checked.text.isEmpty, "\(checked.text)\(checked.errors)")
        #expect(scratch.parse("schema everything").status == 64)
    }

    /// What mirrors the table of options is made from it. When it fails, run `make generated`.
    @Test func typesAndListsOfOptionsAreThoseOfTheTable() throws {
        let script = Process()
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        script.executableURL = root.appending(path: "Scripts/make-generated")
        script.arguments = [try #require(Command.executable).path, "--check"]
        let output = Pipe()
        script.standardOutput = output
        try script.run()
        let differing = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        script.waitUntilExit()
        #expect(script.terminationStatus == 0 && differing.isEmpty, "\(differing)")
    }
}
