import BoundedCrop
import BoundedCropEffects
import Testing

/// The references use 64 x 64 sample points per pixel, which may differ from the exact coverage by one level.
@Suite struct CornerRadiusTests {
    @Test(arguments: [
        ("6", CornerRadii(6)), ("capsule", CornerRadii(8.5)), ("capsule", CornerRadii(1e300)),
        ("each", CornerRadii(topLeft: 9.25, topRight: 3, bottomLeft: 0, bottomRight: 6.5)),
        ("wide", CornerRadii(topLeft: 12, bottomLeft: 11)),
    ])
    func cornersMatchTheReference(name: String, radii: CornerRadii) throws {
        let rounded = try ShapeReference.opaque.applying([.cornerRadii(radii)])
        expect(rounded, matches: try ShapeReference.picture("corners-\(name)"), within: 1)
    }

    @Test func fourEqualRadiiEqualOneRadius() throws {
        let rounded = try ShapeReference.translucent.withCornerRadius(6)
        let radii = try ShapeReference.translucent.applying([.cornerRadii(topLeft: 6, topRight: 6, bottomLeft: 6, bottomRight: 6)])
        #expect(radii == rounded)
        #expect(try ShapeReference.translucent.applying([.cornerRadius(6)]) == rounded)
        #expect(try ShapeReference.translucent.applying([.round(radius: 6)]) == rounded)
        expectColorsWithinAlpha(rounded)
    }

    @Test func aRadiusOfZeroGivesThePicture() throws {
        #expect(try ShapeReference.translucent.withCornerRadius(0) == ShapeReference.translucent)
    }

    @Test(arguments: [1, 2, 3, 10, 101, 640]) func aHugeRadiusMakesACircleOfTheRightArea(side: Int) throws {
        let square = PixelBuffer(size: PixelSize(width: side, height: side), filledWith: (255, 255, 255, 255))
        let circle = try square.withCornerRadius(1e6)
        let area = try circle.maskFromAlpha().bytes.enumerated().reduce(0) { $1.offset % 4 == 0 ? $0 + Int($1.element) : $0 }
        // Each of the about 4 * side pixels on the edge is rounded by up to half a level.
        let exact = Double(side * side) * 255 * Double.pi / 4
        #expect(abs(Double(area) - exact) <= Double(2 * side))
        #expect(try circle.masked(by: circle.turned) == circle.masked(by: circle), "not the same after half a turn")
    }

    @Test func aCircleIsCutFromTheMiddle() throws {
        let circle = try ShapeReference.opaque.applying([.circle])
        let square = try ShapeReference.opaque.cropped(to: Rect(x: 3, y: 0, width: 17, height: 17))
        #expect(try circle == square.withCornerRadius(8.5))
        #expect(try ShapeReference.opaque.applying([.round]) == circle)
        #expect(try onePixel.circular().size == onePixel.size)
    }

    @Test(arguments: [-1, Double.nan, .infinity, -Double.infinity]) func invalidRadiiAreRefused(radius: Double) throws {
        try expectInvalid(.cornerRadius(radius), .cornerRadii(CornerRadii(bottomRight: radius)))
    }
}

extension PixelBuffer {
    /// The picture after half a turn.
    fileprivate var turned: PixelBuffer {
        get throws {
            let pixels = stride(from: 0, to: bytes.count, by: 4).map { Array(bytes[$0..<$0 + 4]) }
            return try PixelBuffer(size: size, bytes: pixels.reversed().flatMap { $0 })
        }
    }
}
