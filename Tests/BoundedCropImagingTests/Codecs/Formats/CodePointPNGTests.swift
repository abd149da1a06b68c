import PictureSupport
import TestSupport
import Testing

@testable import BoundedCropImaging

/// PNG whose colors are described by code points (`cICP`: PNG, third edition, 11.3.2.6).
@Suite struct CodePointPNGTests {
    private static let (displayP3, srgbCurve, pq, hlg): (UInt8, UInt8, UInt8, UInt8) = (12, 13, 16, 18)

    /// A PNG of one pixel with 8 bits per channel.
    private static func file(_ color: [UInt8], _ points: [UInt8], colorType: UInt8 = 2, more: [UInt8] = []) -> [UInt8] {
        StoredPNG.file(width: 1, height: 1, colorType: colorType, rows: [0] + color, chunks: more + StoredPNG.chunk("cICP", points))
    }

    private static func pixel(_ file: [UInt8]) throws -> [UInt8] { try ImageSource(bytes: file).pixels().bytes }

    /// The expected values are those of the primaries' matrices between linear light.
    @Test(arguments: [([200, 100, 50], [215, 93, 31]), ([50, 150, 100], [0, 153, 95]), ([120, 120, 120], [120, 120, 120])])
    func ofDisplayP3IsConverted(color: [UInt8], expected: [UInt8]) throws {
        let pixel = try Self.pixel(Self.file(color, [Self.displayP3, Self.srgbCurve, 0, 1]))
        #expect(zip(pixel, expected).allSatisfy { abs(Int($0) - Int($1)) <= 2 }, "\(pixel)")
    }

    /// Of 203 cd/m², white in a standard range, is a level of 225 (ITU-R BT.2408 has 58% and 75% of the signal for it).
    @Test(arguments: [(pq, UInt8(148)), (hlg, UInt8(191))]) func ofAHighDynamicRangeIsToneMapped(transfer: UInt8, signal: UInt8) throws {
        for (type, color) in [(2, [signal, signal, signal]), (0, [signal]), (6, [signal, signal, signal, 255])] as [(UInt8, [UInt8])] {
            let pixel = try Self.pixel(Self.file(color, [9, transfer, 0, 1], colorType: type))
            #expect(pixel[0..<3].allSatisfy { abs(Int($0) - 225) <= 3 } && pixel[3] == 255, "\(type): \(pixel)")
        }
    }

    /// The same pixels in all forms, in files that libpng reads in its ways: 16 bits, and interlaced.
    @Test(arguments: ["rgb16.png", "rgba16.png", "rgba16_interlaced.png", "gray16_interlaced.png", "palette8.png"])
    func ofAHighDynamicRangeIsReadInEveryForm(name: String) throws {
        let plain = try Fixture.bytes("formats/png/\(name)")
        let points = StoredPNG.chunk("cICP", [9, Self.pq, 0, 1])
        let pixels = try ImageSource(bytes: Array(plain[..<33]) + points + plain[33...]).pixels()
        let straight = try ImageSource(bytes: plain).pixels().straightBytes
        let flat = try ImageSource(bytes: Self.flat(straight)).pixels()
        #expect(pixels.size == (try ImageSource(bytes: plain).size))
        // 8 bits are what this compares with, so steep parts of the curve differ.
        let differences = zip(pixels.bytes, flat.bytes).map { abs(Int($0) - Int($1)) }
        #expect(differences.reduce(0, +) < 2 * differences.count, "\(differences.max() ?? 0)")
    }

    /// The pixels in one row of RGBA with 8 bits, with the code points of PQ.
    private static func flat(_ straight: [UInt8]) -> [UInt8] {
        StoredPNG.file(
            width: straight.count / 4,
            height: 1,
            colorType: 6,
            rows: [0] + straight,
            chunks: StoredPNG.chunk("cICP", [9, pq, 0, 1])
        )
    }

    @Test func codePointsTakePrecedenceOverAProfile() throws {
        let tagged = try Fixture.bytes("colour/swapped.png")
        let shown = try ImageSource(bytes: tagged).pixels()
        let points = StoredPNG.chunk("cICP", [1, Self.srgbCurve, 0, 1])
        let other = try ImageSource(bytes: Array(tagged[..<33]) + points + tagged[33...]).pixels()
        let difference = other.difference(from: shown)
        #expect(difference.mean > 10, "the profile exchanges red and green")
    }

    /// Another matrix, a limited range, reserved code points, a wrong length, and a wrong checksum.
    @Test(arguments: [[12, 13, 1, 1], [12, 13, 0, 0], [200, 13, 0, 1], [12, 200, 0, 1], [12, 13, 0], [12, 13, 0, 1, 0]] as [[UInt8]])
    func codePointsThatCannotBeAreIgnored(points: [UInt8]) throws {
        #expect(try Self.pixel(Self.file([200, 100, 50], points)) == [200, 100, 50, 255])
        var damaged = Self.file([200, 100, 50], [12, 13, 0, 1])
        damaged[33 + 8] = 9
        #expect(try Self.pixel(damaged) == [200, 100, 50, 255])
    }

    @Test func framesOfAnAnimationAreConvertedToo() throws {
        let frame = BuiltAPNG.Frame(PixelRect(x: 0, y: 0, width: 1, height: 1), [148, 148, 148, 255])
        let file = BuiltAPNG.file(
            PixelSize(width: 1, height: 1),
            frames: [frame, frame],
            chunks: StoredPNG.chunk("cICP", [9, Self.pq, 0, 1])
        )
        var count = 0
        try ImageSource(bytes: file).forEachFrame { frame in
            #expect(abs(Int(frame.pixels.bytes[0]) - 225) <= 3)
            count += 1
            return true
        }
        #expect(count == 2)
    }
}
