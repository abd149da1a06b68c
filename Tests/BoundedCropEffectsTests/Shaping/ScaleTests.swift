import BoundedCrop
import BoundedCropEffects
import Testing

/// Results may differ from the reference by one level: sums are floats here and doubles there.
@Suite struct ScaleTests {
    @Test(arguments: [(9, 5), (31, 40), (8, 40)]) func scalingMayChangeTheAspectRatio(width: Int, height: Int) throws {
        let scaled = try ShapeReference.translucent.resized(to: PixelSize(width: width, height: height))
        expect(scaled, matches: try ShapeReference.picture("scaled-\(width)x\(height)", width, height), within: 1)
    }

    @Test func fittingKeepsTheAspectRatioAndNeverPads() throws {
        let fitted = try ShapeReference.translucent.applying([.scaleToFit(PixelSize(width: 12, height: 12))])
        expect(fitted, matches: try ShapeReference.picture("fit-12x9", 12, 9), within: 1)
    }

    @Test func fillingCropsToTheMiddle() throws {
        let filled = try ShapeReference.translucent.scaledToFill(PixelSize(width: 12, height: 12))
        expect(filled, matches: try ShapeReference.picture("fill-12x12", 12, 12), within: 1)
    }

    @Test(arguments: [
        (PixelSize(width: 100, height: 50), PixelSize(width: 68, height: 50)),
        (PixelSize(width: 40, height: 400), PixelSize(width: 40, height: 30)),
        (PixelSize(width: 1, height: 400), PixelSize(width: 1, height: 1)),
        (PixelSize(width: 400, height: 1), PixelSize(width: 1, height: 1)),
        (PixelSize(width: 46, height: 34), PixelSize(width: 46, height: 34)),
    ])
    func fittedSizes(box: PixelSize, size: PixelSize) throws {
        #expect(try ShapeReference.opaque.scaledToFit(box).size == size)
    }

    @Test func theSameSizeGivesThePicture() throws {
        let picture = try ShapeReference.translucent
        for mode in Scale.Mode.allCases {
            #expect(try picture.applying([Scale(to: picture.size, mode: mode)]) == picture)
        }
    }

    @Test func fillingWithoutScalingCropsToWholePixels() throws {
        let picture = try ShapeReference.translucent
        #expect(
            try picture.scaledToFill(PixelSize(width: 10, height: 17)) == picture.cropped(to: Rect(x: 6, y: 0, width: 10, height: 17))
        )
    }

    @Test func everySizeIsFilledExactly() throws {
        let picture = try ShapeReference.translucent
        for width in 1...40 {
            for height in stride(from: 1, through: 40, by: 3) {
                let size = PixelSize(width: width, height: height)
                let filled = try picture.applying([.scaleToFill(size)])
                #expect(filled.size == size)
                expectColorsWithinAlpha(filled)
            }
        }
    }

    @Test(arguments: Scale.Mode.allCases) func invalidSizesAreRefused(mode: Scale.Mode) throws {
        for (width, height) in [(0, 5), (5, -1), (65_536, 1), (60_000, 60_000), (.max, .max), (.min, .min)] {
            try expectInvalid(Scale(to: PixelSize(width: width, height: height), mode: mode))
        }
        #expect(try Scale(to: PixelSize(width: 4, height: 3), mode: mode).result(of: onePixel).width > 0)
    }

    @Test func resizingByOneSideKeepsTheAspectRatio() throws {
        let picture = try ShapeReference.opaque
        #expect(try picture.applying([.resize(width: 46)]).size == PixelSize(width: 46, height: 34))
        #expect(try picture.applying([.resize(height: 34)]).size == PixelSize(width: 46, height: 34))
        #expect(try picture.resized(width: 12, height: 12) == picture.scaledToFill(PixelSize(width: 12, height: 12)))
        #expect(try picture.resized(width: 1).size == PixelSize(width: 1, height: 1))
        try expectInvalid(.resize(), .resize(width: 0), .resize(height: -3), .resize(width: .max), .resize(width: 60_000, height: 60_000))
    }
}

extension ImageEffect {
    fileprivate func result(of picture: PixelBuffer) throws -> PixelBuffer { try picture.applying([self]) }
}
