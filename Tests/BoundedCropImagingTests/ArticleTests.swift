import BoundedCropImaging
import TestSupport
import Testing

/// Compiles and runs the Swift examples on the landing page of `BoundedCropImaging`, copied verbatim.
@Suite(.timeLimit(.minutes(15))) struct ArticleTests {
    /// Reads fixtures in place of the files that the articles name.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    private func ImageSource(contentsOfFile path: String) throws -> BoundedCropImaging.ImageSource {
        try Fixture.source("photos/obama.jpg")
    }

    @Test func aFileIsDecodedAndEncoded() async throws {
        let source = try ImageSource(contentsOfFile: "photo.jpg")
        print(source.format, source.size)
        let small = try source.pixels(longSide: 320)
        let webp = try await small.encoded(as: .webp(quality: 80))

        #expect(try BoundedCropImaging.ImageSource(bytes: webp).header.format == .webp)
        #expect(try BoundedCropImaging.ImageSource(bytes: webp).size == small.size)
    }

    @Test func formatsHaveSettings() throws {
        let small = try ImageSource(contentsOfFile: "photo.jpg").pixels(longSide: 32)

        let encodings: [ImageEncoding] = [
            .jpeg(quality: 90, isProgressive: true, chromaSubsampling: .full), .webp(.lossless()), .png(compressionLevel: 9),
        ]
        let files = try encodings.map { try small.blocking.encoded(as: $0) }

        #expect(try files.map { try BoundedCropImaging.ImageSource(bytes: $0).header.format } == [.jpeg, .webp, .png])
    }

    @Test func everyExampleIsTested() throws {
        let untested = try Articles.untested(in: "BoundedCropImaging", by: [#filePath])
        #expect(untested.isEmpty, "not tested: \(untested)")
    }
}
