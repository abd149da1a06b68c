import BoundedCrop
import Testing

@testable import BoundedCropEffects

@Suite(.timeLimit(.minutes(15))) struct ProportionateCostTests {
    @Test func `pixels are changed in place`() {
        var picture = PixelBuffer(size: PixelSize(width: 40, height: 30))
        func place() -> UnsafeMutablePointer<UInt8>? { picture.bytes.withUnsafeMutableBufferPointer { $0.baseAddress } }
        let first = place()
        picture.bytes[7] = 1
        picture.replace(Span(low: 2, high: 9), ofRow: 3, from: PixelBuffer(size: picture.size), at: (0, 0))
        #expect(place() == first)
        let copy = picture
        #expect(place() != first)
        #expect(copy == picture)
    }

    @Test func `the cost of a pattern depends on the pixels it covers, not on its tiles`() throws {
        let ground = try Pictures.flat(PixelSize(width: 1000, height: 1000))
        func checks(_ side: Int) throws -> Int {
            let tile = try Pictures.noise(side, side, opaque: false)
            let cancellation = Cancellation(raisedAtCheck: .max)
            _ = try cancellation.perform { try ground.applying([.overlay(tile, x: .repeated, y: .repeated)]) }
            return cancellation.checkCount
        }
        // One for each row of the ground, and a few more. Tiles that are drawn one by one would have one each.
        for side in [1, 7, 100] {
            let count = try checks(side)
            #expect((1000..<1200).contains(count), "\(side)")
        }
    }

    @Test(arguments: [1, 3, 7, 100])
    func `a pattern equals single tiles`(side: Int) throws {
        let (ground, tile) = (try Pictures.noise(61, 47, opaque: false), try Pictures.noise(side, side, seed: 2, opaque: false))
        var expected = ground
        for y in stride(from: 0, to: 47, by: side) {
            for x in stride(from: 0, to: 61, by: side) { try expected.draw(tile, x: x, y: y) }
        }
        #expect(try ground.applying([.overlay(tile, x: .repeated, y: .repeated)]) == expected)
    }
}
