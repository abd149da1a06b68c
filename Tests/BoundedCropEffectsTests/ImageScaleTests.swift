import BoundedCrop
import BoundedCropEffects
import Testing

@Suite struct ImageScaleTests {
    @Test(arguments: [
        ("button@2x.png", 2.0), ("button@3x.jpeg", 3), ("a/b.c/button@2x", 2), ("@1x.png", 1), ("button.png", 1),
        ("button@2x/photo.png", 1),
        ("button@2x.thumb.png", 1), ("button2x.png", 1), ("button@0x.png", 1), ("button@2X.png", 1), ("button@x.png", 1), ("", 1), ("/", 1),
        (".png", 1), ("x", 1), ("Foto ü@3x.webp", 3),
    ])
    func scalesAreParsedFromNames(name: String, scale: Double) {
        #expect(ImageScale(fileName: name).pixelsPerPoint == scale)
    }

    @Test func pointsAreConvertedToPixels() throws {
        let picture = try ShapeReference.translucent
        let points: [any ImageEffect] = [
            .scaleToFill(PixelSize(width: 20, height: 10)), .resize(width: 15),
            .cropAndScale(to: PixelSize(width: 9, height: 9), contentMode: .top),
            .crop(to: Rect(x: 1, y: 1, width: 6, height: 5.5)), .cornerRadius(2), .alpha(0.5),
            .shadow(.black, offset: Point(x: 0, y: 1), blur: 1), .reflection(scale: 0.4, gap: 1.5, alpha: 0.6),
        ]
        let pixels: [any ImageEffect] = [
            .scaleToFill(PixelSize(width: 40, height: 20)), .resize(width: 30),
            .cropAndScale(to: PixelSize(width: 18, height: 18), contentMode: .top),
            .crop(to: Rect(x: 2, y: 2, width: 12, height: 11)), .cornerRadius(4), .alpha(0.5),
            .shadow(.black, offset: Point(x: 0, y: 2), blur: 2), .reflection(scale: 0.4, gap: 3, alpha: 0.6),
        ]
        #expect(try picture.applying(points, scale: 2) == picture.applying(pixels))
        #expect(points.map { $0.scaled(by: 2).cacheKey } == pixels.map(\.cacheKey))
    }

    @Test(arguments: [0, -1, Double.nan, .infinity]) func invalidScalesAreRefused(scale: Double) throws {
        let error = #expect(throws: BoundedCropError.self) { try onePixel.applying([], scale: scale) }
        #expect(error?.code == .invalidArgument)
    }
}
