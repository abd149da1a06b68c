import PictureSupport
import TestSupport
import Testing

@testable import BoundedCropImaging

@Suite(.timeLimit(.minutes(10))) struct ICOTests {
    // MARK: Made icons

    static func short(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8 & 255)] }
    static func long(_ value: Int) -> [UInt8] { short(value & 65_535) + short(value >> 16 & 65_535) }

    /// - Parameter pictures: The data of each, with what the list says of its side.
    static func icon(_ pictures: [(side: Int, data: [UInt8])], kind: Int = 1) -> [UInt8] {
        var (list, data): ([UInt8], [UInt8]) = ([], [])
        for picture in pictures {
            let start = 6 + pictures.count * 16 + data.count
            let side = UInt8(picture.side & 255)
            list += [side, side, 0, 0] + short(1) + short(32) + long(picture.data.count) + long(start)
            data += picture.data
        }
        return short(0) + short(kind) + short(pictures.count) + list + data
    }

    /// - Parameters:
    ///   - rows: Bytes from the bottom row up, each padded to 4.
    ///   - mask: The same.
    private static func bitmap(_ width: Int, _ height: Int, bits: Int, palette: [[UInt8]] = [], rows: [[UInt8]], mask: [[UInt8]]) -> [UInt8]
    {
        func padded(_ row: [UInt8]) -> [UInt8] { row + [UInt8](repeating: 0, count: (4 - row.count % 4) % 4) }
        let numbers = long(40) + long(width) + long(height * 2) + short(1) + short(bits)
        let header = numbers + [UInt8](repeating: 0, count: 16) + long(palette.count) + long(0)
        return header + palette.flatMap { $0 + [0] } + rows.flatMap(padded) + mask.flatMap(padded)
    }

    private static func png(_ side: Int, level: UInt8 = 255) throws -> [UInt8] {
        let size = PixelSize(width: side, height: side)
        return try PixelBuffer(size: size, filledWith: (level, level, level, 255)).blocking.encoded(as: .png())
    }

    private static func pixels(_ file: [UInt8]) throws -> PixelBuffer { try ImageSource(bytes: file).pixels() }

    private func pixel(_ picture: PixelBuffer, _ x: Int, _ y: Int) -> [UInt8] {
        let start = (y * picture.width + x) * 4
        return Array(picture.bytes[start..<start + 4])
    }

    @Test(arguments: [1, 2]) func `the largest picture is the icon's, whatever the list says of it`(kind: Int) throws {
        let small = try Self.png(16, level: 0)
        let file = Self.icon([(256, small), (16, try Self.png(48)), (32, try Self.png(20, level: 0))], kind: kind)
        let source = try ImageSource(bytes: file)
        #expect(source.header.format == .ico && source.size == PixelSize(width: 48, height: 48))
        #expect(try pixel(source.pixels(), 20, 20) == [255, 255, 255, 255])
    }

    @Test func `a mask makes pixels transparent`() throws {
        // Blue and green below red and white; the mask hides the white one.
        let data = Self.bitmap(2, 2, bits: 24, rows: [[255, 0, 0, 0, 255, 0], [0, 0, 255, 255, 255, 255]], mask: [[0], [0x40]])
        let picture = try Self.pixels(Self.icon([(2, data)]))
        #expect(pixel(picture, 0, 0) == [255, 0, 0, 255] && pixel(picture, 1, 0) == [0, 0, 0, 0])
        #expect(pixel(picture, 0, 1) == [0, 0, 255, 255] && pixel(picture, 1, 1) == [0, 255, 0, 255])
    }

    @Test func `an alpha of 32 bits counts, unless there is none at all`() throws {
        let shown = Self.bitmap(2, 1, bits: 32, rows: [[0, 0, 255, 128, 0, 255, 0, 0]], mask: [[0xC0]])
        let picture = try Self.pixels(Self.icon([(2, shown)]))
        #expect(pixel(picture, 0, 0) == [128, 0, 0, 128] && pixel(picture, 1, 0) == [0, 0, 0, 0])
        let opaque = Self.bitmap(2, 1, bits: 32, rows: [[0, 0, 255, 0, 0, 255, 0, 0]], mask: [[0x40]])
        let other = try Self.pixels(Self.icon([(2, opaque)]))
        #expect(pixel(other, 0, 0) == [255, 0, 0, 255] && pixel(other, 1, 0) == [0, 0, 0, 0])
    }

    @Test(arguments: [1, 4, 8]) func `indices of a palette are colors`(bits: Int) throws {
        let palette: [[UInt8]] = [[0, 0, 0], [30, 20, 10]]
        let row: [UInt8] = bits == 1 ? [0x40] : bits == 4 ? [0x01] : [0, 1]
        let picture = try Self.pixels(Self.icon([(2, Self.bitmap(2, 1, bits: bits, palette: palette, rows: [row], mask: [[0]]))]))
        #expect(pixel(picture, 0, 0) == [0, 0, 0, 255] && pixel(picture, 1, 0) == [10, 20, 30, 255])
    }

    @Test func `a mask that the file does not hold hides nothing`() throws {
        let data = Self.bitmap(1, 1, bits: 24, rows: [[1, 2, 3]], mask: [])
        #expect(try pixel(Self.pixels(Self.icon([(1, data)])), 0, 0) == [3, 2, 1, 255])
    }

    @Test func `parts and smaller copies are those of the picture`() throws {
        let row = (0..<8).flatMap { [UInt8($0 * 30), 0, 0, 255] as [UInt8] }
        let source = try ImageSource(bytes: Self.icon([(8, Self.bitmap(8, 2, bits: 32, rows: [row, row], mask: [[0], [0]]))]))
        let whole = try source.pixels()
        let part = try source.pixels(of: PixelRect(x: 3, y: 1, width: 2, height: 1), scaledTo: PixelSize(width: 2, height: 1))
        #expect(pixel(part, 0, 0) == pixel(whole, 3, 1) && pixel(part, 1, 0) == pixel(whole, 4, 1))
    }

    // MARK: Sizes

    /// Black at 16, gray at 48 and white at 256.
    private static let sizes = Result {
        icon([(48, try png(48, level: 128)), (16, try png(16, level: 0)), (0, try png(256)), (32, try oblong())])
    }

    private static let copies: [(side: Int, level: UInt8)] = [
        (8, 0), (16, 0), (17, 128), (32, 128), (48, 128), (49, 255), (200, 255), (256, 255),
    ]

    /// A picture of another shape, which does not stand for the largest one.
    private static func oblong() throws -> [UInt8] {
        try PixelBuffer(size: PixelSize(width: 32, height: 20), filledWith: (255, 0, 0, 255)).blocking.encoded(as: .png())
    }

    @Test(
        "a copy is made from the smallest picture that is large enough",
        arguments: copies,
        [false, true]
    )
    func bestPicture(asked: (side: Int, level: UInt8), isIsolated: Bool) throws {
        var options = DecodingOptions()
        if isIsolated { options.decoders = try HelperBook().pool() }
        let source = try ImageSource(bytes: Self.sizes.get(), options: options)
        #expect(source.size == PixelSize(width: 256, height: 256))
        // As detection does before.
        _ = try source.pixels(longSide: 320)
        let copy = try source.pixels(of: PixelRect(all: source.size), scaledTo: PixelSize(width: asked.side, height: asked.side))
        let expected = PixelBuffer(size: copy.size, filledWith: (asked.level, asked.level, asked.level, 255))
        #expect(copy.size.width == asked.side && copy.difference(from: expected).largest <= 1)
    }

    @Test("a part is where it is in the largest picture") func partOfSmallerPicture() throws {
        let row = (0..<48).flatMap { [UInt8](repeating: $0 < 24 ? 0 : 255, count: 3) + [255] }
        let halves = try PixelBuffer(size: PixelSize(width: 48, height: 48), bytes: (0..<48).flatMap { _ in row })
        let file = Self.icon([(48, try halves.blocking.encoded(as: .png())), (0, try Self.png(256, level: 128))])
        let source = try ImageSource(bytes: file)
        // 96 pixels are 18 of the 48.
        let part = try source.pixels(of: PixelRect(x: 80, y: 32, width: 96, height: 64), scaledTo: PixelSize(width: 18, height: 12))
        #expect(pixel(part, 2, 5) == [0, 0, 0, 255] && pixel(part, 15, 5) == [255, 255, 255, 255])
    }

    // MARK: Damage

    @Test func `damaged icons are refused with the reason`() throws {
        let good = Self.icon([(2, Self.bitmap(2, 2, bits: 24, rows: [[0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0]], mask: [[0], [0]]))])
        expectError(.malformedImage, saying: "ends too early") { _ = try Self.pixels(Array(good.prefix(6 + 16 + 40 + 6))) }
        expectError(.malformedImage, saying: "none of the 1 pictures") { _ = try Self.pixels(Array(good.prefix(40))) }
        expectError(.malformedImage, saying: "none of the 1 pictures") { _ = try Self.pixels(Self.icon([(2, good)])) }
        expectError(.malformedImage, saying: "0x1 pixels") {
            _ = try Self.pixels(Self.icon([(1, Self.bitmap(0, 1, bits: 24, rows: [], mask: []))]))
        }
        var png = try Self.png(9)
        png.removeLast(30)
        expectError(.malformedImage) { _ = try Self.pixels(Self.icon([(9, png)])) }
    }

    @Test func `what only begins like a cursor is another format`() {
        expectError(.unsupportedFormat) { _ = try ImageSource(bytes: [0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 4, 0, 24, 0]) }
    }

    @Test func `limits are checked before anything is decoded`() throws {
        let huge = Self.bitmap(0x7FFF_FFFF, 0x3FFF_FFFF, bits: 24, rows: [], mask: [])
        expectError(.limitExceeded) { _ = try Self.pixels(Self.icon([(1, huge)])) }
        var png = try Self.png(9)
        png.replaceSubrange(16..<24, with: [0, 0, 0xEA, 0x60, 0, 0, 0xEA, 0x60])
        expectError(.limitExceeded) { _ = try Self.pixels(Self.icon([(9, png)])) }
    }

    // MARK: Others' files

    /// One name stands for two files, of which one is there.
    private static let files = Result { try SharedFormat.all(in: "ico").filter { !$0.file.contains("pub_favicon") } }

    @Test(.enabled(if: SharedFormat.areThere, "../shared/formats is missing"), arguments: try files.get())
    func `icons of others are what their references say`(file: SharedFormat) throws {
        let bytes = try file.bytes()
        guard file.kind == "valid" else {
            #expect(throws: BoundedCropError.self) { _ = try ImageSource(bytes: bytes).pixels() }
            return
        }
        let pixels = try ImageSource(bytes: bytes).pixels()
        #expect(pixels.width == file.width && pixels.height == file.height)
        #expect(try #require(file.distance(of: pixels)) <= 1)
    }
}
