import BoundedCrop
import BoundedCropEffects
import Testing

@Suite struct AlphaTests {
    @Test(arguments: [0.1, 0.25, 0.5, 0.6, 0.999]) func everyByteIsMultiplied(alpha: Double) throws {
        expect(try ShapeReference.translucent.withAlpha(alpha), matches: try ShapeReference.picture("alpha-\(alpha)"))
        #expect(try ShapeReference.translucent.applying([.alpha(alpha)]) == ShapeReference.translucent.withAlpha(alpha))
    }

    @Test(arguments: [1, 1.5, 100, Double.infinity]) func alphaIsNeverIncreased(alpha: Double) throws {
        #expect(try ShapeReference.translucent.withAlpha(alpha) == ShapeReference.translucent)
    }

    @Test(arguments: [0, -0.0, -3, -Double.infinity]) func zeroAndNegativeAlphasClearThePicture(alpha: Double) throws {
        #expect(try ShapeReference.translucent.withAlpha(alpha).bytes.allSatisfy { $0 == 0 })
    }

    @Test func nonNumbersAreRefused() throws {
        try expectInvalid(.alpha(.nan))
    }
}
