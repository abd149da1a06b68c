import Testing

@testable import BoundedCropImaging

@Suite struct OrientationTests {
    static let stored = PixelSize(width: 5, height: 3)

    /// The stored position of an upright pixel, after the figure in EXIF 2.32, 4.6.5.1.1, which shows row 0 and column 0 of the stored
    /// picture.
    private static func origin(x: Int, y: Int, _ orientation: ImageOrientation) -> (x: Int, y: Int) {
        let (right, bottom) = (stored.width - 1, stored.height - 1)
        return switch orientation {
        case .up: (x, y)
        case .upMirrored: (right - x, y)
        case .down: (right - x, bottom - y)
        case .downMirrored: (x, bottom - y)
        case .leftMirrored: (y, x)
        case .right: (y, bottom - x)
        case .rightMirrored: (right - y, bottom - x)
        case .left: (right - y, x)
        }
    }

    @Test(arguments: ImageOrientation.allCases)
    func movesEveryPixelToItsPosition(orientation: ImageOrientation) throws {
        let luma = try LumaPlane(size: Self.stored, bytes: Array(0..<15))
        let color = try PixelBuffer(size: Self.stored, bytes: (0..<15).flatMap { [$0, $0 + 20, $0 + 40, 200] })
        let upright = orientation.upright(Self.stored)
        var expected: [UInt8] = []
        for y in 0..<upright.height {
            for x in 0..<upright.width {
                let origin = Self.origin(x: x, y: y, orientation)
                expected.append(UInt8(origin.y * Self.stored.width + origin.x))
            }
        }
        #expect(try luma.oriented(orientation) == LumaPlane(size: upright, bytes: expected))
        #expect(try color.oriented(orientation) == PixelBuffer(size: upright, bytes: expected.flatMap { [$0, $0 + 20, $0 + 40, 200] }))
    }

    /// When its memory is reused, a picture is turned in bands of 32,768 pixels, from both ends.
    @Test(arguments: ImageOrientation.allCases, [(1, 1), (5, 3), (4, 2), (2, 33_001), (3, 22_000), (32_769, 3), (200, 329)])
    func turningInPlaceGivesTheSameResult(orientation: ImageOrientation, sides: (width: Int, height: Int)) throws {
        let size = PixelSize(width: sides.width, height: sides.height)
        let stored = try PixelBuffer(size: size, bytes: (0..<size.area * 4).map { UInt8(truncatingIfNeeded: $0 % 251) })
        var turned = stored
        try turned.orient(orientation)
        #expect(try turned == stored.oriented(orientation))
        #expect((turned == stored) == (orientation == .up || size.area == 1))
    }

    @Test func aQuarterTurnNeedsSeparateMemory() throws {
        var bytes = [UInt8](repeating: 7, count: 6)
        try bytes.withUnsafeMutableBufferPointer { bytes in
            let start = try #require(bytes.baseAddress)
            for orientation in [ImageOrientation.leftMirrored, .right, .rightMirrored, .left] {
                #expect(throws: BoundedCropError.self) {
                    try Resampling.orient(start, PixelSize(width: 3, height: 2), channels: 1, orientation, into: start)
                }
            }
        }
    }

    @Test(arguments: ImageOrientation.allCases)
    func mapsUprightRectanglesToStoredOnes(orientation: ImageOrientation) throws {
        let luma = try LumaPlane(size: Self.stored, bytes: Array(0..<15))
        let whole = try luma.oriented(orientation)
        for y in 0..<whole.height {
            for x in 0..<whole.width {
                for size in [PixelSize(width: 1, height: 1), PixelSize(width: 2, height: 3)]
                where x + size.width <= whole.width && y + size.height <= whole.height {
                    let rect = Rect(x: Double(x), y: Double(y), width: Double(size.width), height: Double(size.height))
                    let place = orientation.stored(rect, inUpright: whole.size)
                    let cut = try luma.resampled(place, to: orientation.upright(size)).oriented(orientation)
                    #expect(try cut == whole.resampled(rect, to: size))
                }
            }
        }
    }

    @Test(arguments: ImageOrientation.allCases)
    func keepsFractionalCoordinates(orientation: ImageOrientation) {
        let rect = Rect(x: 0.25, y: 0.5, width: 1.5, height: 0.75)
        let place = orientation.stored(rect, inUpright: orientation.upright(Self.stored))
        #expect(Self.stored.bounds.contains(place))
        #expect(place.area == rect.area)
    }

    @Test func swapsSidesFromFiveOn() {
        #expect(ImageOrientation.allCases.map(\.rawValue) == Array(1...8))
        #expect(ImageOrientation.allCases.filter(\.swapsSides).map(\.rawValue) == [5, 6, 7, 8])
        #expect(ImageOrientation(rawValue: 0) == nil)
        #expect(ImageOrientation(rawValue: 9) == nil)
    }
}
