import PictureSupport
import TestSupport
import Testing

@testable import BoundedCropImaging

@Suite(.timeLimit(.minutes(10))) struct JPEG2000Tests {
    private static func pixels(_ bytes: [UInt8]) throws -> PixelBuffer { try ImageSource(bytes: bytes).pixels() }
    private static func stream(_ name: String) throws -> [UInt8] { try Fixture.bytes("formats/jp2/\(name).j2k") }

    /// The channels of the fixtures' pixels, as their script makes them.
    private static func channels(_ x: Int, _ y: Int) -> [UInt8] {
        [UInt8(x * 6), UInt8(y * 10), UInt8((x / 8 + y / 8) % 2 * 200), UInt8(255 - x * 5)]
    }

    private static func picture(_ pixel: ([UInt8]) -> [UInt8]) throws -> PixelBuffer {
        let bytes = (0..<24).flatMap { y in (0..<40).flatMap { x in pixel(channels(x, y)) } }
        return try PixelBuffer(size: PixelSize(width: 40, height: 24), bytes: bytes)
    }

    private static let rgb = Result { try picture { [$0[0], $0[1], $0[2], 255] } }
    private static let gray = Result { try picture { [$0[0], $0[0], $0[0], 255] } }

    /// Straight colors with alpha, premultiplied.
    private static func weighed(_ color: [UInt8], _ alpha: UInt8) -> [UInt8] {
        color.map { UInt8((Int($0) * Int(alpha) * 2 + 255) / 510) } + [alpha]
    }

    // MARK: Codestreams

    @Test("lossless codestreams are exact, also in tiles at an odd place and with 16 bits")
    func lossless() throws {
        #expect(try Self.pixels(Self.stream("rgb")) == Self.rgb.get())
        #expect(try Self.pixels(Self.stream("tiles")) == Self.rgb.get())
        #expect(try Self.pixels(Self.stream("gray")) == Self.gray.get())
        #expect(try Self.pixels(Self.stream("bits_16")) == Self.gray.get())
    }

    @Test("lossy pictures and subsampled colors are close", arguments: [("lossy", 1.0), ("ycc_420", 3.0)])
    func lossy(name: String, mean: Double) throws {
        let difference = try Self.pixels(Self.stream(name)).difference(from: Self.rgb.get())
        #expect(difference.mean < mean, "\(difference)")
    }

    @Test("a part is as in the whole", arguments: ["rgb", "tiles", "lossy", "ycc_420", "four"])
    func parts(name: String) throws {
        let source = try ImageSource(bytes: Self.stream(name))
        let whole = try source.pixels()
        var generator = SeededGenerator(seed: 3)
        for rectangle in (0..<20).map({ _ in generator.rectangle(inside: source.size) }) {
            let difference = try source.pixels(of: rectangle, scaledTo: rectangle.size).difference(from: whole.cut(rectangle))
            #expect(difference.largest <= 1, "\(rectangle) \(difference)")
        }
    }

    @Test(
        "a small copy is decoded at a smaller resolution, and close to the shrunk whole",
        arguments: [("jp2/rgb.j2k", 16.0), ("jp2/lossy.j2k", 19.0), ("obama.jp2", 10.0)]
    )
    func smaller(file: String, mean: Double) throws {
        let source = try Fixture.source("formats/" + file)
        #expect(RegionDecoder(source: source, upright: source.size.bounds, scale: 7.9).shrink == 4)
        let small = PixelSize(width: source.size.width / 4, height: source.size.height / 4)
        let difference = try source.pixels(of: PixelRect(all: source.size), scaledTo: small)
            .difference(from: source.pixels().resized(to: small))
        #expect(difference.mean < mean, "\(difference)")
    }

    @Test("a photo is close to its PNG")
    func photo() throws {
        let photo = try Fixture.source("formats/obama.jp2").pixels()
        let difference = try photo.difference(from: Fixture.source("formats/obama_rgb8.png").pixels())
        #expect(difference.mean < 6, "\(difference)")
    }

    // MARK: Boxes

    @Test("components are what the boxes say")
    func meanings() throws {
        let (rgb, gray, four) = try (Self.stream("rgb"), Self.stream("gray"), Self.stream("four"))
        #expect(try Self.pixels(BuiltJP2.file([BuiltJP2.colors(16)], rgb)) == Self.rgb.get())
        let reversed = BuiltJP2.definitions([(0, 0, 3), (1, 0, 2), (2, 0, 1)])
        #expect(try Self.pixels(BuiltJP2.file([BuiltJP2.colors(16), reversed], rgb)) == Self.picture { [$0[2], $0[1], $0[0], 255] })
        #expect(try Self.pixels(BuiltJP2.file([BuiltJP2.colors(17)], gray)) == Self.gray.get())
        let straight = try Self.picture { Self.weighed(Array($0[0..<3]), $0[3]) }
        for meaning in [[], [BuiltJP2.definitions([(0, 0, 1), (1, 0, 2), (2, 0, 3), (3, 1, 0)])]] {
            let source = try ImageSource(bytes: BuiltJP2.file([BuiltJP2.colors(16)] + meaning, four))
            #expect(try source.header.hasAlpha && source.pixels() == straight)
        }
        let other = BuiltJP2.definitions([(0, 0, 1), (1, 0, 2), (2, 0, 3), (3, 65_535, 65_535)])
        #expect(try Self.pixels(BuiltJP2.file([BuiltJP2.colors(16), other], four)) == Self.rgb.get())
        let ink = try Self.pixels(BuiltJP2.file([BuiltJP2.colors(12)], four))
        #expect(ink.bytes[0..<4] == [0, 0, 0, 255] && ink.isOpaque)
    }

    @Test("luma and chroma, and Lab, become colors")
    func otherSpaces() throws {
        let rgb = try Self.stream("rgb")
        // Where x is 21 and y 13, the components are 126, 130 and 200.
        func pixel(_ file: [UInt8]) throws -> [UInt8] { Array(try Self.pixels(file).bytes[(13 * 40 + 21) * 4..<(13 * 40 + 21) * 4 + 4]) }
        let components = Self.channels(21, 13)
        #expect(components[0..<3] == [126, 130, 200])
        #expect(try pixel(BuiltJP2.file([BuiltJP2.colors(18)], rgb)) == [227, 74, 130, 255])
        // L 49.4, a 1.3, b 81.6: a dark yellow.
        let lab = try pixel(BuiltJP2.file([BuiltJP2.colors(14)], rgb))
        #expect((115...145).contains(lab[0]) && (105...130).contains(lab[1]) && lab[2] < 20, "\(lab)")
    }

    @Test("a palette's colors are those of the indexes, and alpha may be one of its columns")
    func palettes() throws {
        let gray = try Self.stream("gray")
        let colors = (0...255).map { (index: Int) -> [UInt8] in [UInt8(index / 2), UInt8(255 - index), 9, UInt8(255 - index)] }
        let opaque = [BuiltJP2.colors(16), BuiltJP2.palette(colors), BuiltJP2.mapping(columns: [1, 0, 2])]
        let file = BuiltJP2.file(opaque, gray)
        let shown = try Self.picture { pixel -> [UInt8] in [255 - pixel[0], pixel[0] / 2, 9, 255] }
        #expect(try Self.pixels(file) == shown)
        // Averages of indexes would be other colors.
        let small = PixelSize(width: 10, height: 6)
        let shrunk = try ImageSource(bytes: file).pixels(of: PixelRect(x: 0, y: 0, width: 40, height: 24), scaledTo: small)
        #expect(try shrunk.difference(from: Self.pixels(file).resized(to: small)).largest <= 1)
        let clear = [BuiltJP2.mapping(columns: [0, 1, 2, 3]), BuiltJP2.definitions([(0, 0, 1), (1, 0, 2), (2, 0, 3), (3, 1, 0)])]
        let source = try ImageSource(bytes: BuiltJP2.file([BuiltJP2.colors(16), BuiltJP2.palette(colors)] + clear, gray))
        let expected = try Self.picture { pixel in
            let index = pixel[0]
            let color: [UInt8] = [index / 2, 255 - index, 9]
            return Self.weighed(color, 255 - index)
        }
        #expect(try source.header.hasAlpha && source.pixels() == expected)
    }

    @Test("EXIF, XMP and the profile are read, and EXIF turns the picture")
    func metadata() throws {
        let tagged = try Fixture.source("formats/tiff/metadata.tif").metadata
        let (exif, xmp) = (try #require(tagged.exif), try #require(tagged.xmp))
        let profile = try #require(Fixture.source("formats/jxl/icc.jxl", FormatMetadataTests.keeping).metadata.iccProfile)
        let packet: [UInt8] = [0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF, 0xAC]
        let tags = BuiltJP2.tag(Array("JpgTiffExif->JP2".utf8), exif) + BuiltJP2.tag(packet, xmp)
        let source = try ImageSource(bytes: BuiltJP2.file([BuiltJP2.profile(profile)], Self.stream("rgb"), after: tags))
        #expect(source.metadata.exif == exif && source.metadata.xmp == xmp && source.metadata.iccProfile == profile)
        #expect(source.header.orientation == tagged.orientation)
        // With this profile red is green, and green is red.
        let stored = try #require(Self.rgb.get().bytes.first)
        #expect(stored == 0)
        let plain = try ImageSource(bytes: BuiltJP2.file([BuiltJP2.profile(profile)], Self.stream("rgb"))).pixels()
        #expect(try plain.difference(from: Self.picture { [$0[1], $0[0], $0[2], 255] }).largest <= 2)
    }

    // MARK: Damage and limits

    @Test("boxes that are wrong are refused with the reason")
    func wrongBoxes() throws {
        let (rgb, gray) = try (Self.stream("rgb"), Self.stream("gray"))
        let palette = BuiltJP2.palette([[1, 2, 3], [4, 5, 6]])
        let files: [([UInt8], String)] = [
            (BuiltJP2.file(width: 50_000, height: 50_000, [], rgb), "its picture is 50000x50000, and the codestream that it is 40x24"),
            (BuiltJP2.file([palette, BuiltJP2.mapping(component: 900, columns: [0, 1, 2])], gray), "component 900, and there are 1"),
            (BuiltJP2.file([palette, BuiltJP2.mapping(columns: [0, 1, 3])], gray), "column 3 of the palette, and there are 3"),
            (BuiltJP2.file([palette, BuiltJP2.mapping(columns: [0, 1, 2])], gray), "of a palette of 2"),
            (BuiltJP2.file([palette], gray), "and there are 0"),
            (BuiltJP2.file([BuiltJP2.box("pclr", [1, 0, 3, 7, 7, 7, 1, 2])], gray), "says that it has 256 colors, and there are 0"),
            (BuiltJP2.file([BuiltJP2.definitions([(0, 0, 1), (7, 0, 2)])], rgb), "color 2 is channel 7, and there are 3"),
            (BuiltJP2.file([BuiltJP2.definitions([(9, 1, 0)])], rgb), "alpha is channel 9, and there are 3"),
            (Array(BuiltJP2.file([], []).dropLast(8)), "no codestream"),
            (BuiltJP2.file([], [1, 2, 3, 4]), "does not start with its size"),
        ]
        for (file, reason) in files { expectError(.malformedImage, saying: reason) { _ = try Self.pixels(file) } }
    }

    @Test("headers that ask for too much are refused before anything is decoded")
    func excessive() throws {
        func header(_ bytes: [UInt8], _ code: BoundedCropError.Code, _ reason: String) {
            expectError(code, saying: reason) { _ = try ImageSource(bytes: bytes) }
        }
        header(BuiltJP2.header(width: 65_535, height: 65_535), .limitExceeded, "65535x65535 exceeds")
        header(BuiltJP2.header(width: 8000, height: 8000, tile: 1), .malformedImage, "64000000 tiles of 1x1")
        header(BuiltJP2.header(width: 100, height: 100, place: 4_000_000_000), .unsupportedFormat, "corner is at 4000000000,4000000000")
        header(BuiltJP2.header(width: 5000, height: 5000, blockExponents: 0), .limitExceeded, "blocks of tiles, take more than")
        let precincts = BuiltJP2.header(width: 5000, height: 5000, levels: 1, precincts: [0, 0x11])
        header(precincts, .limitExceeded, "blocks of tiles, take more than")
        header(BuiltJP2.header(width: 255, height: 255, tile: 1, components: 16_000), .limitExceeded, "65025 tiles with 16000 components")
        header(BuiltJP2.header(width: 9, height: 9, bits: 38), .unsupportedFormat, "38 bits")
        header(BuiltJP2.header(width: 9, height: 9, levels: 33), .malformedImage, "33 levels")
        header(BuiltJP2.header(width: 9, height: 9, blockExponents: 9), .malformedImage, "blocks of 2^11 x 2^11")
    }

    @Test("a file that is cut anywhere is an error, or coarse if damage is allowed")
    func truncated() throws {
        let bytes = try Fixture.bytes("formats/obama.jp2")
        let whole = try Self.pixels(bytes)
        let half = Array(bytes.prefix(bytes.count / 2))
        expectError(.malformedImage, saying: "the file is truncated: part 1 of its tiles says that it has") { _ = try Self.pixels(half) }
        let difference = try ImageSource(bytes: half, options: TruncatedFileTests.options).pixels().difference(from: whole)
        #expect(difference.mean > 0.1 && difference.mean < 40, "\(difference)")
        for name in ["rgb", "tiles", "four"] {
            let stream = try Self.stream(name)
            for length in stride(from: 1, to: stream.count - 2, by: 37) {
                let file = Array(stream.prefix(length))
                #expect(throws: BoundedCropError.self, "\(name) \(length)") { try Self.pixels(file) }
                _ = try? ImageSource(bytes: file, options: TruncatedFileTests.options).pixels()
            }
        }
    }

    @Test("changed bytes do no harm", arguments: ["jp2/rgb.j2k", "jp2/tiles.j2k", "jp2/four.j2k", "jp2/ycc_420.j2k", "obama.jp2"])
    func changed(file: String) throws {
        let bytes = try Fixture.bytes("formats/" + file)
        var generator = SeededGenerator(seed: 11)
        for round in 0..<60 {
            var damaged = bytes
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                damaged[Int.random(in: 0..<damaged.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
            do {
                let options = round.isMultiple(of: 2) ? TruncatedFileTests.options : DecodingOptions()
                _ = try ImageSource(bytes: damaged, options: options).pixels(longSide: 10)
            } catch {
                #expect(error is BoundedCropError, "\(error)")
            }
        }
    }

    // MARK: Files of others

    private static let valid = Result { try SharedFormat.all(in: "jp2").filter { $0.kind == "valid" } }
    private static let others = Result { try SharedFormat.all(in: "jp2").filter { $0.kind != "valid" } }

    @Test(
        "files of others are as their reference",
        .enabled(if: SharedFormat.areThere, "../shared/formats is missing"),
        arguments: try valid.get()
    )
    func shared(file: SharedFormat) throws {
        let source = try ImageSource(bytes: file.bytes())
        #expect(source.size.width == file.width && source.size.height == file.height && source.header.hasAlpha == file.alpha)
        #expect((file.distance(of: try source.pixels()) ?? 0) <= 1)
    }

    /// OpenJPEG's own program does not show some that only have an unusual form.
    @Test(
        "damaged and hostile files are refused with a reason, or are pictures",
        .enabled(if: SharedFormat.areThere, "../shared/formats is missing"),
        arguments: try others.get()
    )
    func hostile(file: SharedFormat) throws {
        do {
            _ = try Self.pixels(file.bytes())
            #expect(file.kind != "hostile")
        } catch let error as BoundedCropError {
            #expect(error.message.count > 20, "\(error)")
            #expect([.malformedImage, .limitExceeded, .unsupportedFormat].contains(error.code), "\(error)")
        }
    }

    @Test(
        "damaged blocks of High Throughput end a process of their own",
        .enabled(if: SharedFormat.areThere, "../shared/formats is missing")
    )
    func fragile() throws {
        var options = DecodingOptions()
        options.fragileDecoders = LateDecoders(DecoderPool.Settings(program: try BuiltProgram.rogueDecoder(), limits: options.limits))
        var bytes = try #require(SharedFormat.all(in: "jp2").first { $0.file.hasSuffix("pub_byte.jph") }).bytes()
        let whole = try ImageSource(bytes: bytes, options: options)
        #expect(whole.isolation != nil)
        #expect(try whole.pixels() == Self.pixels(bytes))
        // OpenJPEG 2.5.0 aborts at this byte of a block; later versions report it.
        bytes[658] = 0xFF
        #expect(throws: BoundedCropError.self) { _ = try ImageSource(bytes: bytes, options: options).pixels() }
        #expect(try ImageSource(bytes: Self.stream("gray"), options: options).isolation == nil)
    }
}
