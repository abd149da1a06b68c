import BoundedCrop
import BoundedCropEffects
import Testing

@Suite struct ReflectionTests {
    /// Scale, gap and alpha, and how many of 17 rows are reflected.
    struct Case: Sendable {
        let name: String
        let scale: Double
        let gap: Double
        let alpha: Double
        let rows: Int
    }

    static let cases = [
        Case(name: "apart", scale: 0.4, gap: 2, alpha: 0.6, rows: 7),
        Case(name: "touching", scale: 1, gap: 0, alpha: 1, rows: 17),
        Case(name: "under", scale: 0.7, gap: -3, alpha: 0.8, rows: 12),
        Case(name: "hidden", scale: 0.25, gap: -9, alpha: 1, rows: 5),
    ]

    @Test(arguments: cases) func theReflectionFades(_ example: Case) throws {
        let reflected = try ShapeReference.translucent.reflected(scale: example.scale)
        expect(reflected, matches: try ShapeReference.picture("reflected-\(example.name)", 23, example.rows))
        #expect(try ShapeReference.translucent.applying([.reflect(scale: example.scale)]) == reflected)
    }

    @Test(arguments: cases) func thePictureStaysCentered(_ example: Case) throws {
        let space = max(0, example.rows + Int(example.gap))
        let result = try ShapeReference.translucent.withReflection(scale: example.scale, gap: example.gap, alpha: example.alpha)
        expect(result, matches: try ShapeReference.picture("reflection-\(example.name)", 23, 17 + 2 * space))
        #expect(
            try ShapeReference.translucent.applying([.reflection(scale: example.scale, gap: example.gap, alpha: example.alpha)]) == result
        )
    }

    @Test func rowsMirrorThePicture() throws {
        let picture = try ShapeReference.opaque
        let reflected = try picture.reflected(scale: 1)
        for row in 0..<17 {
            for column in 0..<23 {
                let alpha = Double(reflected.bytes[(row * 23 + column) * 4 + 3])
                #expect(abs(alpha - 255 * (1 - (Double(row) + 0.5) / 17)) <= 0.5)
                for channel in 0..<3 {
                    let above = Double(picture.bytes[((16 - row) * 23 + column) * 4 + channel])
                    #expect(abs(Double(reflected.bytes[(row * 23 + column) * 4 + channel]) - above * alpha / 255) <= 1)
                }
            }
        }
    }

    @Test func noReflectionGivesThePicture() throws {
        #expect(try ShapeReference.translucent.withReflection(scale: 0, gap: 5, alpha: 1) == ShapeReference.translucent)
    }

    @Test func anInvisibleReflectionKeepsItsSpace() throws {
        let result = try ShapeReference.translucent.withReflection(scale: 0.4, gap: 2, alpha: 0)
        #expect(try result == ShapeReference.translucent.cropped(to: Rect(x: 0, y: -9, width: 23, height: 35)))
    }

    @Test func aPictureOfOnePixelIsReflected() throws {
        #expect(try onePixel.reflected(scale: 0.01).bytes == [50, 25, 10, 100])
        #expect(try onePixel.withReflection(scale: 1, gap: -1e300).size == onePixel.size)
    }

    @Test func invalidArgumentsAreRefused() throws {
        try expectInvalid(.reflect(scale: 0))
        for bad in [-0.1, 1.1, Double.nan, .infinity] { try expectInvalid(.reflect(scale: bad), .reflection(scale: bad, gap: 0, alpha: 1)) }
        for bad in [Double.nan, .infinity, 1e300, 40_000] { try expectInvalid(.reflection(scale: 0.5, gap: bad, alpha: 1)) }
        try expectInvalid(.reflection(scale: 0.5, gap: 0, alpha: .nan))
    }
}
