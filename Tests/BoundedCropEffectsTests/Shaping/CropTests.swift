import BoundedCrop
import BoundedCropEffects
import Testing

@Suite struct CropTests {
    @Test(arguments: [
        ("inside", PixelRect(x: 3, y: 4, width: 11, height: 7)),
        ("over-top-left", PixelRect(x: -4, y: -3, width: 13, height: 9)),
        ("over-bottom-right", PixelRect(x: 15, y: 12, width: 15, height: 8)),
        ("around", PixelRect(x: -2, y: -3, width: 29, height: 25)),
        ("outside", PixelRect(x: 40, y: 40, width: 5, height: 3)),
    ])
    func theAreaOutsideIsTransparent(name: String, rectangle: PixelRect) throws {
        let cropped = try ShapeReference.translucent.cropped(to: rectangle.rect)
        expect(cropped, matches: try ShapeReference.picture("crop-\(name)", rectangle.width, rectangle.height))
        #expect(try ShapeReference.translucent.applying([.crop(to: rectangle.rect)]) == cropped)
    }

    @Test func theWholePictureIsReturnedUnchanged() throws {
        let picture = try ShapeReference.translucent
        #expect(try picture.cropped(to: picture.size.bounds) == picture)
    }

    @Test(arguments: [
        (Rect(x: 2.4, y: 3.6, width: 5, height: 4), PixelRect(x: 2, y: 4, width: 5, height: 4)),
        (Rect(x: 0.5, y: 1.5, width: 3, height: 3), PixelRect(x: 1, y: 2, width: 3, height: 3)),
        (Rect(x: 10.000000001, y: 5, width: 3, height: 2.999999999), PixelRect(x: 10, y: 5, width: 3, height: 3)),
        (Rect(x: 10.6, y: 4.1, width: 0.3, height: 0.2), PixelRect(x: 10, y: 4, width: 1, height: 1)),
    ])
    func edgesAreRoundedOnce(rectangle: Rect, pixels: PixelRect) throws {
        let picture = try ShapeReference.translucent
        #expect(try picture.cropped(to: rectangle) == picture.cropped(to: pixels.rect))
    }

    @Test func emptyAndNonFiniteRectanglesAreRefused() throws {
        for bad in [0, -1, Double.nan, .infinity, -Double.infinity] {
            try expectInvalid(.crop(to: Rect(x: 0, y: 0, width: bad, height: 3)), .crop(to: Rect(x: 0, y: 0, width: 3, height: bad)))
        }
        try expectInvalid(.crop(to: Rect(x: .nan, y: 0, width: 1, height: 1)), .crop(to: Rect(x: 0, y: .infinity, width: 1, height: 1)))
    }

    @Test func cropsBeyondTheLimitsAreRefusedBeforeAllocation() throws {
        try expectInvalid(
            .crop(to: Rect(x: 0, y: 0, width: 65_536, height: 1)),
            .crop(to: Rect(x: 0, y: 0, width: 60_000, height: 60_000)),
            .crop(to: Rect(x: -1e300, y: 0, width: 1e308, height: 1)),
            .crop(to: Rect(x: 1e308, y: 0, width: 1e308, height: 1))
        )
    }

    @Test func aCropFarAwayIsTransparent() throws {
        let nothing = try onePixel.cropped(to: Rect(x: -1e300, y: 1e18, width: 2, height: 2))
        #expect(nothing.bytes.allSatisfy { $0 == 0 })
    }

    @Test func theSizeIsKnownInAdvanceEvenIfDoublesAreMoreThanAPixelApart() throws {
        for exponent in 48...62 {
            for start in [0x1.48p0 * Double(1 << exponent), -Double(1 << exponent) - 0.5, Double(1 << exponent) - 1, 0.5] {
                for length in [0.4, 5, 29.5, 30] {
                    let effect = Crop(to: Rect(x: start, y: -start, width: length, height: 2 * length))
                    #expect(try onePixel.applying([effect]).size == effect.footprint(on: onePixel.size).resultSize, "\(effect)")
                }
            }
        }
    }
}
