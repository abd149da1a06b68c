import BoundedCrop
import BoundedCropRuntime
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15))) struct VersionTests {
    let scratch: TemporaryFolder

    init() throws { scratch = try TemporaryFolder() }

    @Test(arguments: ["--version", "crop --version"]) func theFirstLineIsTheVersion(_ line: String) async throws {
        let outcome = try await scratch.boundedcrop(line)
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        #expect(outcome.lines.first == "boundedcrop \(BoundedCropVersion.current)")
    }

    @Test func theVersionOfEachLibraryFollows() async throws {
        let printed = try await scratch.boundedcrop("--version").lines
        for library in ["OpenCV", "libjpeg-turbo", "libpng", "libwebp", "Little CMS", "expat", "Swift"] {
            let lines = printed.filter { $0.hasPrefix("\(library) ") }
            try #require(lines.count == 1, "\(library)")
            #expect(lines[0].dropFirst(library.count + 1).wholeMatch(of: /[0-9]+\.[0-9]+(\.[0-9]+)?/) != nil, "\(lines)")
        }
    }

    /// They take longer to open than everything else here.
    @Test func librariesForRareFormatsAreNamedAndNotOpened() async throws {
        let outcome = try await scratch.shell("LD_DEBUG=files boundedcrop --version 2> opened && cat opened >&2")
        #expect(outcome.status == 0 && outcome.errors.contains("file=libpng16.so"))
        for library in ["libavif", "giflib", "libjxl", "OpenJPEG", "LibRaw", "librsvg", "libheif", "libtiff"] {
            #expect(outcome.lines.last?.contains(library) == true)
        }
        for file in ["libavif.so", "libgif.so", "libjxl.so", "libopenjp2.so", "libraw_r.so", "librsvg-2.so", "libheif.so", "libtiff.so"] {
            #expect(!outcome.errors.contains("file=\(file)"))
        }
    }
}
