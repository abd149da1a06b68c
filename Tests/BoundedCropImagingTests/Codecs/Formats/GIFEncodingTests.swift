import PictureSupport
import TestSupport
import Testing

@testable import BoundedCropImaging

@Suite struct GIFEncodingTests {
    private static func colors(_ pixels: PixelBuffer) -> Set<[UInt8]> {
        Set(stride(from: 0, to: pixels.bytes.count, by: 4).map { Array(pixels.bytes[$0..<($0 + 4)]) })
    }

    @Test(arguments: [
        "formats/gif/global_palette.gif", "formats/gif/compressed_256.gif", "formats/gif/transparent.gif", "formats/gif/offset.gif",
        "formats/png/palette4.png", "formats/png/palette8.png", "edges/1x1.png",
    ])
    func ofFewColorsIsExact(file: String) throws {
        let pixels = try Fixture.source(file).pixels()
        let written = try ImageSource(bytes: pixels.blocking.encoded(as: .gif()))
        #expect(written.header.format == .gif && !written.header.isAnimated)
        #expect(try written.pixels() == pixels)
        #expect(written.header.hasAlpha == !pixels.isOpaque)
    }

    /// Programs other than browsers fill what the first frame leaves of the canvas with a color.
    @Test(arguments: [true, false]) func coversItsCanvasWithItsFirstFrameAndHasATransparentIndex(isEmpty: Bool) throws {
        var picture = PixelBuffer(size: PixelSize(width: 12, height: 10))
        if !isEmpty { for x in 4..<9 { picture.bytes.replaceSubrange((5 * 12 + x) * 4..<(5 * 12 + x) * 4 + 4, with: [200, 20, 30, 255]) } }
        let bytes = try picture.blocking.encoded(as: .gif())
        let control = try #require(bytes.indices.first { bytes[$0...].starts(with: [0x21, 0xF9, 4]) })
        #expect(bytes[control + 3] & 1 == 1, "a transparent index")
        #expect(bytes[control + 8] == 0x2C && Array(bytes[(control + 9)..<(control + 17)]) == [0, 0, 0, 0, 12, 0, 10, 0])
        #expect(try ImageSource(bytes: bytes).pixels() == picture)
    }

    @Test(arguments: [(256, 5.0), (64, 9.0), (16, 18.0)])
    func ofAPhotoIsCloseToIt(colors: Int, mean: Double) throws {
        let original = try Fixture.source("formats/obama_rgb8.png").pixels()
        let read = try ImageSource(bytes: original.blocking.encoded(as: .gif(colors: colors))).pixels()
        #expect(read.difference(from: original).mean < mean, "\(read.difference(from: original))")
        #expect(Self.colors(read).count <= colors)
        #expect(read.isOpaque)
    }

    @Test func moreColorsAreLargerAndMoreAccurate() throws {
        let original = try Fixture.source("formats/obama_rgb8.png").pixels()
        let files = try [2, 8, 32, 256].map { try original.blocking.encoded(as: .gif(colors: $0)) }
        let distances = try files.map { try ImageSource(bytes: $0).pixels().difference(from: original).mean }
        #expect(zip(files, files.dropFirst()).allSatisfy { $0.count < $1.count }, "\(files.map(\.count))")
        #expect(zip(distances, distances.dropFirst()).allSatisfy { $0 > $1 }, "\(distances)")
    }

    /// Pixels of less than half alpha become clear.
    @Test(arguments: [2, 16, 256])
    func alphaIsAllOrNothing(colors: Int) throws {
        let original = try Fixture.source("formats/obama_rgba.png").pixels()
        let written = try ImageSource(bytes: original.blocking.encoded(as: .gif(colors: colors)))
        #expect(written.header.hasAlpha)
        let read = try written.pixels()
        #expect(read.channel(3) == original.channel(3).map { $0 < 128 ? 0 : 255 })
        #expect(Self.colors(read).count <= colors)
    }

    @Test(arguments: [(1, 1), (7, 1), (1, 300), (33, 17)])
    func writesAnySides(width: Int, height: Int) throws {
        let pixels = PixelBuffer(size: PixelSize(width: width, height: height), filledWith: (200, 100, 50, 255))
        #expect(try ImageSource(bytes: pixels.blocking.encoded(as: .gif())).pixels() == pixels)
    }

    @Test func ofAnEmptyPictureIsClear() throws {
        let clear = PixelBuffer(size: PixelSize(width: 5, height: 4))
        #expect(try ImageSource(bytes: clear.blocking.encoded(as: .gif(colors: 2))).pixels() == clear)
    }

    @Test(arguments: [1, 0, -1, 257, Int.max, .min])
    func refusesColorsOutOfRange(colors: Int) {
        let pixels = PixelBuffer(size: PixelSize(width: 3, height: 2), filledWith: (9, 8, 7, 255))
        expectError(.invalidArgument, saying: "2...256") { _ = try pixels.blocking.encoded(as: .gif(colors: colors)) }
    }

    @Test(arguments: [(65_536, 1), (1, 65_536)])
    func refusesSidesBeyondTheFormatsLimit(width: Int, height: Int) {
        let pixels = PixelBuffer(size: PixelSize(width: width, height: height))
        expectError(.unsupportedFormat, saying: "65535") { _ = try pixels.blocking.encoded(as: .gif()) }
    }
}
