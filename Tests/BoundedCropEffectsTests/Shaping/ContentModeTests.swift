import BoundedCrop
import BoundedCropEffects
import Testing

@Suite struct ContentModeTests {
    static let positional: [ContentMode] = [.center, .top, .bottom, .left, .right, .topLeft, .topRight, .bottomLeft, .bottomRight]

    @Test func thereAreThirteen() {
        #expect(ContentMode.allCases.count == 13)
    }

    @Test(arguments: positional) func positionsMatchTheReference(mode: ContentMode) throws {
        let picture = try ShapeReference.translucent.cropped(to: Rect(x: 0, y: 0, width: 7, height: 5))
        var results: [UInt8] = []
        for (width, height) in [(4, 3), (10, 8), (10, 2), (4, 8), (7, 5), (1, 1)] {
            let size = PixelSize(width: width, height: height)
            let cut = try picture.applying([.cropAndScale(to: size, contentMode: mode)])
            #expect(cut.size == PixelSize(width: min(7, width), height: min(5, height)))
            let padded = try picture.croppedAndScaled(to: size, contentMode: mode, padToFit: true)
            #expect(padded.size == size)
            results += cut.bytes + padded.bytes
        }
        #expect(results == (try ShapeReference.bytes("mode-\(mode.rawValue)")))
    }

    @Test(arguments: [ContentMode.scaleToFill, .redraw, .aspectFill], [false, true])
    func fillingGivesExactlyTheSize(mode: ContentMode, pads: Bool) throws {
        for size in [PixelSize(width: 9, height: 30), PixelSize(width: 30, height: 9), PixelSize(width: 1, height: 1)] {
            let result = try ShapeReference.translucent.croppedAndScaled(to: size, contentMode: mode, padToFit: pads)
            #expect(result.size == size)
            let picture = try ShapeReference.translucent
            let plain = try mode == .aspectFill ? picture.scaledToFill(size) : picture.resized(to: size)
            #expect(result == plain)
        }
    }

    @Test func fittingIsPaddedOnlyIfRequested() throws {
        let picture = try ShapeReference.translucent
        let size = PixelSize(width: 12, height: 12)
        let fitted = try picture.scaledToFit(size)
        #expect(try picture.croppedAndScaled(to: size, contentMode: .aspectFit, padToFit: false) == fitted)
        let padded = try picture.croppedAndScaled(to: size, contentMode: .aspectFit, padToFit: true)
        #expect(try padded.cropped(to: Rect(x: 0, y: 1, width: 12, height: 9)) == fitted)
        #expect(padded.bytes.prefix(12 * 4).allSatisfy { $0 == 0 } && padded.bytes.suffix(2 * 12 * 4).allSatisfy { $0 == 0 })
    }

    @Test(arguments: ContentMode.allCases) func handlesOnePixelAndInvalidSizes(mode: ContentMode) throws {
        let size = PixelSize(width: 3, height: 2)
        #expect(try onePixel.croppedAndScaled(to: size, contentMode: mode, padToFit: true).size == size)
        for (width, height) in [(0, 5), (5, -1), (65_536, 1), (60_000, 60_000), (.max, .max)] {
            try expectInvalid(.cropAndScale(to: PixelSize(width: width, height: height), contentMode: mode, padToFit: true))
        }
    }
}
