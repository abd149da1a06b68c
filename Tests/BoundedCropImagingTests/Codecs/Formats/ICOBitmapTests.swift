import PictureSupport
import TestSupport
import Testing

@testable import BoundedCropImaging

/// The kinds of bitmaps in icons.
@Suite struct ICOBitmapTests {
    private static let (red, green, blue, white): ([UInt8], [UInt8], [UInt8], [UInt8]) =
        ([255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255], [255, 255, 255, 255])
    private static let clear: [UInt8] = [0, 0, 0, 0]

    /// Blue and green below red and white, and a mask that hides the white one: rows from below, each padded to 4.
    private static let rows: [[UInt8]] = [[255, 0, 0, 0, 255, 0, 0, 0], [0, 0, 255, 255, 255, 255, 0, 0]]
    private static let mask: [[UInt8]] = [[0, 0, 0, 0], [0x40, 0, 0, 0]]

    /// - Parameter more: What follows the usual 40 bytes.
    private static func header(
        _ width: Int,
        _ height: Int,
        bits: Int,
        length: Int = 40,
        compression: Int = 0,
        more: [UInt8] = []
    ) -> [UInt8] {
        let start = ICOTests.long(length) + ICOTests.long(width) + ICOTests.long(height) + ICOTests.short(1) + ICOTests.short(bits)
        let usual = start + ICOTests.long(compression) + [UInt8](repeating: 0, count: 20) + more
        return usual + [UInt8](repeating: 0, count: max(0, length - usual.count))
    }

    private static func pixels(_ data: [UInt8], side: Int = 2) throws -> [[UInt8]] {
        let picture = try ImageSource(bytes: ICOTests.icon([(side, data)])).pixels()
        return stride(from: 0, to: picture.bytes.count, by: 4).map { Array(picture.bytes[$0..<$0 + 4]) }
    }

    @Test(arguments: [40, 52, 56, 64, 108, 124]) func `headers may be long`(length: Int) throws {
        let data = Self.header(2, 4, bits: 24, length: length) + (Self.rows + Self.mask).flatMap { $0 }
        #expect(try Self.pixels(data) == [Self.red, Self.clear, Self.blue, Self.green])
    }

    @Test func `headers may be those of the first versions`() throws {
        let header = ICOTests.long(12) + ICOTests.short(2) + ICOTests.short(4) + ICOTests.short(1) + ICOTests.short(24)
        #expect(try Self.pixels(header + (Self.rows + Self.mask).flatMap { $0 }) == [Self.red, Self.clear, Self.blue, Self.green])
        // One bit each, with a palette of three bytes for each color.
        let indexed = ICOTests.long(12) + ICOTests.short(2) + ICOTests.short(2) + ICOTests.short(1) + ICOTests.short(1)
        #expect(try Self.pixels(indexed + [255, 0, 0, 0, 0, 255, 0x40, 0, 0, 0, 0, 0, 0, 0]) == [Self.blue, Self.red])
    }

    @Test func `rows may begin with the top one, and so does the mask then`() throws {
        let data = Self.header(2, -4, bits: 24) + (Self.rows.reversed() + Self.mask.reversed()).flatMap { $0 }
        #expect(try Self.pixels(data) == [Self.red, Self.clear, Self.blue, Self.green])
        let alpha = Self.header(1, -4, bits: 32) + [0, 0, 255, 255, 0, 255, 0, 0] + [UInt8](repeating: 0, count: 8)
        #expect(try Self.pixels(alpha) == [Self.red, Self.clear])
    }

    /// Its entry says what the height is.
    @Test(arguments: [1, -1]) func `a bitmap may have no mask`(sign: Int) throws {
        let rows = sign < 0 ? Self.rows.reversed() : Self.rows
        let wide = rows.map { $0.prefix(6) + $0.prefix(6) + [UInt8](repeating: 0, count: 6 * 28) }
        let data = Self.header(60, 2 * sign, bits: 24) + wide.flatMap { $0 }
        let picture = try ImageSource(bytes: ICOTests.icon([(60, data)])).pixels()
        // The entry is square, so the mask counts unless it says two rows.
        #expect(picture.size == PixelSize(width: 60, height: 1))
        var file = ICOTests.icon([(60, data)])
        file[7] = 2
        let whole = try ImageSource(bytes: file).pixels()
        #expect(whole.size == PixelSize(width: 60, height: 2))
        #expect(Array(whole.bytes.prefix(8)) == Self.red + Self.white)
    }

    /// Red, green, blue and alpha in another order than usual, in a long header, and behind a short one without alpha.
    @Test func `channels may be fields of bits`() throws {
        let fields = [0xFF00_0000, 0xFF_0000, 0xFF00, 0xFF]
        let rows: [UInt8] = [128, 0, 0, 255, 0, 0, 255, 0]
        for length in [56, 108, 124] {
            let header = Self.header(2, 2, bits: 32, length: length, compression: 3, more: fields.flatMap(ICOTests.long))
            #expect(try Self.pixels(header + rows + [0, 0, 0, 0]) == [[128, 0, 0, 128], Self.clear], "\(length)")
        }
        let short = Self.header(2, 2, bits: 32, compression: 3, more: fields.prefix(3).flatMap(ICOTests.long))
        #expect(try Self.pixels(short + rows + [0x40, 0, 0, 0]) == [Self.red, Self.clear])
        let words = Self.header(2, 2, bits: 16, compression: 3, more: [0xF800, 0x7E0, 0x1F].flatMap(ICOTests.long))
        #expect(try Self.pixels(words + [0x00, 0xF8, 0xE0, 0x07, 0, 0, 0, 0]) == [Self.red, Self.green])
    }

    @Test func `an entry without a length reaches to the end`() throws {
        var file = ICOTests.icon([(2, Self.header(2, 4, bits: 24) + (Self.rows + Self.mask).flatMap { $0 })])
        file.replaceSubrange(14..<18, with: [0, 0, 0, 0])
        #expect(try ImageSource(bytes: file).pixels().bytes == (Self.red + Self.clear + Self.blue + Self.green))
    }

    /// Each says that there is more than the file holds.
    @Test(arguments: [1, 2, 3, 4, 6, 9]) func `bitmaps that end after their header are refused`(compression: Int) {
        for bits in [1, 16, 32] {
            let header = Self.header(2, 4, bits: bits, compression: compression)
            #expect(throws: BoundedCropError.self) { _ = try Self.pixels(header + [0, 0, 0, 0, 0, 0, 0]) }
        }
    }

    @Test(arguments: [1, Int(Int32.min), 0]) func `impossible heights are refused`(height: Int) {
        #expect(throws: BoundedCropError.self) { _ = try Self.pixels(Self.header(2, height, bits: 24) + Self.rows.flatMap { $0 }) }
    }
}
