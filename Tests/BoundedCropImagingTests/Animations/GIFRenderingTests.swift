import BoundedCropImaging
import PictureSupport
import TestSupport
import Testing

/// What the format leaves open is rendered as browsers do.
@Suite struct GIFRenderingTests {
    private static let red: [UInt8] = [255, 0, 0, 255]
    private static let black: [UInt8] = [0, 0, 0, 255]
    private static let clear: [UInt8] = [0, 0, 0, 0]

    @Test(arguments: [(1, true), (3, false), (4, false), (5, true), (6, true), (7, true)] as [(UInt8, Bool)])
    func `disposal 4 restores as 3 does, and what means nothing keeps the frame`(disposal: UInt8, isKept: Bool) throws {
        let frames = [BuiltGIF.frame(), BuiltGIF.control(disposal: disposal) + BuiltGIF.frame(left: 1), BuiltGIF.frame(left: 2)]
        let read = try ImageSource(bytes: BuiltGIF.file(width: 3, height: 1, frames: frames)).allFrames()
        #expect(read.frames[1].pixels.bytes == Self.red + Self.red + Self.clear)
        #expect(read.frames[2].pixels.bytes == Self.red + (isKept ? Self.red : Self.clear) + Self.red)
    }

    @Test(arguments: [nil, 1, 200] as [UInt8?]) func `without a palette, colors are black, and one may be transparent`(index: UInt8?) throws
    {
        let first = BuiltGIF.control(transparent: index) + BuiltGIF.frame()
        let source = try ImageSource(bytes: BuiltGIF.file(width: 1, height: 1, frames: [first, first], hasPalette: false))
        let expected = index == 1 ? Self.clear : Self.black
        #expect(try source.pixels().bytes == expected)
        #expect(try source.allFrames().frames.map(\.pixels.bytes) == [expected, expected])
    }

    /// The palette has four colors, and codes of nine bits may be of any.
    @Test(arguments: [nil, 200, 201] as [UInt8?]) func `a transparent index may lie outside of the palette`(index: UInt8?) throws {
        // Clear (256), color 200, end (257), in codes of nine bits.
        let codes: [UInt8] = [0x00, 0x91, 0x05, 0x04]
        let frame = BuiltGIF.control(transparent: index) + BuiltGIF.frame(codeBits: 8, codes: codes)
        let source = try ImageSource(bytes: BuiltGIF.file(width: 1, height: 1, frames: [BuiltGIF.frame(), frame]))
        #expect(try source.allFrames().frames[1].pixels.bytes == (index == 200 ? Self.red : Self.black))
        let alone = try ImageSource(bytes: BuiltGIF.file(width: 1, height: 1, frames: [frame]))
        #expect(try alone.pixels().bytes == (index == 200 ? Self.clear : Self.black))
    }
}
