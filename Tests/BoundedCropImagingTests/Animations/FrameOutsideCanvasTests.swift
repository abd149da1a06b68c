import PictureSupport
import TestSupport
import Testing

@testable import BoundedCropImaging

@Suite struct FrameOutsideCanvasTests {
    private static let red: [UInt8] = [255, 0, 0, 255]
    private static let clear: [UInt8] = [0, 0, 0, 0]
    /// Clear (4), color 1 twice, clear, color 1 twice, end (5): four red pixels in codes of three bits.
    private static let fourRed: [UInt8] = [0x4C, 0x98, 0x14]

    /// Only the first frame of a GIF enlarges its canvas.
    @Test func `in a GIF shows what is inside the canvas`() throws {
        let frames = [
            BuiltGIF.frame(), BuiltGIF.frame(left: 9, top: 5), BuiltGIF.frame(left: 2, top: 1, width: 2, height: 2, codes: Self.fourRed),
            BuiltGIF.frame(left: 65_535, top: 65_535),
        ]
        let read = try ImageSource(bytes: BuiltGIF.file(width: 3, height: 2, frames: frames)).allFrames()
        #expect(read.info.size == PixelSize(width: 3, height: 2) && read.frames.count == 4)
        let first = Self.red + Array(repeating: Self.clear, count: 5).flatMap { $0 }
        #expect(read.frames[0].pixels.bytes == first && read.frames[1].pixels.bytes == first)
        let last = Self.red + Array(repeating: Self.clear, count: 4).flatMap { $0 } + Self.red
        #expect(read.frames[2].pixels.bytes == last && read.frames[3].pixels.bytes == last)
    }

    /// It would take time that the canvas does not tell.
    @Test(arguments: [(4, 1), (1, 3), (65_535, 65_535)])
    func `in a GIF is refused if it is larger than the canvas`(width: Int, height: Int) throws {
        let frames = [BuiltGIF.frame(), BuiltGIF.frame(), BuiltGIF.frame(width: width, height: height)]
        let source = try ImageSource(bytes: BuiltGIF.file(width: 3, height: 2, frames: frames))
        expectError(.malformedImage, saying: "larger than its canvas of 3x2") { _ = try source.allFrames() }
    }

    @Test(arguments: [
        PixelRect(x: 2, y: 1, width: 2, height: 1), PixelRect(x: 0, y: 2, width: 1, height: 1), PixelRect(x: 9, y: 9, width: 1, height: 1),
        PixelRect(x: 0xFFFF_FFFF, y: 0, width: 1, height: 1), PixelRect(x: 0, y: 0x8000_0000, width: 3, height: 2),
    ])
    func `in a PNG refuses the animation, but not its picture`(place: PixelRect) throws {
        let whole = PixelRect(x: 0, y: 0, width: 3, height: 2)
        let file = BuiltAPNG.file(whole.size, frames: [.init(whole, Self.red), .init(place, [0, 255, 0, 255])])
        let source = try ImageSource(bytes: file)
        expectError(.malformedImage, saying: "outside its canvas of 3x2") { _ = try source.allFrames() }
        #expect(try source.pixels() == PixelBuffer(size: whole.size, filledWith: (255, 0, 0, 255)))
    }
}
