import BoundedCropImaging
import Testing

@Suite struct PixelSizeTests {
    @Test(arguments: [
        (910, 1137, 480, 384, 480), (3000, 8, 480, 480, 1), (8, 3000, 100, 1, 100), (100, 50, 100, 100, 50), (10, 5, 100, 10, 5),
    ])
    func fitsWithinALongSide(width: Int, height: Int, longest: Int, fittedWidth: Int, fittedHeight: Int) {
        #expect(PixelSize(width: width, height: height).fitted(longSide: longest) == PixelSize(width: fittedWidth, height: fittedHeight))
    }

    @Test(arguments: [
        ("640x480", 640, 480), ("1x65535", 1, 65_535), ("0x0", 0, 0), ("-3x4", -3, 4),
        ("9223372036854775807x1", .max, 1),
    ])
    func parsesItsDescription(_ text: String, width: Int, height: Int) {
        let size = PixelSize(width: width, height: height)
        #expect(PixelSize(text) == size)
        #expect(size.description == text)
    }

    @Test(arguments: [
        "", "x", "300", "300x", "x200", "300x200x100", "300X200", "300×200", "3.5x4", "1e2x4", " 300x200", "300x 200", "0x1Fx4",
        "9223372036854775808x1", "axb", "٣x٤", "300:200",
    ])
    func refusesOtherText(_ text: String) {
        #expect(PixelSize(text) == nil)
        #expect(PixelSize(text, sides: .min...(.max)) == nil)
    }

    @Test(arguments: [("1x9", true), ("9x1", true), ("0x5", false), ("5x0", false), ("10x5", false), ("5x10", false), ("-1x5", false)])
    func sidesCanBeLimited(_ text: String, isInside: Bool) {
        #expect(PixelSize(text, sides: 1...9) == (isInside ? PixelSize(text) : nil))
    }

    @Test func anAreaThatOverflowsSaturates() {
        #expect(PixelSize(width: 65_535, height: 65_535).area == 4_294_836_225)
        #expect(PixelSize(width: .max, height: 2).area == .max)
    }
}
