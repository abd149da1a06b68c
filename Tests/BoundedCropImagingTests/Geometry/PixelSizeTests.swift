import BoundedCropImaging
import Testing

@Suite struct PixelSizeTests {
    @Test(arguments: [
        (910, 1137, 480, 384, 480), (3000, 8, 480, 480, 1), (8, 3000, 100, 1, 100), (100, 50, 100, 100, 50), (10, 5, 100, 10, 5),
    ])
    func fitsALongSide(width: Int, height: Int, longest: Int, fittedWidth: Int, fittedHeight: Int) {
        #expect(PixelSize(width: width, height: height).fitted(longSide: longest) == PixelSize(width: fittedWidth, height: fittedHeight))
    }

    @Test func anAreaThatOverflowsIsTheLargestNumber() {
        #expect(PixelSize(width: 65_535, height: 65_535).area == 4_294_836_225)
        #expect(PixelSize(width: .max, height: 2).area == .max)
    }
}
