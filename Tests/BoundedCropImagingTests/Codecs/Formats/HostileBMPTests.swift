import BoundedCropImaging
import PictureSupport
import TestSupport
import Testing

@Suite struct HostileBMPTests {
    /// Places in the header of 40 bytes.
    private static let (pixels, width, height, bits, compression, colors) = (10, 18, 22, 28, 30, 46)

    private static func changed(_ file: String, _ changes: (place: Int, value: Int)...) throws -> [UInt8] {
        var bytes = try Fixture.bytes("formats/bmp/" + file)
        for change in changes { TIFFPatch.set(change.value, at: change.place, length: change.place == bits ? 2 : 4, in: &bytes) }
        return bytes
    }

    @Test(arguments: [(60_000, 60_000), (40_000, 1), (1, 40_000), (1, -40_000), (20_000, -20_000)])
    func thatSaysItIsHugeIsRefusedByItsHeader(width: Int, height: Int) throws {
        let file = try Self.changed("rgb24.bmp", (Self.width, width), (Self.height, height))
        expectError(.limitExceeded) { _ = try ImageSource(bytes: file) }
    }

    @Test(arguments: [(0, 5), (5, 0), (-5, 5), (Int(Int32.min), 5)])
    func withoutASizeIsRefused(width: Int, height: Int) throws {
        let file = try Self.changed("rgb24.bmp", (Self.width, width), (Self.height, height))
        expectError(.malformedImage) { _ = try ImageSource(bytes: file) }
    }

    @Test func ofAnExtremeHeightIsRefused() throws {
        let file = try Self.changed("rgb24.bmp", (Self.height, Int(Int32.min)))
        #expect(throws: BoundedCropError.self) { try ImageSource(bytes: file) }
    }

    @Test func withoutAPaletteOrPixelsIsRefused() throws {
        let inHeader = try Self.changed("palette8.bmp", (Self.pixels, 20))
        expectError(.malformedImage) { _ = try ImageSource(bytes: inHeader).pixels() }
        let beyond = try Self.changed("palette8.bmp", (Self.pixels, 0x7FFF_FFFF))
        expectError(.malformedImage) { _ = try ImageSource(bytes: beyond).pixels() }
    }

    @Test(arguments: [(0, 3), (2, 0), (64, 0), (24, 1), (24, 4), (24, 5)])
    func ofAnUnknownDepthOrCompressionIsRefused(bits: Int, compression: Int) throws {
        let file = try Self.changed("rgb24.bmp", (Self.bits, bits), (Self.compression, compression))
        #expect(throws: BoundedCropError.self) { try ImageSource(bytes: file).pixels() }
    }

    @Test func whoseRunsBeginAtTheTopIsRefused() throws {
        let file = try Self.changed("runs8.bmp", (Self.height, -23))
        expectError(.malformedImage, saying: "top") { _ = try ImageSource(bytes: file) }
    }

    /// Indices beyond the palette are black.
    @Test func withASmallerPaletteDecodes() throws {
        let file = try Self.changed("palette8.bmp", (Self.colors, 3))
        #expect(try ImageSource(bytes: file).pixels().isOpaque)
    }
}
