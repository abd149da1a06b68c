import BoundedCrop
import Testing

@testable import BoundedCropEffects

@Suite(.timeLimit(.minutes(15))) struct TurnTests {
    @Test(arguments: [(0.0, 0), (90, 270), (180, 180), (270, 90), (-90, 90), (360, 0), (450, 270)])
    func `quarter turns are those of rotate, which turns the other way`(degrees: Double, counterclockwise: Int) throws {
        let picture = try Pictures.noise(13, 7, opaque: false)
        #expect(try picture.applying([.turn(degrees: degrees)]) == picture.applying([.rotate(degrees: counterclockwise)]))
    }

    @Test func `the result holds the turned picture, with the color in its corners`() throws {
        let picture = try Pictures.flat(PixelSize(width: 100, height: 60))
        let turned = try picture.applying([.turn(degrees: 30, background: .red)])
        // 100 cos 30° + 60 sin 30° and 100 sin 30° + 60 cos 30°, rounded up.
        #expect(turned.size == PixelSize(width: 117, height: 102))
        #expect(Array(turned.bytes.prefix(4)) == [255, 0, 0, 255])
        let center = (turned.height / 2 * turned.width + turned.width / 2) * 4
        #expect(turned.bytes[center..<center + 4] == picture.bytes[0..<4])
    }

    @Test func `a small turn is clockwise`() throws {
        // The right half is white: turned clockwise, its top moves to the right and its bottom to the left.
        let picture = try PixelBuffer.drawn(41, 41) { x, _ in x > 20 ? 255 : 0 }
        let turned = try picture.applying([.turn(degrees: 20, background: .black)])
        func firstWhite(_ row: Int) -> Int? { (0..<turned.width).first { turned.bytes[(row * turned.width + $0) * 4] > 200 } }
        let (top, bottom) = (try #require(firstWhite(turned.height / 4)), try #require(firstWhite(turned.height * 3 / 4)))
        #expect(top > bottom)
    }

    @Test func `without a color the corners are transparent, and colors stay within alpha`() throws {
        let turned = try Pictures.noise(50, 31, opaque: false).applying([.turn(degrees: 77)])
        #expect(turned.bytes[3] == 0)
        #expect(turned.isPremultiplied)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity]) func `angles that are no numbers are refused`(degrees: Double) throws {
        let picture = try Pictures.noise(3, 3)
        #expect(throws: BoundedCropError.self) { try picture.applying([.turn(degrees: degrees)]) }
    }

    @Test func `a turn back and forth shows the same picture`() throws {
        let picture = try Pictures.flat(PixelSize(width: 64, height: 48))
        let there = try picture.applying([.turn(degrees: 12.5, background: .white)])
        let back = try there.applying([.turn(degrees: -12.5, background: .white)])
        let center = (back.height / 2 * back.width + back.width / 2) * 4
        #expect(back.bytes[center..<center + 4] == picture.bytes[0..<4])
    }
}

extension PixelBuffer {
    fileprivate static func drawn(_ width: Int, _ height: Int, _ level: (Int, Int) -> UInt8) throws -> PixelBuffer {
        var bytes: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width { bytes += [level(x, y), level(x, y), level(x, y), 255] }
        }
        return try PixelBuffer(size: PixelSize(width: width, height: height), bytes: bytes)
    }
}
