import PictureSupport
import TestSupport
import Testing

@testable import BoundedCropImaging

@Suite struct HostileTIFFTests {
    private static func strips() throws -> [UInt8] { try Fixture.bytes("formats/tiff/strips.tif") }

    @Test func whoseDirectoriesFormALoopGivesItsFirstPage() throws {
        var file = try Self.strips()
        let directory = TIFFPatch.directory(of: file)
        TIFFPatch.set(directory, at: TIFFPatch.link(of: directory, in: file), in: &file)
        let source = try ImageSource(bytes: file)
        #expect(try source.pixels() == Fixture.source("formats/tiff/strips.tif").pixels())
        #expect(try source.pixels(longSide: 10).size.longSide == 10)
    }

    @Test(.timeLimit(.minutes(15))) func whoseReductionsFormALoopGivesItsPicture() throws {
        var file = try Fixture.bytes("formats/tiff/reductions_below.tif")
        let list = try TIFFPatch.entry(TIFFPatch.subdirectories, in: file)
        let place = TIFFPatch.number(at: list + 8, in: file)
        for index in 0..<3 { TIFFPatch.set(TIFFPatch.directory(of: file), at: place + 4 * index, in: &file) }
        let pixels = try ImageSource(bytes: file).pixels(longSide: 10)
        #expect(Set(pixels.channel(0)).count > 5)
        TIFFPatch.set(0xFFFF_FFFF, at: list + 4, in: &file)
        #expect(try ImageSource(bytes: file).pixels(longSide: 10).size.longSide == 10)
    }

    @Test(arguments: [(TIFFPatch.width, 0xFFFF_FFFF), (TIFFPatch.height, 0x7FFF_FFFF), (TIFFPatch.width, 40_000)])
    func thatSaysItIsHugeIsRefusedByItsHeader(tag: Int, value: Int) throws {
        var file = try Self.strips()
        try TIFFPatch.set(tag, to: value, in: &file)
        let error = #expect(throws: BoundedCropError.self) { try ImageSource(bytes: file) }
        #expect(error.map { [.limitExceeded, .malformedImage, .unsupportedFormat].contains($0.code) } == true)
    }

    @Test(arguments: [
        (TIFFPatch.width, 0), (TIFFPatch.height, 0), (TIFFPatch.rowsPerStrip, 0), (TIFFPatch.stripOffsets, 0xFFFF_FFF0),
        (TIFFPatch.stripLengths, 0xFFFF_FFF0),
    ])
    func withoutASenseIsRefused(tag: Int, value: Int) throws {
        var file = try Self.strips()
        try TIFFPatch.set(tag, to: value, in: &file)
        expectError(.malformedImage) { _ = try ImageSource(bytes: file).pixels() }
    }

    @Test(arguments: [1 << 31, 65_520, 0])
    func ofTilesOfAnImpossibleSizeIsRefused(width: Int) throws {
        var file = try Fixture.bytes("formats/tiff/tiles.tif")
        try TIFFPatch.set(TIFFPatch.tileWidth, to: width, in: &file)
        #expect(throws: BoundedCropError.self) { try ImageSource(bytes: file).pixels() }
    }

    @Test(arguments: [TIFFPatch.stripOffsets, TIFFPatch.stripLengths])
    func thatSaysItHasBillionsOfStripsIsReadWithThoseItNeeds(tag: Int) throws {
        var file = try Self.strips()
        let place = try TIFFPatch.entry(tag, in: file)
        TIFFPatch.set(0xFFFF_FFFF, at: place + 4, in: &file)
        #expect(try ImageSource(bytes: file).pixels() == Fixture.source("formats/tiff/strips.tif").pixels())
    }

    @Test(arguments: ["II*\0", "MM\0*", "II*\0\u{8}\0\0\0", "II+\0\u{8}\0\0\0", "II*\0\0\0\0\0", "II*\0\u{7F}\u{7F}\u{7F}\u{7F}"])
    func withoutADirectoryIsRefused(start: String) {
        expectError(.malformedImage) { _ = try ImageSource(bytes: Array(start.utf8)) }
    }
}
