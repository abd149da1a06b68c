import BoundedCropImaging
import TestSupport
import Testing

/// Descriptions of pictures, and of types that contain them, are short.
@Suite struct DescriptionTests {
    private struct Holder {
        let picture: PixelBuffer
        let plane: LumaPlane
        let source: ImageSource
    }

    @Test func picturesAreDescribedByTheirSize() throws {
        let source = try Fixture.source("photos/obama.jpg")
        let pixels = try source.pixels()
        #expect("\(pixels)" == "PixelBuffer \(source.size)")
        #expect("\(pixels.luma())" == "LumaPlane \(source.size)")
        #expect("\(source)" == "ImageSource jpeg \(source.size), \(source.bytes.count) bytes")
        let holder = Holder(picture: pixels, plane: pixels.luma(), source: source)
        var dumped = ""
        dump(holder, to: &dumped)
        #expect("\(holder)".count < 1000 && dumped.count < 5000)
    }

    @Test func errorsMentionTheFileSeparatelyFromTheirMessage() throws {
        let path = Fixture.path("broken/document.pdf")
        let error = #expect(throws: BoundedCropError.self) { try ImageSource(contentsOfFile: path) }
        #expect(error?.path == path && error?.message.contains(path) == false)
        #expect(error.map { "\($0)" }?.hasSuffix("(\(path))") == true)
        #expect(throws: BoundedCropError.self) { try ImageSource(bytes: []) }
    }
}
