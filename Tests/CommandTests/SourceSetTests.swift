import BoundedCrop
import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15))) struct SourceSetTests {
    let scratch: TemporaryFolder

    init() throws {
        scratch = try TemporaryFolder()
        try scratch.add(Fixture.photo, as: "in/a photo.jpg")
    }

    private func names(_ folder: String = "out") throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: scratch.path(folder)).sorted()
    }

    private func manifest(_ name: String = "out/a photo.srcset.json") throws -> [String: Any] {
        try #require(JSONSerialization.jsonObject(with: Data(scratch.bytes(name))) as? [String: Any])
    }

    @Test func `one crop is written in its widths and formats, with a manifest and HTML`() async throws {
        let outcome = try await scratch.boundedcrop("crop in --srcset 60,30,60@1:1 -o out --json")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(
            try names() == [
                "a photo-30x30.jpg", "a photo-30x30.webp", "a photo-60x60.jpg", "a photo-60x60.webp", "a photo.srcset.html",
                "a photo.srcset.json",
            ]
        )
        #expect(try scratch.picture("out/a photo-60x60.webp").size == PixelSize(width: 60, height: 60))
        let record = try manifest()
        #expect(record["width"] as? Int == 60 && record["height"] as? Int == 60)
        let sources = try #require(record["sources"] as? [[String: Any]])
        #expect(sources.compactMap { $0["type"] as? String } == ["image/webp", "image/jpeg"])
        #expect((sources[0]["files"] as? [[String: Any]])?.compactMap { $0["width"] as? Int } == [30, 60])
        let html = try String(decoding: scratch.bytes("out/a photo.srcset.html"), as: UTF8.self)
        #expect(record["html"] as? String == html)
        #expect(html.contains("<source type=\"image/webp\" srcset=\"a%20photo-30x30.webp 30w, a%20photo-60x60.webp 60w\" sizes=\"100vw\">"))
        #expect(html.contains("src=\"a%20photo-60x60.jpg\"") && html.contains("width=\"60\" height=\"60\" alt=\"\""))
        #expect(html.contains(/style="background-color:#[0-9a-f]{6}"/))
        // The crops' own lines, and the set's.
        let lines = try outcome.objects()
        #expect(lines.count == 5 && lines.last?["manifest"] as? String == "out/a photo.srcset.json")
        #expect(Set(lines.dropLast().compactMap { ($0["crop"] as? [String: Int])?["width"] }).count == 1)
    }

    @Test func `no width is larger than the crop, whose own takes the place of those beyond`() async throws {
        let size = try scratch.picture("in/a photo.jpg").size
        let side = min(size.width, size.height)
        let outcome = try await scratch.boundedcrop("crop in --srcset 10,5000,6000@1:1 --format jpg -o out")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try names().filter { $0.hasSuffix("jpg") } == ["a photo-10x10.jpg", "a photo-\(side)x\(side).jpg"])
    }

    @Test func `without an aspect, the picture keeps its own`() async throws {
        let size = try scratch.picture("in/a photo.jpg").size
        #expect(try await scratch.boundedcrop("crop in --srcset 20 --srcset-formats png -o out").status == 0)
        let height = Int((20 * Double(size.height) / Double(size.width)).rounded())
        #expect(try scratch.picture("out/a photo-20x\(height).png").size == PixelSize(width: 20, height: height))
    }

    @Test func `addresses, sizes and placeholders are escaped in the HTML`() async throws {
        let options = "--srcset-url 'https://cdn.example/a&b' --srcset-sizes '(min-width: 1px) \"50vw\", <1px' --placeholder thumbhash"
        #expect(try await scratch.shell("boundedcrop crop in --srcset 20@1:1 \(options) -o out").status == 0)
        let html = try String(decoding: scratch.bytes("out/a photo.srcset.html"), as: UTF8.self)
        #expect(html.contains("https://cdn.example/a&amp;b/a%20photo-20x20.webp 20w"))
        #expect(html.contains("sizes=\"(min-width: 1px) &quot;50vw&quot;, &lt;1px\""))
        let placeholder = try #require(manifest()["placeholder"] as? [String: String])
        #expect(html.contains("data-thumbhash=\"\(try #require(placeholder.values.first { html.contains($0) && !$0.hasPrefix("#") }))\""))
    }

    @Test func `addresses have the subfolder of the picture`() async throws {
        try scratch.add(Fixture.portrait, as: "in/deep/er/b.png")
        #expect(try await scratch.boundedcrop("crop in -r --srcset 20@1:1 --srcset-url /photos -o public/photos").status == 0)
        let html = try String(decoding: scratch.bytes("public/photos/deep/er/b.srcset.html"), as: UTF8.self)
        #expect(html.contains("\"/photos/deep/er/b-20x20.webp 20w\"") && html.contains("src=\"/photos/deep/er/b-20x20.png\""), "\(html)")
        let relative = try await scratch.boundedcrop("crop in -r --srcset 20@1:1 -o plain")
        #expect(relative.status == 0)
        let own = try String(decoding: scratch.bytes("plain/deep/er/b.srcset.html"), as: UTF8.self)
        #expect(own.contains("\"b-20x20.webp 20w\""), "\(own)")
    }

    @Test func `templates of one's own place the files, and the HTML beside their folder`() async throws {
        #expect(try await scratch.shell("boundedcrop crop in --srcset 10,20@1:1 --output 'web/{width}/{name}.{ext}'").status == 0)
        #expect(try names("web").filter { $0.hasSuffix("jpg") } == ["10/a photo.jpg", "20/a photo.jpg"])
        let html = try String(decoding: scratch.bytes("web/a photo.srcset.html"), as: UTF8.self)
        #expect(html.contains("10/a%20photo.jpg 10w, 20/a%20photo.jpg 20w"))
    }

    @Test func `a set is left out if its manifest is there, and is made again if it is not complete`() async throws {
        let line = "crop in --srcset 10@1:1 -o out"
        #expect(try await scratch.boundedcrop(line).status == 0)
        #expect(try await scratch.boundedcrop(line).status == 1)
        let again = try await scratch.boundedcrop("\(line) --skip-existing --json")
        #expect(try again.status == 0 && again.objects().compactMap { $0["skipped"] as? String } == ["out/a photo.srcset.json"])
        try FileManager.default.removeItem(atPath: scratch.path("out/a photo.srcset.json"))
        #expect(try await scratch.boundedcrop("\(line) --skip-existing").status == 0)
        #expect(try names().contains("a photo.srcset.json"))
        #expect(try await scratch.boundedcrop("\(line) --overwrite").status == 0)
        #expect(try await scratch.boundedcrop("\(line) --newer -v").output.contains(Array("already exists".utf8)))
    }

    /// The photo is named like an output of another one.
    @Test func `a photo beside the original is never replaced by a set`() async throws {
        try scratch.add(Fixture.photo, as: "in/a photo-12x12.jpg")
        let before = try scratch.bytes("in/a photo-12x12.jpg")
        let words = ["crop", "in/a photo.jpg", "--srcset", "12@1:1", "--skip-existing", "--format", "jpeg", "-o", "in"]
        let outcome = try await Command.run(words, in: scratch.url)
        #expect(outcome.status == 1 && outcome.errors.contains("no run has made it"), "\(outcome.errors)")
        #expect(try scratch.bytes("in/a photo-12x12.jpg") == before)
    }

    @Test func `a set is renewed if its picture is newer`() async throws {
        let line = "crop in --srcset 10@1:1 -o out --newer --json"
        #expect(try await scratch.boundedcrop(line).objects().count == 3)
        #expect(try await scratch.boundedcrop(line).objects().count == 1)
        let later = [FileAttributeKey.modificationDate: Date(timeIntervalSinceNow: 1000)]
        try FileManager.default.setAttributes(later, ofItemAtPath: scratch.path("in/a photo.jpg"))
        #expect(try await scratch.boundedcrop(line).objects().count == 3)
    }

    @Test(arguments: ["html", "json"]) func `a file that is in the way is kept, and nothing is written`(ending: String) async throws {
        try scratch.write([1], to: "out/a photo.srcset.\(ending)")
        let outcome = try await scratch.boundedcrop("crop in --srcset 10@1:1 -o out")
        #expect(outcome.status == 1 && outcome.errors.contains("a photo.srcset.\(ending) already exists"), "\(outcome.errors)")
        #expect(try names() == ["a photo.srcset.\(ending)"])
    }

    @Test func `two pictures of one name do not share a set`() async throws {
        try scratch.add(Fixture.portrait, as: "in/a photo.png")
        let outcome = try await scratch.boundedcrop("crop in --srcset 10@1:1 --srcset-formats auto -o out --jobs 1")
        #expect(outcome.status == 1 && outcome.errors.contains("is already made of in/a photo.jpg"), "\(outcome.errors)")
        #expect(try manifest()["file"] as? String == "in/a photo.jpg")
    }

    @Test func `what an earlier run has written is known as such`() async throws {
        let line = "crop . -r --srcset 10,20@1:1 --skip-existing -v"
        #expect(try await scratch.boundedcrop(line).errors.contains("not pictures") == false)
        let again = try await scratch.boundedcrop(line)
        #expect(again.status == 0 && !again.errors.contains("not pictures"), "\(again.errors)")
        #expect(again.errors.contains("left out as outputs of an earlier run"), "\(again.errors)")
    }

    @Test func `a format that is the picture's own is written once`() async throws {
        #expect(try await scratch.boundedcrop("crop in --srcset 10@1:1 --srcset-formats jpeg,auto -o out").status == 0)
        #expect((try manifest()["sources"] as? [Any])?.count == 1)
    }

    @Test(arguments: [("none", false, false), ("color", true, false), ("blurhash", true, true)])
    func `the HTML has the placeholder that was asked for`(_ choice: String, hasColor: Bool, hasHash: Bool) async throws {
        let options = "--placeholder \(choice) --srcset-url https://cdn.example/"
        #expect(try await scratch.boundedcrop("crop in --srcset 10@1:1 \(options) -o out").status == 0)
        let html = try String(decoding: scratch.bytes("out/a photo.srcset.html"), as: UTF8.self)
        #expect(html.contains("style=\"background-color:#") == hasColor && html.contains("data-blurhash=") == hasHash, "\(html)")
        #expect(html.contains("src=\"https://cdn.example/a%20photo-10x10.jpg\""), "\(html)")
    }

    @Test func `a placeholder of bytes in the HTML is a tiny picture of the crop's shape`() async throws {
        let options = "--placeholder data-uri --srcset-formats png"
        #expect(try await scratch.boundedcrop("crop in --srcset 40@2:1 \(options) -o out").status == 0)
        let html = try String(decoding: scratch.bytes("out/a photo.srcset.html"), as: UTF8.self)
        let pattern = #/style="background:#[0-9a-f]{6} url\((data:image/webp;base64,([A-Za-z0-9+/=]+))\) /#
        let found = try #require(try pattern.firstMatch(in: html))
        #expect(try manifest()["dataURI"] as? String == String(found.1))
        let bytes = try #require(Data(base64Encoded: String(found.2)))
        #expect(try ImageSource(bytes: [UInt8](bytes)).size == PixelSize(width: 16, height: 8) && bytes.count < 500)
    }

    @Test func `a set without faces is left out where it was written`() async throws {
        try scratch.add(Fixture.black, as: "in/a photo.jpg")
        let line = "crop in --srcset 10@1:1 -o out --no-face-to none --skip-existing --json"
        #expect(try await scratch.boundedcrop(line).objects().count == 3)
        #expect(try names("none").contains("a photo.srcset.json"))
        #expect(try await scratch.boundedcrop(line).objects().compactMap { $0["skipped"] as? String } == ["none/a photo.srcset.json"])
    }

    @Test func `a plan writes nothing`() async throws {
        let plans = try await scratch.boundedcrop("crop in --srcset 10,20@1:1 --format jpg -o out --plan --json").objects()
        #expect(plans.count == 2 && !FileManager.default.fileExists(atPath: scratch.path("out")))
        try scratch.write([1], to: "out/a photo.srcset.json")
        let line = "crop in --srcset 10,20@1:1 --format jpg -o out --plan --json --skip-existing"
        #expect(try await scratch.boundedcrop(line).objects().compactMap { $0["skipped"] }.isEmpty)
    }

    @Test func `an animation stays one where the format can hold it`() async throws {
        try scratch.add("animations/to_and_fro.gif", as: "moving/b.gif")
        let outcome = try await scratch.boundedcrop("crop moving --srcset 20@1:1 --srcset-formats webp,jpeg -o out")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try scratch.picture("out/b-20x20.webp").header.isAnimated)
        #expect(try !scratch.picture("out/b-20x20.jpg").header.isAnimated)
        #expect(try manifest("out/b.srcset.json")["placeholder"] != nil)
    }

    @Test(arguments: [
        ("--srcset ''", "widths"), ("--srcset 0", "widths"), ("--srcset 10,,20", "widths"), ("--srcset 10@", "widths"),
        ("--srcset 10@0:1", "widths"), ("--srcset 10@1:1@1:1", "widths"), ("--srcset 70000", "widths"), ("--srcset -5", "--srcset"),
        ("--srcset 10 --size 5x5", "cannot be used together"), ("--srcset 10 --preset favicon", "cannot be used together"),
        ("--srcset 10 --aspect 1:1", "cannot be used together"), ("--srcset 10 -o -", "several files"), ("--srcset 10 -o a.jpg", "{width}"),
        ("--srcset 10 -o '{width}.jpg'", ".{ext}"), ("--srcset 10 --srcset-formats tiff", "Formats"),
        ("--srcset 10 --srcset-formats jpg,jpeg", "Formats"), ("--srcset 10 --srcset-formats webp --format png", "cannot be used together"),
        ("--srcset-sizes 100vw", "needs --srcset"), ("--srcset-url x", "needs --srcset"), ("--placeholder color", "needs --srcset"),
        ("--srcset 10 --placeholder blur", "placeholder"), ("--srcset 10 --srcset-url ''", "beginning of a URL"),
        ("--srcset 10 --srcset-url '/my photos'", "%20"), ("--srcset 10 --srcset-sizes ''", "units"),
        ("--srcset 10 --srcset-sizes 100", "units"),
    ])
    func `what makes no sense is refused`(_ options: String, _ word: String) {
        let outcome = scratch.parse("crop in \(options)")
        #expect(outcome.status == 64 && outcome.errors.contains(word), "\(outcome.errors)")
    }
}
