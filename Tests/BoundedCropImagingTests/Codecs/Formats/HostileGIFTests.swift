import BoundedCropImaging
import PictureSupport
import TestSupport
import Testing

@Suite struct HostileGIFTests {
    private let red = PixelBuffer(size: PixelSize(width: 1, height: 1), filledWith: (255, 0, 0, 255))

    /// Only the first frame is read, and whether there is a second.
    @Test(.timeLimit(.minutes(15))) func ofAHundredThousandFramesGivesTheFirst() throws {
        let file = BuiltGIF.file(width: 1, height: 1, frames: Array(repeating: BuiltGIF.frame(), count: 100_000))
        let source = try ImageSource(bytes: file)
        #expect(source.header.isAnimated)
        #expect(try source.pixels() == red)
        #expect(try !ImageSource(bytes: BuiltGIF.file(width: 1, height: 1, frames: [BuiltGIF.frame()])).header.isAnimated)
    }

    @Test func whoseFrameLiesOutsideItsCanvasIsEnlarged() throws {
        let source = try ImageSource(bytes: BuiltGIF.file(width: 3, height: 2, frames: [BuiltGIF.frame(left: 9, top: 5)]))
        #expect(source.size == PixelSize(width: 10, height: 6) && source.header.hasAlpha)
        let pixels = try source.pixels()
        #expect(try pixels.cut(PixelRect(x: 9, y: 5, width: 1, height: 1)) == red)
        #expect(pixels.bytes.filter { $0 != 0 } == [255, 255])
    }

    @Test(arguments: [(65_535, 65_535, 1, 1), (0, 0, 65_535, 65_535)])
    func ofAHugeCanvasIsRefusedByItsHeader(left: Int, top: Int, width: Int, height: Int) {
        let frame = BuiltGIF.frame(left: left, top: top, width: width, height: height)
        expectError(.limitExceeded) { _ = try ImageSource(bytes: BuiltGIF.file(width: 1, height: 1, frames: [frame])) }
    }

    @Test(arguments: [
        BuiltGIF.file(width: 1, height: 1, frames: []),
        BuiltGIF.file(width: 1, height: 1, frames: [BuiltGIF.frame(width: 0)]),
        BuiltGIF.file(width: 1, height: 1, frames: [BuiltGIF.frame(codeBits: 0)]),
        BuiltGIF.file(width: 1, height: 1, frames: [BuiltGIF.frame(codeBits: 12)]),
        BuiltGIF.file(width: 1, height: 1, frames: [BuiltGIF.frame(codes: [])]), Array("GIF89a".utf8),
        // Color 1 as the only code, then the end, in a frame of 100 by 100 pixels; and a code that is not yet in the table.
        BuiltGIF.file(width: 100, height: 100, frames: [BuiltGIF.frame(width: 100, height: 100)]),
        BuiltGIF.file(width: 2, height: 2, frames: [BuiltGIF.frame(width: 2, height: 2, codes: [0b1111_1100, 0b1])]),
    ])
    func thatIsDamagedIsRefused(file: [UInt8]) {
        expectError(.malformedImage) { _ = try ImageSource(bytes: file).pixels() }
    }

    /// The rest is clear; without one whole row there is no picture.
    @Test(arguments: [(1, true), (2, false)]) func ofOnePixelOfManyGivesItsRowIfDamageIsAllowed(width: Int, hasRow: Bool) throws {
        let file = BuiltGIF.file(width: width, height: 100, frames: [BuiltGIF.frame(width: width, height: 100)])
        let source = try ImageSource(bytes: file, options: TruncatedFileTests.options)
        if hasRow {
            #expect(try source.pixels().bytes == [255, 0, 0, 255] + [UInt8](repeating: 0, count: 396))
        } else {
            expectError(.malformedImage, saying: "row 0") { _ = try source.pixels() }
        }
    }
}
