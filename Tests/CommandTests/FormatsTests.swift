import BoundedCrop
import Foundation
import PictureSupport
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15))) struct FormatsTests {
    let scratch: TemporaryFolder

    init() throws { scratch = try TemporaryFolder() }

    private struct Line: Decodable {
        let format: ImageFormat
        let mediaType: String
        let extensions: [String]
        let readable: Bool
        let writable: Bool
        let library: String?
        let version: String?
    }

    @Test func allFormatsAreListedWithTheirLibraries() async throws {
        let outcome = try await scratch.boundedcrop("formats")
        #expect(outcome.status == 0 && outcome.errors.isEmpty && outcome.lines.count == ImageFormat.allCases.count + 3)
        for word in [
            "JPEG", "libjpeg-turbo", "JPEG XL", "libjxl", "JPEG 2000", "OpenJPEG", "HEIC", "libheif", "SVG", "librsvg", ".tiff", "libavif",
            "giflib", "ffmpeg ", "ffprobe ",
        ] {
            #expect(outcome.text.contains(word))
        }
    }

    @Test func jsonHasALineForEachFormat() async throws {
        let outcome = try await scratch.boundedcrop("formats --json")
        #expect(try outcome.objects().compactMap { $0["program"] as? String } == ["ffmpeg", "ffprobe"])
        #expect(try outcome.objects().suffix(2).allSatisfy { ($0["version"] as? String)?.isEmpty == false })
        let lines = try outcome.lines.dropLast(2).map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
        #expect(lines.map(\.format) == ImageFormat.allCases)
        for line in lines {
            #expect(line.readable && line.writable == line.format.isWritable)
            let registered = [.ico: "image/vnd.microsoft.icon", .raw: "image/x-dcraw", .svg: "image/svg+xml"][line.format]
            #expect(line.mediaType == registered ?? "image/\(line.format.rawValue)")
            #expect((line.library == nil) == [.bmp, .ico].contains(line.format))
            #expect((line.version?.first?.isNumber == true) == ![.bmp, .ico].contains(line.format), "\(line.version ?? "nil")")
            #expect(line.extensions.first == line.format.fileExtension)
        }
    }

    /// The dynamic linker reports each library that it opens.
    private func openedLibraries(_ line: String) async throws -> String {
        let outcome = try await Command.run(
            line.split(separator: " ").map(String.init),
            in: scratch.url,
            environment: ["LD_DEBUG": "files", "LD_DEBUG_OUTPUT": scratch.path("linker")]
        )
        #expect(outcome.status == 0, "\(outcome.errors)")
        let logs = try scratch.names().filter { $0.hasPrefix("linker") }
        return try logs.map { String(decoding: try scratch.bytes($0), as: UTF8.self) }.joined()
    }

    @Test func croppingAJPEGOpensNoLibraryOfAnotherFormat() async throws {
        try scratch.add(Fixture.photo, as: "a.jpg")
        let opened = try await openedLibraries("crop a.jpg --size 20x20 --output b.jpg")
        #expect(opened.contains("libjpeg"))
        for name in ["libheif", "libavif", "libjxl", "libopenjp2", "libraw", "librsvg", "libgif", "libtiff"] {
            #expect(!opened.contains(name), "\(name)")
        }
    }

    @Test func theLibraryOfTheRequestedFormatIsOpened() async throws {
        try scratch.add(Fixture.photo, as: "a.jpg")
        let opened = try await openedLibraries("crop a.jpg --size 20x20 --output b.avif")
        #expect(opened.contains("libavif") && !opened.contains("libheif"))
    }

    /// The names of libjxl's file and package end with its first two numbers.
    private static let libjxl = ImageFormat.jxl.support.version?.split(separator: ".").prefix(2).joined(separator: ".") ?? "missing"

    /// The names of LibRaw's file and package end with the second number of its version: 0.20 is 20, and 0.21 is 23.
    private static let libraw = ImageFormat.raw.support.version?.hasPrefix("0.21") == true ? "23" : "20"

    /// What cannot be opened is as good as missing.
    @Test(arguments: [
        ("libheif.so.1", "libheif1", "HEIC", "crop in.heic --size 9x9 --output out.jpg"),
        ("libtiff.so.6", "libtiff6", "TIFF", "crop in.tiff --size 9x9 --output out.jpg"),
        ("libgif.so.7", "libgif7", "GIF", "crop in.jpg --size 9x9 --output out.gif"),
        ("libopenjp2.so.7", "libopenjp2-7", "JPEG 2000", "crop in.jp2 --size 9x9 --output out.jpg"),
        ("libraw_r.so.\(libraw)", "libraw\(libraw)", "RAW", "crop in.dng --size 9x9 --output out.jpg"),
        ("libjxl.so.\(libjxl)", "libjxl\(libjxl)", "JPEG XL", "crop in.jxl --size 9x9 --output out.jpg"),
    ])
    func aMissingLibraryIsAnErrorThatNamesItsPackage(library: String, package: String, format: String, line: String) async throws {
        try scratch.makeFolder("lib")
        try scratch.write([0], to: "lib/\(library)")
        try scratch.add(Fixture.photo, as: "in.jpg")
        for (format, name) in [("heic", "plain.heic"), ("tiff", "orientation_1.tif"), ("jxl", "plain.jxl"), ("jp2", "rgb.j2k")] {
            try scratch.add("formats/\(format)/\(name)", as: "in.\(format)")
        }
        try scratch.write(BuiltDNG(.picture(64, 48) { _, _ in [9, 9, 9] }).bytes, to: "in.dng")
        func run(_ line: String) async throws -> Command.Outcome {
            let words = line.split(separator: " ").map(String.init)
            return try await Command.run(words, in: scratch.url, environment: ["LD_LIBRARY_PATH": scratch.path("lib")])
        }
        let failed = try await run(line)
        #expect(failed.status == 1 && failed.errors.contains("install the Debian package \(package)"), "\(failed.errors)")
        #expect(try await run("crop in.jpg --size 9x9 --output other.jpg").status == 0)
        let listed = try await run("formats")
        #expect(listed.status == 0)
        let row = try #require(listed.lines.first { $0.hasPrefix(format) })
        #expect(row.contains("no"), "\(row)")
    }

    @Test(arguments: [("", ImageFormat.jpeg), ("--format avif", .avif), ("--format gif", .gif), ("--format webp", .webp)])
    func aPictureThatCannotBeWrittenInItsFormatBecomesAnother(options: String, format: ImageFormat) async throws {
        let bitmap: [UInt8] =
            Array("BM".utf8) + [70, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0, 40, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 1, 0, 24, 0]
            + [UInt8](repeating: 0, count: 24) + [255, 0, 0, 0, 255, 0, 0, 0, 0, 0, 255, 9, 9, 9, 0, 0]
        try scratch.write(bitmap, to: "in/a.bmp")
        let outcome = try await scratch.boundedcrop("crop in --size 2x2 --output out \(options)")
        #expect(outcome.status == 0, "\(outcome.errors)")
        let name = try #require(try scratch.files().first { $0.hasPrefix("out/") })
        #expect(name == "out/a.\(format.fileExtension)")
        #expect(try scratch.picture(name).header.format == format)
    }
}
