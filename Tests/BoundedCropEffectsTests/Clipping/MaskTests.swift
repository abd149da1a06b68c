import BoundedCrop
import BoundedCropEffects
import Testing

@Suite struct MaskTests {
    @Test func whiteKeepsAndBlackClears() throws {
        let masked = try ShapeReference.translucent.masked(by: ShapeReference.picture("mask"))
        expect(masked, matches: try ShapeReference.picture("masked"))
        #expect(try ShapeReference.translucent.applying([.mask(ShapeReference.picture("mask"))]) == masked)
    }

    @Test func aMaskOfAnotherSizeIsScaled() throws {
        let masked = try ShapeReference.translucent.masked(by: ShapeReference.picture("mask-doubled", 46, 34))
        expect(masked, matches: try ShapeReference.picture("masked"))
    }

    @Test func aMaskOfOnePixelSetsAnOpacity() throws {
        let half = try LumaPlane(size: PixelSize(width: 1, height: 1), bytes: [51])
        expect(try ShapeReference.translucent.masked(by: half), matches: try ShapeReference.translucent.withAlpha(0.2))
    }

    @Test func transparentPartsOfAMaskAreBlack() throws {
        let clear = PixelBuffer(size: PixelSize(width: 23, height: 17))
        #expect(try ShapeReference.translucent.masked(by: clear).bytes.allSatisfy { $0 == 0 })
    }

    @Test func alphaBecomesAMask() throws {
        let mask = try ShapeReference.translucent.maskFromAlpha()
        expect(mask, matches: try ShapeReference.picture("mask-from-alpha"))
        let white = PixelBuffer(size: mask.size, filledWith: (255, 255, 255, 255))
        #expect(try white.masked(by: mask).maskFromAlpha() == mask)
        #expect(try ShapeReference.translucent.applying([.maskFromAlpha]) == mask)
    }

    /// All products of two levels, compared with the exact quotient, rounded.
    @Test func productsAreExactForAllPairs() throws {
        let size = PixelSize(width: 256, height: 256)
        let levels = (0..<256 * 256).map { UInt8($0 & 255) }
        let picture = try PixelBuffer(size: size, bytes: levels.flatMap { [$0, $0, $0, $0] })
        let masked = try picture.masked(by: LumaPlane(size: size, bytes: (0..<256 * 256).map { UInt8($0 >> 8) }))
        var expected: [UInt8] = []
        for pair in 0..<256 * 256 {
            let product = UInt8((2 * (pair & 255) * (pair >> 8) + 255) / 510)
            expected += [product, product, product, product]
        }
        #expect(masked.bytes == expected)
    }
}
