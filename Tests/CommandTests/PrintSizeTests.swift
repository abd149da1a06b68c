import BoundedCrop
import Foundation
import TestSupport
import Testing

/// Crops for prints, as ExifTool reads the files.
@Suite(.timeLimit(.minutes(15))) struct PrintSizeTests {
    let scratch: TemporaryFolder

    init() throws {
        scratch = try TemporaryFolder()
        // 240x300.
        try scratch.add(Fixture.portrait, as: "a.png")
    }

    /// What a file says of its density, by the family and the name of each tag.
    private func density(_ file: String) async throws -> [String: String] {
        let program = URL(fileURLWithPath: "/usr/bin/exiftool")
        try #require(FileManager.default.isExecutableFile(atPath: program.path), "install libimage-exiftool-perl")
        let tags = "XResolution YResolution ResolutionUnit PixelsPerUnitX PixelsPerUnitY PixelUnits".split(separator: " ").map { "-\($0)" }
        let outcome = try await Command.run(["-s", "-a", "-G1"] + tags + [file], in: scratch.url, executable: program)
        #expect(outcome.status == 0, "\(outcome.errors)")
        let lines = outcome.text.split(separator: "\n").compactMap { line -> (String, String)? in
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { return nil }
            return (parts[0].split(separator: " ").joined(), parts[1].trimmingCharacters(in: .whitespaces))
        }
        return Dictionary(lines) { "\($0), \($1)" }
    }

    private static let exif = ["[IFD0]XResolution": "300", "[IFD0]YResolution": "300", "[IFD0]ResolutionUnit": "inches"]
    private static let own = [
        "jpeg": ["[JFIF]XResolution": "300", "[JFIF]YResolution": "300", "[JFIF]ResolutionUnit": "inches"],
        "png": ["[PNG-pHYs]PixelsPerUnitX": "11811", "[PNG-pHYs]PixelsPerUnitY": "11811", "[PNG-pHYs]PixelUnits": "meters"],
        "webp": [:], "avif": [:],
    ]

    @Test(arguments: ["jpeg", "png", "webp", "avif"], ["", "--strip-all", "--keep-metadata"])
    func `a size on paper is in pixels, with its density in the file`(format: String, option: String) async throws {
        let line = "crop a.png --size 35x45mm@300dpi --format \(format) --output b.\(format) \(option)"
        let outcome = try await scratch.boundedcrop(line)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try scratch.picture("b.\(format)").size == PixelSize(width: 413, height: 531))
        #expect(try await density("b.\(format)") == Self.exif.merging(Self.own[format] ?? [:]) { $1 })
    }

    @Test func `the source's density does not count`() async throws {
        try scratch.add("metadata/everything.jpg", as: "m.jpg")
        let program = URL(fileURLWithPath: "/usr/bin/exiftool")
        let tags = "-overwrite_original -EXIF:XResolution=72 -EXIF:YResolution=72 -XMP-tiff:XResolution=72 -XMP-tiff:YResolution=72 m.jpg"
        let tagged = try await Command.run(tags.split(separator: " ").map(String.init), in: scratch.url, executable: program)
        try #require(tagged.status == 0, "\(tagged.errors)")
        _ = try await scratch.boundedcrop("crop m.jpg --size 50x50 --keep-metadata --format webp --output plain.webp")
        #expect(try await density("plain.webp") == [:])
        _ = try await scratch.boundedcrop("crop m.jpg --size 50x50 --dpi 300 --keep-metadata --format webp --output dense.webp")
        #expect(try await density("dense.webp") == Self.exif)
    }

    @Test func `each of several sizes has its own density, and pixels have that of dpi`() async throws {
        let sizes = "--size 1x1in --size 1x1.5in@72dpi --size 20x10"
        let outcome = try await scratch.boundedcrop("crop a.png \(sizes) --format jpg --output {width}x{height}.{ext} --strip-all")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try await density("300x300.jpg")["[JFIF]XResolution"] == "300")
        #expect(try await density("72x108.jpg")["[JFIF]XResolution"] == "72")
        #expect(try await density("20x10.jpg")["[JFIF]ResolutionUnit"] == "None")
        _ = try await scratch.boundedcrop("crop a.png --aspect 1:1 --dpi 600 --format jpg --output aspect.jpg")
        #expect(try await density("aspect.jpg")["[JFIF]XResolution"] == "600")
        _ = try await scratch.boundedcrop("effects a.png --effects grayscale() --dpi 150 --output effects.jpg")
        #expect(try await density("effects.jpg")["[JFIF]XResolution"] == "150")
    }

    @Test func `files of options have sizes on paper, and a line replaces them`() async throws {
        try scratch.write(Array("size = 2 x 3 cm\ndpi = 254\nformat = jpg\n".utf8), to: "print.conf")
        _ = try await scratch.boundedcrop("crop a.png --config print.conf -o b.jpg")
        #expect(try scratch.picture("b.jpg").size == PixelSize(width: 200, height: 300))
        _ = try await scratch.boundedcrop("crop a.png --config print.conf --size 1cm -o c.jpg")
        #expect(try scratch.picture("c.jpg").size == PixelSize(width: 100, height: 100))
    }

    @Test func `what a run makes again is told by its density`() async throws {
        let line = "crop a.png --format jpg -o out/ --update --size 100x100"
        #expect(try await scratch.boundedcrop("\(line) --dpi 300").status == 0)
        let made = try scratch.bytes("out/a.jpg")
        #expect(try await scratch.boundedcrop("\(line) --dpi 300 --json").objects().first?["skipped"] != nil)
        #expect(try await scratch.boundedcrop("\(line) --dpi 600").status == 0)
        #expect(try scratch.bytes("out/a.jpg") != made)
    }

    @Test func `pixels in a file of a worker have the density`() async throws {
        let outcome = try await scratch.worker([
            #"{"id": 1, "source": {"path": "a.png"}, "outputs": [{"size": "35x45mm@300dpi", "file": "b.jpg"}], "stripAll": true}"#
        ])
        #expect(try outcome.answers().first?.message.isEmpty == true)
        #expect(try await density("b.jpg")["[JFIF]XResolution"] == "300")
    }
}
