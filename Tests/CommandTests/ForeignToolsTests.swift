import BoundedCrop
import Foundation
import PictureSupport
import TestSupport
import Testing

/// Files that the formats' own tools write are read as these tools read them, and so are the files that the command writes.
@Suite(.timeLimit(.minutes(15))) struct ForeignToolsTests {
    let scratch: TemporaryFolder

    init() async throws {
        scratch = try TemporaryFolder()
        let picture = try ImageSource(bytes: Fixture.bytes(Fixture.photo)).pixels(longSide: 160)
        try scratch.write(picture.blocking.encoded(as: .png()), to: "source.png")
        let colors = stride(from: 0, to: picture.bytes.count, by: 4).flatMap { picture.bytes[$0..<($0 + 3)] }
        try scratch.write(Array("P6\n\(picture.width) \(picture.height)\n255\n".utf8) + colors, to: "source.ppm")
    }

    /// Runs tools one after the other.
    private func run(_ lines: String...) async throws {
        for line in lines {
            let words = line.split(separator: " ").map(String.init)
            let program = URL(fileURLWithPath: "/usr/bin/\(words[0])")
            try #require(FileManager.default.isExecutableFile(atPath: program.path), "\(words[0]) is missing: run make test")
            let outcome = try await Command.run(Array(words.dropFirst()), in: scratch.url, executable: program)
            #expect(outcome.status == 0, "\(line): \(outcome.errors)")
        }
    }

    private func difference(_ one: String, _ other: String) throws -> PixelDifference {
        try scratch.picture(one).pixels().difference(from: scratch.picture(other).pixels())
    }

    @Test(arguments: ["-q 80", "-L", "-q 90 -b 10", "-q 70 -p chroma=444"]) func `HEIC is read as heif-convert reads it`(
        options: String
    ) async throws {
        try await run("heif-enc \(options) -o a.heic source.png", "heif-convert a.heic reference.png")
        let found = try difference("a.heic", "reference.png")
        #expect(found.largest <= 2, "\(found)")
    }

    @Test(arguments: ["-d 1", "-d 0", "-m 1 -d 2", "-d 1 --progressive_dc=1"]) func `JPEG XL is read as djxl reads it`(
        options: String
    ) async throws {
        try await run("cjxl source.png a.jxl \(options)", "djxl a.jxl reference.png")
        let found = try difference("a.jxl", "reference.png")
        #expect(found.largest <= 1, "\(found)")
    }

    @Test(arguments: ["", "-n 1", "-I -r 10", "-t 64,48 -p RPCL"]) func `JPEG 2000 is read as opj_decompress reads it`(
        options: String
    ) async throws {
        try await run("opj_compress -i source.png -o a.jp2 \(options)", "opj_decompress -i a.jp2 -o reference.png")
        let found = try difference("a.jp2", "reference.png")
        #expect(found.largest <= 1, "\(found)")
    }

    @Test(arguments: ["", "-d 10", "-y 444 -d 12", "-l"]) func `AVIF is read as avifdec reads it`(options: String) async throws {
        try await run("avifenc -s 9 \(options) source.png a.avif", "avifdec a.avif reference.png")
        let found = try difference("a.avif", "reference.png")
        #expect(found.mean <= 1 && found.largest <= 4, "\(found)")
    }

    @Test(arguments: ["none", "lzw", "zip", "packbits"]) func `TIFF gives back the pixels that libtiff's tools put in`(
        compression: String
    ) async throws {
        try await run(
            "ppm2tiff -c none source.ppm plain.tif",
            "tiffcp -c \(compression) -t -w 48 -l 32 plain.tif tiles.tif",
            "tiffcp -c \(compression) -p separate plain.tif planes.tif"
        )
        for name in ["plain.tif", "tiles.tif", "planes.tif"] { #expect(try difference(name, "source.png").largest == 0, "\(name)") }
    }

    @Test func `avifdec reads what the command writes`() async throws {
        let outcome = try await scratch.boundedcrop("crop source.png --size 80x60 --output a.avif")
        #expect(outcome.status == 0, "\(outcome.errors)")
        try await run("avifdec a.avif reference.png")
        let found = try difference("a.avif", "reference.png")
        #expect(found.mean <= 1 && found.largest <= 4, "\(found)")
    }

    @Test func `gif2rgb reads what the command writes`() async throws {
        let outcome = try await scratch.boundedcrop("crop source.png --size 80x60 --output a.gif")
        #expect(outcome.status == 0, "\(outcome.errors)")
        try await run("gif2rgb -1 -o colors a.gif")
        let picture = try scratch.picture("a.gif").pixels()
        let colors = try scratch.bytes("colors")
        #expect(colors.count == 80 * 60 * 3)
        let ours = stride(from: 0, to: picture.bytes.count, by: 4).flatMap { picture.bytes[$0..<($0 + 3)] }
        #expect(ours == colors)
    }
}
