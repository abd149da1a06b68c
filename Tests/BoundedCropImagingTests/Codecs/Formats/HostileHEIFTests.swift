import PictureSupport
import TestSupport
import Testing

@testable import BoundedCropImaging

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

    /// libde265 takes parameter sets from where the standard has none, and allocates what they say.
    @Test func ofParameterSetsAmongItsSlicesThatSayItIsHugeIsRefused() throws {
        let picture = try BuiltHEIF.picture("heic")
        func source(_ width: Int, _ height: Int) throws -> ImageSource {
            var other = picture
            other.data = try BuiltHEVC.parameterSets(width: width, height: height) + picture.data
            return try ImageSource(bytes: BuiltHEIF(brand: "heic", items: [other]).bytes)
        }
        #expect(try source(64, 64).pixels().size == PixelSize(width: 64, height: 64))
        expectError(.limitExceeded, saying: "pixels") { _ = try source(65_000, 65_000) }
        #expect(try source(8000, 8000).header.workingBytes > 8000 * 8000 * 12)
    }

    /// The limit is the user's, and says so before anything is decoded.
    @Test func whoseDecodedPixelsExceedTheLimitIsRefused() throws {
        var picture = try BuiltHEIF.picture("heic")
        picture.data = try BuiltHEVC.parameterSets(width: 10_000, height: 10_200) + picture.data
        let file = BuiltHEIF(brand: "heic", items: [picture]).bytes
        expectError(.limitExceeded, saying: "64x64 is cut from 102000000 decoded pixels, which exceed the limit of 100 MP") {
            _ = try ImageSource(bytes: file)
        }
        var options = DecodingOptions()
        options.limits.maximumPixels = 101_000_000
        #expect(try ImageSource(bytes: file, options: options).header.decodedPixels == 102_000_000)
        options.limits.maximumPixels = 100_999_999
        expectError(.limitExceeded) { _ = try ImageSource(bytes: file, options: options) }
    }

    @Test func whoseDecodedPixelsExceedTheLimitIsRefusedByAHelper() throws {
        var picture = try BuiltHEIF.picture("heic")
        picture.data = try BuiltHEVC.parameterSets(width: 4000, height: 3000) + picture.data
        var options = try HelperBook().pool().options
        options.limits.maximumPixels = 10_000_000
        expectError(.limitExceeded, saying: "64x64 is cut from 12000000 decoded pixels, which exceed the limit of 10 MP") {
            _ = try ImageSource(bytes: BuiltHEIF(brand: "heic", items: [picture]).bytes, options: options)
        }
    }

    /// The slices of a tile count too, wherever the file says they are.
    @Test func ofATileWithSuchParameterSetsIsRefused() throws {
        var tile = try BuiltHEIF.picture("heic")
        tile.data = try BuiltHEVC.parameterSets(width: 65_000, height: 65_000) + tile.data
        let grid = BuiltHEIF.grid(rows: 1, columns: 1, width: 64, height: 64)
        let file = BuiltHEIF(brand: "heic", items: [tile, grid], primary: 2, references: [(type: "dimg", from: 2, to: [1])])
        expectError(.limitExceeded, saying: "pixels") { _ = try ImageSource(bytes: file.bytes) }
    }

    /// Otherwise a list of 8 bytes for each extent would be copied as megabytes.
    @Test(arguments: ["heic", "avif"])
    func whoseItemsRepeatBytesOfTheFileIsRefused(format: String) throws {
        let picture = try BuiltHEIF.picture(format)
        var metadata = BuiltHEIF.Item(type: "Exif", data: Array(repeating: 0, count: 1000))
        metadata.repeats = 1
        let once = BuiltHEIF(brand: format, items: [picture, metadata])
        #expect(try ImageSource(bytes: once.bytes).pixels().size == Fixture.source("formats/\(format)/plain.\(format)").size)
        metadata.repeats = 2000
        let often = BuiltHEIF(brand: format, items: [picture, metadata])
        expectError(.limitExceeded, saying: "item 2 repeats") { _ = try ImageSource(bytes: often.bytes) }
        var repeated = picture
        repeated.repeats = 2000
        expectError(.limitExceeded, saying: "item 1 repeats") {
            _ = try ImageSource(bytes: BuiltHEIF(brand: format, items: [repeated]).bytes)
        }
    }

    /// Tiles of one color are often the same item, or share its bytes.
    @Test func whoseTilesAreTheSameDecodes() throws {
        let tile = try BuiltHEIF.picture("heic")
        let grid = BuiltHEIF.grid(rows: 8, columns: 8, width: 512, height: 512)
        let tiles = Array(repeating: 1, count: 64)
        let file = BuiltHEIF(brand: "heic", items: [tile, grid], primary: 2, references: [(type: "dimg", from: 2, to: tiles)])
        #expect(try ImageSource(bytes: file.bytes).pixels().size == PixelSize(width: 512, height: 512))
    }

    /// libheif ignores numbers of 3 bytes, others read them: what was checked would not be what is decoded.
    @Test(arguments: ["heic", "avif"], [0x3400, 0x4300, 0x4430, 0x4405])
    func whosePlacesHaveNumbersOfOtherSizesIsRefused(format: String, sizes: Int) throws {
        var file = try BuiltHEIF(brand: format, items: [BuiltHEIF.picture(format)]).bytes
        let place = try #require(file.firstRange(of: Array("iloc".utf8))).upperBound + 4
        #expect(Array(file[place..<(place + 2)]) == [0x44, 0])
        (file[place], file[place + 1]) = (UInt8(sizes >> 8), UInt8(sizes & 255))
        expectError(.malformedImage, saying: "sizes than 0, 4 and 8") { _ = try ImageSource(bytes: file) }
    }

    @Test func ofAV1InHEICIsRefused() throws {
        let (picture, other) = try (BuiltHEIF.picture("heic"), BuiltHEIF.picture("avif"))
        expectError(.unsupportedFormat, saying: "item 1 of the file is not HEVC") {
            _ = try ImageSource(bytes: BuiltHEIF(brand: "heic", items: [other]).bytes)
        }
        let grid = BuiltHEIF.grid(rows: 1, columns: 1, width: 40, height: 32)
        let tiled = BuiltHEIF(brand: "heic", items: [other, grid], primary: 2, references: [(type: "dimg", from: 2, to: [1])])
        expectError(.unsupportedFormat, saying: "item 1") { _ = try ImageSource(bytes: tiled.bytes) }
        let alpha = BuiltHEIF(brand: "heic", items: [picture, other], references: [(type: "auxl", from: 2, to: [1])])
        expectError(.unsupportedFormat, saying: "item 2") { _ = try ImageSource(bytes: alpha.bytes) }
    }

    /// Cameras write thumbnails as JPEG; they are not used.
    @Test(arguments: ["av01", "jpeg"])
    func ofAThumbnailOfAnotherCodingDecodesWithoutIt(type: String) throws {
        var thumbnail = try BuiltHEIF.picture("avif")
        thumbnail.type = type
        thumbnail.properties[1] = BuiltHEIF.size(32, 32)
        let items = [try BuiltHEIF.picture("heic"), thumbnail]
        let source = try ImageSource(bytes: BuiltHEIF(brand: "heic", items: items, references: [(type: "thmb", from: 2, to: [1])]).bytes)
        #expect(try source.pixels().size == PixelSize(width: 64, height: 64))
        #expect(try source.pixels(longSide: 20).size.longSide == 20)
    }

    @Test(arguments: ["heic", "avif"])
    func ofCompressedMetadataIsRefused(format: String) throws {
        let picture = try BuiltHEIF.picture(format)
        var metadata = BuiltHEIF.Item(type: "mime", data: [1, 2, 3])
        metadata.description = Array("application/rdf+xml".utf8) + [0]
        #expect(throws: Never.self) { try ImageSource(bytes: BuiltHEIF(brand: format, items: [picture, metadata]).bytes).pixels() }
        metadata.description += Array("deflate".utf8) + [0]
        expectError(.unsupportedFormat, saying: "item 2 is compressed") {
            _ = try ImageSource(bytes: BuiltHEIF(brand: format, items: [picture, metadata]).bytes)
        }
    }
}
