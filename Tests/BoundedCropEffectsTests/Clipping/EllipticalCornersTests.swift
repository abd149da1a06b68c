import BoundedCrop
import BoundedCropEffects
import Testing

@Suite(.timeLimit(.minutes(15))) struct EllipticalCornersTests {
    private let flat = PixelBuffer(size: PixelSize(width: 41, height: 30), filledWith: (200, 100, 50, 255))

    @Test func `equal radii make circles`() throws {
        let ellipse = try flat.applying([EllipticalCorners(horizontalRadius: 12, verticalRadius: 12)])
        // 64 sample points per pixel compared with exact coverage.
        #expect(ellipse.largestDifference(from: try flat.withCornerRadius(12)) <= 8)
    }

    @Test func `all four corners are equal`() throws {
        let ellipse = try flat.applying([EllipticalCorners(horizontalRadius: 100, verticalRadius: 7)])
        #expect(try ellipse.flipped(.horizontal) == ellipse)
        #expect(try ellipse.flipped(.vertical) == ellipse)
        #expect(ellipse[0, 0][3] == 0)
        #expect(ellipse[20, 0][3] > 240)
        #expect(ellipse[0, 8][3] == 255)
        #expect(ellipse.isPremultiplied)
    }

    @Test func `a radius of zero changes nothing, and an invalid one is refused`() throws {
        #expect(try flat.applying([EllipticalCorners(horizontalRadius: 0, verticalRadius: 9)]) == flat)
        expectRefusal(EllipticalCorners(horizontalRadius: -1, verticalRadius: 9), of: flat)
        expectRefusal(EllipticalCorners(horizontalRadius: 1, verticalRadius: .nan), of: flat)
    }
}
