import BoundedCropImaging
import PictureSupport
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15))) struct HostileHEIFTests {
    private static func code(_ file: [UInt8]) -> BoundedCropError.Code? {
        let error = #expect(throws: BoundedCropError.self) { try ImageSource(bytes: file).pixels() }
        return error?.code
    }

    @Test(arguments: ["heic", "avif"])
    func builtHereIsReadAsInTheFixture(format: String) throws {
        let file = try BuiltHEIF(brand: format, items: [BuiltHEIF.picture(format)])
        let pixels = try ImageSource(bytes: file.bytes).pixels()
        let difference = try pixels.difference(from: Fixture.source("formats/\(format)/plain.\(format)").pixels())
        #expect(difference.mean < 8, "\(difference)")
    }

    /// The header is enough to refuse it: each tile would be decoded on its own.
    @Test func ofTheMostTilesIsRefused() throws {
        let tile = try BuiltHEIF.picture("heic")
        let grid = BuiltHEIF.grid(rows: 256, columns: 256, width: 255 * 64, height: 257 * 64)
        let tiles = Array(repeating: 1, count: 65_535)
        let file = BuiltHEIF(brand: "heic", items: [tile, grid], primary: 2, references: [(type: "dimg", from: 2, to: tiles)])
        expectError(.limitExceeded, saying: "1024 coded") { _ = try ImageSource(bytes: file.bytes) }
    }

    @Test func ofTheMostTilesIsRefusedAsAVIF() throws {
        let tile = try BuiltHEIF.picture("avif")
        let grid = BuiltHEIF.grid(rows: 256, columns: 256, width: 255 * 40, height: 257 * 32)
        let tiles = Array(repeating: 1, count: 65_535)
        let file = BuiltHEIF(brand: "avif", items: [tile, grid], primary: 2, references: [(type: "dimg", from: 2, to: tiles)])
        #expect(Self.code(file.bytes) != nil)
    }

    @Test(arguments: ["heic", "avif"], [65_536, 0xFFFF_FFFF, 32_767, 0])
    func thatSaysItIsHugeOrEmptyIsRefused(format: String, side: Int) throws {
        var picture = try BuiltHEIF.picture(format)
        picture.properties[1] = BuiltHEIF.size(side, side)
        let file = BuiltHEIF(brand: format, items: [picture]).bytes
        #expect([.malformedImage, .limitExceeded, .unsupportedFormat].contains(try #require(Self.code(file))))
    }

    @Test(arguments: ["heic", "avif"])
    func thatIsMadeOfItselfIsRefused(format: String) throws {
        let picture = try BuiltHEIF.picture(format)
        let grid = BuiltHEIF.grid(rows: 1, columns: 1, width: 64, height: 64)
        for references in [[("dimg", 2, [2])], [("dimg", 2, [3]), ("dimg", 3, [2])]] {
            let file = BuiltHEIF(brand: format, items: [picture, grid, grid], primary: 2, references: references)
            #expect(Self.code(file.bytes) != nil)
        }
    }

    @Test(arguments: ["heic", "avif"])
    func withoutAPrimaryPictureIsRefused(format: String) throws {
        let file = BuiltHEIF(brand: format, items: [try BuiltHEIF.picture(format)], primary: 9)
        #expect(Self.code(file.bytes) == .malformedImage)
    }

    /// A thumbnail or alpha that refers to itself is none.
    @Test(arguments: ["thmb", "auxl"])
    func thatBelongsToItselfDecodesOrIsRefused(type: String) throws {
        for format in ["heic", "avif"] {
            let file = BuiltHEIF(brand: format, items: [try BuiltHEIF.picture(format)], references: [(type: type, from: 1, to: [1])])
            do {
                let source = try ImageSource(bytes: file.bytes)
                #expect(try source.pixels(longSide: 20).size.longSide == 20)
            } catch {
                #expect(error is BoundedCropError)
            }
        }
    }

    @Test(arguments: ["heic", "avif"], ["meta", "iprp", "iloc", "iinf", "mdat", "ispe", "ipma"])
    func whoseBoxesSayTheyAreHugeOrEmptyDecodesOrIsRefused(format: String, name: String) throws {
        let plain = try Fixture.bytes("formats/\(format)/plain.\(format)")
        let start = try #require(plain.firstRange(of: Array(name.utf8))).lowerBound - 4
        for length in [0xFFFF_FFFF, 0x7FFF_FFFF, 0, 1, 4, 8] {
            var file = plain
            for index in 0..<4 { file[start + index] = UInt8(truncatingIfNeeded: length >> (24 - 8 * index)) }
            do {
                #expect(try ImageSource(bytes: file).pixels().size == Fixture.source("formats/\(format)/plain.\(format)").size)
            } catch {
                #expect(error is BoundedCropError, "\(error)")
            }
        }
    }
}
