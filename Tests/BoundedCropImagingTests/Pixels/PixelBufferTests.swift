import BoundedCropImaging
import TestSupport
import Testing

@Suite struct PixelBufferTests {
    @Test(arguments: [(0, 0, 0), (0, 5, 0), (-1, -1, 4), (2, 2, 15), (2, 2, 17), (1, 1, 0), (.max, .max, 4), (.max, 2, 8), (-2, 3, 24)])
    func refusesByteCountsThatDoNotMatchTheSize(width: Int, height: Int, count: Int) {
        let bytes = [UInt8](repeating: 0, count: count)
        expectError(.invalidArgument) { _ = try PixelBuffer(size: PixelSize(width: width, height: height), bytes: bytes) }
        expectError(.invalidArgument) { _ = try LumaPlane(size: PixelSize(width: width, height: height), bytes: bytes) }
    }

    @Test func isTransparentUnlessFilled() {
        #expect(PixelBuffer(size: PixelSize(width: 2, height: 1)).bytes == [UInt8](repeating: 0, count: 8))
        #expect(PixelBuffer(size: PixelSize(width: 2, height: 1), filledWith: (1, 2, 3, 4)).bytes == [1, 2, 3, 4, 1, 2, 3, 4])
    }

    @Test func isAPictureLikeAnEncodedOne() throws {
        let source = try Fixture.source("formats/obama_rgb8.png")
        let pixels = try source.pixels()
        let crop = PictureCut(PixelRect(x: 10, y: 20, width: 60, height: 90), scaledTo: PixelSize(width: 30, height: 45))
        #expect(try pixels.pixels(of: [crop, crop]) == source.pixels(of: [crop, crop]))
        #expect(try pixels.luma(longSide: 100).size == source.luma(longSide: 100).size)
        #expect(try pixels.pixels(longSide: 1000) == pixels)
        #expect(try pixels.pixels(longSide: -5).size == PixelSize(width: 1, height: 1))
    }
}
