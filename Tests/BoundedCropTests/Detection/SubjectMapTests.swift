import TestSupport
import Testing

@testable import BoundedCrop

/// Where the fallback expects the subject, in drawn pictures.
@Suite(.timeLimit(.minutes(15))) struct SubjectMapTests {
    private typealias Color = (red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8)

    private static let wide = PixelSize(width: 192, height: 64)
    private static let clear: Color = (0, 0, 0, 0)
    private static let sand: Color = (200, 190, 160, 255)
    private static let red: Color = (200, 30, 40, 255)

    /// A picture of one color with rectangles of other colors on it.
    private func picture(_ size: PixelSize, _ ground: Color, _ parts: [(rectangle: PixelRect, color: Color)]) throws -> PixelBuffer {
        var bytes = PixelBuffer(size: size, filledWith: ground).bytes
        for part in parts {
            let color = [part.color.red, part.color.green, part.color.blue, part.color.alpha]
            for y in part.rectangle.y..<part.rectangle.y + part.rectangle.height {
                for x in part.rectangle.x..<part.rectangle.x + part.rectangle.width {
                    for channel in 0..<4 { bytes[(y * size.width + x) * 4 + channel] = color[channel] }
                }
            }
        }
        return try PixelBuffer(size: size, bytes: bytes)
    }

    /// The window of a third of the wide picture that holds most of the map.
    private func window(_ picture: PixelBuffer) throws -> PixelRect {
        let map = try #require(try Attention.map(of: picture))
        return map.bestWindow(PixelSize(width: 64, height: 64), in: picture.size)
    }

    private func square(x: Int, y: Int) -> PixelRect { PixelRect(x: x, y: y, width: 20, height: 20) }

    @Test(arguments: [8, 50, 86, 120, 164], [6, 22, 38]) func aSpotIsFoundWhereverItIs(x: Int, y: Int) throws {
        let spot = square(x: x, y: y)
        #expect(try window(picture(Self.wide, Self.sand, [(spot, Self.red)])).rect.contains(spot.rect))
    }

    /// Of the same brightness as its ground, so that only the color differs.
    @Test(arguments: [8, 164]) func aSpotThatDiffersInColorAloneIsFound(x: Int) throws {
        let spot = square(x: x, y: 22)
        // Rec. 601: 0.299 x 100 + 0.587 x 150 + 0.114 x 100 = 129.35, and 0.299 x 220 + 0.587 x 92 + 0.114 x 84 = 129.36.
        let picture = try picture(Self.wide, (100, 150, 100, 255), [(spot, (220, 92, 84, 255))])
        #expect(try window(picture).rect.contains(spot.rect))
    }

    @Test(arguments: [8, 164]) func aSpotInAGrayPictureIsFound(x: Int) throws {
        let spot = square(x: x, y: 22)
        #expect(try window(picture(Self.wide, (90, 90, 90, 255), [(spot, (170, 170, 170, 255))])).rect.contains(spot.rect))
    }

    /// A stripe that reaches the edges is background; a smaller spot is not.
    @Test func aStripeFromEdgeToEdgeDoesNotAttract() throws {
        let stripe = PixelRect(x: 20, y: 0, width: 24, height: 64)
        let spot = square(x: 150, y: 22)
        let both = try picture(Self.wide, Self.sand, [(stripe, (20, 20, 20, 255)), (spot, Self.red)])
        #expect(try window(both).rect.contains(spot.rect))
    }

    /// A dark cut-out without a ground: what is transparent has no color to stand out from.
    @Test(arguments: [8, 86, 164]) func aCutOutIsFoundOnItsTransparentGround(x: Int) throws {
        let spot = square(x: x, y: 22)
        #expect(try window(picture(Self.wide, Self.clear, [(spot, (3, 3, 3, 255))])).rect.contains(spot.rect))
    }

    @Test func aHoleDoesNotAttract() throws {
        let spot = square(x: 150, y: 22)
        let picture = try picture(Self.wide, Self.sand, [(square(x: 20, y: 22), Self.clear), (spot, Self.red)])
        #expect(try window(picture).rect.contains(spot.rect))
    }

    @Test(arguments: [(0, 0), (128, 255), (255, 255)] as [(UInt8, UInt8)]) func nothingStandsOutInAPictureOfOneColor(
        level: UInt8,
        alpha: UInt8
    ) throws {
        #expect(try Attention.map(of: PixelBuffer(size: Self.wide, filledWith: (level, level, level, alpha))) == nil)
    }

    /// Every pixel of these lies on the edge.
    @Test(arguments: [(1, 1), (2, 1), (1, 5000), (5000, 1), (2, 2), (2, 300)]) func nothingStandsOutInAPictureThatIsAllEdge(
        width: Int,
        height: Int
    ) throws {
        let size = PixelSize(width: width, height: height)
        let half = PixelRect(x: 0, y: 0, width: max(1, width / 2), height: max(1, height / 2))
        #expect(try Attention.map(of: picture(size, Self.sand, [(half, Self.red)])) == nil)
    }

    @Test func anySizeHasAFiniteMapThatIsTheSameEveryTime() throws {
        var generator = SeededGenerator(seed: 5)
        for _ in 0..<60 {
            let size = PixelSize(width: Int.random(in: 1...40, using: &generator), height: Int.random(in: 1...40, using: &generator))
            let bytes = (0..<size.area).flatMap { _ -> [UInt8] in
                let alpha = UInt8.random(in: 0...255, using: &generator)
                return (0..<3).map { _ in UInt8.random(in: 0...alpha, using: &generator) } + [alpha]
            }
            let noise = try PixelBuffer(size: size, bytes: bytes)
            let map = try Attention.map(of: noise)
            #expect(try Attention.map(of: noise) == map)
            if let map { #expect(map.values.allSatisfy { $0.isFinite && $0 >= 0 } && map.values.contains { $0 > 0 }) }
        }
    }
}
