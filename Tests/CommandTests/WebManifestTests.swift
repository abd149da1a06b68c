import Foundation
import TestSupport
import Testing

/// `--manifest`: one JSON file about all pictures of a run.
@Suite("One manifest for pages", .timeLimit(.minutes(15))) struct WebManifestTests {
    let scratch: TemporaryFolder

    init() throws {
        scratch = try TemporaryFolder()
        try scratch.add(Fixture.photo, as: "in/a b.jpg")
        try scratch.add(Fixture.portrait, as: "in/sub/c.png")
    }

    private func run(_ options: String) async throws {
        let outcome = try await scratch.shell("boundedcrop crop in -r --no-bounding \(options)")
        try #require(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    }

    private func pictures(_ path: String = "data/m.json") throws -> [String: [String: Any]] {
        let document = try #require(JSONSerialization.jsonObject(with: Data(scratch.bytes(path))) as? [String: Any])
        #expect(document["generator"] as? String == "boundedcrop")
        return try #require(document["pictures"] as? [String: [String: Any]])
    }

    @Test func `it has the outputs with sides, types, URLs and placeholders`() async throws {
        try await run("--size 20x30 --size 9 --format webp -o static/img --srcset-url /img --manifest data/m.json")
        let pictures = try pictures()
        #expect(pictures.keys.sorted() == ["a b.jpg", "sub/c.png"])
        let picture = try #require(pictures["a b.jpg"])
        #expect(picture["source"] as? String == "in/a b.jpg" && (picture["sha256"] as? String)?.count == 64)
        #expect(picture["src"] as? String == "/img/a%20b-20x30.webp")
        #expect(picture["width"] as? Int == 20 && picture["height"] as? Int == 30)
        let outputs = try #require(picture["outputs"] as? [[String: Any]])
        #expect(outputs.map { $0["file"] as? String } == ["static/img/a b-20x30.webp", "static/img/a b-9x9.webp"])
        #expect(outputs.map { $0["url"] as? String } == ["/img/a%20b-20x30.webp", "/img/a%20b-9x9.webp"])
        #expect(outputs.map { $0["width"] as? Int } == [20, 9] && outputs.map { $0["height"] as? Int } == [30, 9])
        #expect(outputs.allSatisfy { $0["type"] as? String == "image/webp" })
        #expect(try outputs[1]["bytes"] as? Int == scratch.bytes("static/img/a b-9x9.webp").count)
        #expect((picture["placeholder"] as? [String: String])?.keys.sorted() == ["blurhash", "color", "thumbhash"])
        #expect((picture["dataURI"] as? String)?.hasPrefix("data:image/webp;base64,") == true)
        #expect(picture["html"] == nil && picture["sources"] == nil)
    }

    @Test func `a picture in several widths has its sources and HTML, as its own files do`() async throws {
        let sets = "--srcset '10@1:1@(max-width:600px)' --srcset 20,32@16:9 --srcset-sizes '(min-width: 9px) 50vw, 9px'"
        try await run("\(sets) -o static/img --srcset-url https://cdn.example/x/ --manifest data/m.json")
        let picture = try #require(pictures()["sub/c.png"])
        #expect(picture["src"] as? String == "https://cdn.example/x/sub/c-16x9-32x18.png")
        let html = try String(decoding: scratch.bytes("static/img/sub/c.srcset.html"), as: UTF8.self)
        #expect(picture["html"] as? String == html)
        let sources = try #require(picture["sources"] as? [[String: String]])
        #expect(sources.map { $0["media"] } == ["(max-width:600px)", "(max-width:600px)", nil, nil])
        #expect(sources.map { $0["type"] } == ["image/webp", "image/png", "image/webp", "image/png"])
        let urls = ["20x11", "32x18"].map { "https://cdn.example/x/sub/c-16x9-\($0).webp \($0.prefix(2))w" }
        #expect(sources[2]["srcset"] == urls.joined(separator: ", ") && sources[2]["sizes"] == "(min-width: 9px) 50vw, 9px")
        #expect((picture["outputs"] as? [Any])?.count == 6)
    }

    @Test func `names with a hash are those of the files`() async throws {
        try await run("--srcset 10,20@1:1 --format png -o 'out/{name}-{width}.{hash}.{ext}' --manifest m.json")
        try await run("--size 9 --size 20x30 -o 'plain/{name}.{hash}.{ext}' --manifest plain.json")
        for manifest in ["m.json", "plain.json"] {
            let outputs = try pictures(manifest).values.flatMap { $0["outputs"] as? [[String: Any]] ?? [] }
            #expect(outputs.count == 4)
            for output in outputs { #expect(try scratch.files().contains(output["file"] as? String ?? "")) }
        }
        let set = try #require(pictures("m.json")["sub/c.png"]?["sources"] as? [[String: String]])
        #expect(set[0]["srcset"]?.wholeMatch(of: /out\/sub\/c-10\.[0-9a-f]{10}\.png 10w, out\/sub\/c-20\.[0-9a-f]{10}\.png 20w/) != nil)
    }

    @Test(arguments: ["out", "'../PLACE/out'", "'PATH/out'"]) func `without a beginning, URLs are relative to it`(
        folder: String
    ) async throws {
        let name = scratch.url.lastPathComponent
        let folder = folder.replacing("PLACE", with: name).replacing("PATH", with: scratch.path)
        try await run("--srcset 20@1:1 --format png -o \(folder) --manifest pages/data/m.json")
        let picture = try #require(pictures("pages/data/m.json")["sub/c.png"])
        #expect(picture["src"] as? String == "../../out/sub/c-20x20.png")
        #expect((picture["html"] as? String)?.contains("srcset=\"../../out/sub/c-20x20.png 20w\"") == true)
    }

    @Test(arguments: ["--size 9 --size 20x30", "--srcset 9,20@1:1"]) func `with --update, it is complete whatever was made`(
        shapes: String
    ) async throws {
        let options = "\(shapes) --update -o out --manifest data/m.json"
        try await run(options)
        let (first, stamp) = (
            try scratch.bytes("data/m.json"), try FileManager.default.attributesOfItem(atPath: scratch.path("data/m.json"))
        )
        try await run(options)
        let again = try FileManager.default.attributesOfItem(atPath: scratch.path("data/m.json"))
        #expect(again[.systemFileNumber] as? Int == stamp[.systemFileNumber] as? Int)
        try scratch.add(Fixture.black, as: "in/new.jpg")
        try FileManager.default.removeItem(atPath: scratch.path("out/sub"))
        try await run(options)
        #expect(try pictures().keys.sorted() == ["a b.jpg", "new.jpg", "sub/c.png"])
        try FileManager.default.removeItem(atPath: scratch.path("in/new.jpg"))
        try await run(options)
        #expect(try scratch.bytes("data/m.json") == first)
    }

    @Test func `what was made without it is made once more for its placeholder`() async throws {
        try await run("--size 9 --update -o out")
        for count in [2, 0] {
            let outcome = try await scratch.boundedcrop("crop in -r --no-bounding --size 9 --update -o out --manifest m.json --json")
            #expect(outcome.lines.count { !$0.contains("skipped") } == count)
        }
        #expect(try pictures("m.json").count == 2)
    }

    @Test func `other files are not replaced`() async throws {
        try scratch.write(Array(#"{"name": "mine"}"#.utf8), to: "package.json")
        let outcome = try await scratch.boundedcrop("crop in -r --size 9 -o out --manifest package.json --overwrite")
        #expect(outcome.status == 64 && outcome.errors.contains("package.json is no manifest that a run wrote"))
        #expect(try scratch.bytes("package.json").count == 16)
    }

    @Test(arguments: [
        ("--skip-existing", "use --update"), ("--newer", "use --update"), ("--plan", "--plan"), ("-o s3://bucket/", "is an object"),
    ])
    func `what makes no sense with it is refused`(options: String, message: String) {
        #expect(scratch.parse("crop in --size 9 --manifest m.json \(options)").errors.contains(message))
        #expect(scratch.parse("crop in --size 9 --manifest m.js").errors.contains("does not end with .json"))
        #expect(scratch.parse("crop in --size 9 --srcset-url /img").errors.contains("--srcset-url needs --srcset"))
    }
}
