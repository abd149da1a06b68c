import BoundedCropImaging
import TestSupport
import Testing

/// The Swift on the landing page of `BoundedCropImaging`, word for word: it compiles and runs.
@Suite(.timeLimit(.minutes(15))) struct ArticleTests {
    /// Reads the files of the articles, whatever their names, from the fixtures.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    private func ImageSource(contentsOfFile path: String) throws -> BoundedCropImaging.ImageSource {
        try Fixture.source("photos/obama.jpg")
    }

    @Test func aFileIsDecodedAndEncoded() async throws {
        let source = try ImageSource(contentsOfFile: "photo.jpg")
        print(source.header.format, source.size)
        let small = try source.pixels(longSide: 320)
        let webp = try await small.encoded(as: .webp(quality: 80))

        #expect(try BoundedCropImaging.ImageSource(bytes: webp).header.format == .webp)
        #expect(try BoundedCropImaging.ImageSource(bytes: webp).size == small.size)
    }

    @Test func everyExampleIsTested() throws {
        let untested = try Articles.untested(in: "BoundedCropImaging", by: [#filePath])
        #expect(untested.isEmpty, "not tested: \(untested)")
    }
}
