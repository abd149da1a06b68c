import BoundedCrop
import BoundedCropEffects
import Testing

/// A soft shadow may differ from the reference by two levels: its shape is rounded to bytes before it is colored and covered.
@Suite struct ShadowTests {
    struct Case: Sendable {
        let name: String
        let color: Color
        let offset: Point
        let blur: Double
        let tolerance: Int
    }

    static let cases = [
        Case(name: "soft", color: .black, offset: Point(x: 0, y: 4), blur: 8, tolerance: 2),
        Case(name: "hard", color: Color(red: 1, green: 0.5, blue: 0, alpha: 0.5), offset: Point(x: -3, y: 2), blur: 0, tolerance: 1),
        Case(name: "colored", color: Color(red: 0.2, green: 0.4, blue: 1, alpha: 0.75), offset: Point(x: 5, y: -2), blur: 3, tolerance: 2),
        Case(name: "wide", color: .black, offset: Point(x: 2, y: 1), blur: 24, tolerance: 2),
    ]

    @Test(arguments: cases) func theShadowFollowsTheAlpha(_ example: Case) throws {
        let shadowed = try ShapeReference.translucent.withShadow(example.color, offset: example.offset, blur: example.blur)
        let width = 23 + 2 * Int(abs(example.offset.x) + example.blur)
        let height = 17 + 2 * Int(abs(example.offset.y) + example.blur)
        expect(shadowed, matches: try ShapeReference.picture("shadow-\(example.name)", width, height), within: example.tolerance)
        #expect(
            try ShapeReference.translucent.applying([.shadow(example.color, offset: example.offset, blur: example.blur)]) == shadowed
        )
    }

    @Test(arguments: [-7.0, -1, 0, 3], [-2.0, 0, 5]) func thePictureStaysCentered(x: Double, y: Double) throws {
        let picture = try ShapeReference.opaque
        let shadowed = try picture.applying([.shadow(offset: Point(x: x, y: y), blur: 2.5)])
        let (left, top) = (Int(abs(x)) + 3, Int(abs(y)) + 3)
        #expect(shadowed.size == PixelSize(width: 23 + 2 * left, height: 17 + 2 * top))
        #expect(try shadowed.cropped(to: Rect(x: Double(left), y: Double(top), width: 23, height: 17)) == picture)
    }

    @Test func noOffsetAndNoBlurGiveThePicture() throws {
        #expect(try ShapeReference.translucent.withShadow(.black, offset: .zero, blur: 0) == ShapeReference.translucent)
    }

    @Test func aTransparentShadowAddsABorder() throws {
        let bordered = try ShapeReference.translucent.withShadow(.clear, offset: Point(x: 1, y: 0), blur: 2)
        #expect(try bordered == ShapeReference.translucent.cropped(to: Rect(x: -3, y: -2, width: 29, height: 21)))
    }

    @Test(arguments: [1e-300, 1e-3, 0.05, 0.4, 15.9, 16, 17, 400]) func everyBlurKeepsColorsWithinTheirAlpha(blur: Double) throws {
        expectColorsWithinAlpha(try ShapeReference.translucent.withShadow(.white, offset: Point(x: 1, y: 2), blur: blur))
        #expect(try onePixel.withShadow(offset: .zero, blur: blur).width == 1 + 2 * Int(blur.rounded(.up)))
    }

    @Test func componentsOutOfRangeAreClamped() throws {
        var color = Color.white
        color.red = 7
        color.green = .nan
        let yellow = try onePixel.withShadow(color, offset: Point(x: 1, y: 0), blur: 0)
        #expect(Array(yellow.bytes[8..<12]) == [200, 0, 200, 200])
    }

    @Test func invalidArgumentsAreRefused() throws {
        for bad in [-1, Double.nan, .infinity, 33_000, 1e300] { try expectInvalid(.shadow(.black, offset: .zero, blur: bad)) }
        for bad in [Double.nan, .infinity, 33_000, -1e300] {
            try expectInvalid(.shadow(offset: Point(x: bad, y: 0), blur: 1), .shadow(offset: Point(x: 0, y: bad), blur: 1))
        }
    }
}
