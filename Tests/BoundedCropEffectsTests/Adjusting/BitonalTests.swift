import BoundedCrop
import Testing

@testable import BoundedCropEffects

@Suite(.timeLimit(.minutes(15))) struct BitonalTests {
    @Test func `pixels are black below the threshold and white from it on`() throws {
        let bytes = (0...255).flatMap { level -> [UInt8] in [UInt8(level), UInt8(level), UInt8(level), 255] }
        let ramp = try PixelBuffer(size: PixelSize(width: 256, height: 1), bytes: bytes)
        for threshold in [0, 1, 128, 255] {
            let result = try ramp.applying([.bitonal(threshold: threshold)])
            for level in 0...255 { #expect(result.bytes[level * 4] == (level >= threshold ? 255 : 0)) }
        }
    }

    @Test func `translucent pixels are judged by their own color, and stay translucent`() throws {
        // White and dark gray at half opacity.
        let picture = try PixelBuffer(size: PixelSize(width: 2, height: 1), bytes: [128, 128, 128, 128, 30, 30, 30, 128])
        #expect(try picture.applying([.bitonal()]).bytes == [128, 128, 128, 128, 0, 0, 0, 128])
    }

    @Test(arguments: [-1, 256, Int.min, .max]) func `other thresholds are refused`(threshold: Int) throws {
        let picture = try Pictures.noise(3, 3)
        #expect(throws: BoundedCropError.self) { try picture.applying([.bitonal(threshold: threshold)]) }
    }

    @Test func `squares have the average color of their pixels`() throws {
        let bytes = (0..<16).flatMap { index -> [UInt8] in [UInt8(index * 10), 0, 0, 255] }
        let picture = try PixelBuffer(size: PixelSize(width: 4, height: 4), bytes: bytes)
        let result = try picture.applying([.pixelate(side: 2)])
        // The averages of 0, 10, 40, 50 and of the other three squares.
        #expect([0, 2, 8, 10].map { result.bytes[$0 * 4] } == [25, 45, 105, 125])
        #expect(result.bytes[0] == result.bytes[4] && result.bytes[0] == result.bytes[5 * 4])
        #expect(try picture.applying([.pixelate(side: 1)]) == picture)
        #expect(try picture.applying([.pixelate(side: .max)]).bytes[0] == 75)
        for side in [0, -1, Int.min] { #expect(throws: BoundedCropError.self) { try picture.applying([.pixelate(side: side)]) } }
    }
}
