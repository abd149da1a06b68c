import PictureSupport
import TestSupport
import Testing

@testable import BoundedCropImaging

/// Samples that no fixture has: every number of bits, YCbCr that is not JPEG data, and Lab. libtiff's own reader of RGBA refuses many of
/// them, and shows Lab in other colors.
@Suite struct TIFFSampleTests {
    private static let (width, height) = (13, 9)
    private static let (black, rgb, ycbcr, lab, iccLab) = (1, 2, 6, 8, 9)
    private static let (subsampling, range) = (530, 532)

    /// An uncompressed picture in one strip or tile. The range has 6 fractions of 1.
    private static func pixels(
        _ data: [UInt8],
        bits: Int = 8,
        samples: Int = 3,
        kind: Int,
        chroma: (Int, Int)? = nil,
        range: [Int] = [],
        tile: (Int, Int)? = nil
    ) throws -> PixelBuffer {
        let place = tile == nil ? TIFFPatch.stripOffsets : 324
        var entries = [(256, 4, width), (257, 4, height), (258, 3, bits), (259, 3, 1), (262, 3, kind), (277, 3, samples), (place, 4, 0)]
        if let tile {
            entries += [(322, 4, tile.0), (323, 4, tile.1), (325, 4, data.count)]
        } else {
            entries += [(278, 4, height), (279, 4, data.count)]
        }
        if chroma != nil { entries.append((subsampling, 3, 0)) }
        if !range.isEmpty { entries.append((Self.range, 5, 0)) }
        var block = TIFFBlock()
        block.appendDirectory(entries.sorted { $0.0 < $1.0 }.map { (tag: $0.0, type: $0.1, value: $0.2) })
        try TIFFPatch.set(place, to: block.bytes.count, in: &block.bytes)
        block.bytes += data + (data.count.isMultiple(of: 2) ? [] : [0])
        if let chroma { try TIFFPatch.set(subsampling, to: chroma.0 | chroma.1 << 16, count: 2, in: &block.bytes) }
        if !range.isEmpty { try TIFFPatch.set(Self.range, to: block.bytes.count, count: 6, in: &block.bytes) }
        for value in range {
            block.append32(value)
            block.append32(1)
        }
        return try ImageSource(bytes: block.bytes).pixels()
    }

    private static func picture(_ color: (_ x: Int, _ y: Int) -> [Double]) throws -> PixelBuffer {
        let bytes = (0..<height).flatMap { y in
            (0..<width).flatMap { x in color(x, y).map { UInt8(min(max($0, 0), 255).rounded()) } + [255] }
        }
        return try PixelBuffer(size: PixelSize(width: width, height: height), bytes: bytes)
    }

    // MARK: Bits

    @Test(arguments: 1...16, [1, 3]) func ofAnyNumberOfBitsAreScaledToBytes(bits: Int, samples: Int) throws {
        let most = 1 << bits - 1
        func sample(_ x: Int, _ y: Int, _ channel: Int) -> Int { (x * 5003 + y * 1009 + channel * 30_011) & most }
        var data: [UInt8] = []
        for y in 0..<Self.height {
            let values = (0..<Self.width).flatMap { x in (0..<samples).map { sample(x, y, $0) } }
            if bits == 16 {
                data += values.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
                continue
            }
            var line = values.flatMap { value in (0..<bits).reversed().map { value >> $0 & 1 } }
            line += Array(repeating: 0, count: (8 - line.count % 8) % 8)
            data += stride(from: 0, to: line.count, by: 8).map { start in UInt8(line[start..<(start + 8)].reduce(0) { $0 << 1 | $1 }) }
        }
        let read = try Self.pixels(data, bits: bits, samples: samples, kind: samples == 1 ? Self.black : Self.rgb)
        let expected = try Self.picture { x, y in (0..<3).map { Double(sample(x, y, min($0, samples - 1))) * 255 / Double(most) } }
        #expect(read == expected)
    }

    // MARK: YCbCr

    private static func luma(_ x: Int, _ y: Int) -> Int { (16 + x * 17 + y * 3) % 256 }
    private static func blue(_ x: Int, _ y: Int) -> Int { (60 + x * 5 + y) % 256 }
    private static func red(_ x: Int, _ y: Int) -> Int { (200 - y * 6 - x + 256) % 256 }

    /// A strip or tile of these sides: units of lumas that share one sample of each chroma.
    private static func units(_ chroma: (Int, Int), _ sides: (Int, Int)) -> [UInt8] {
        stride(from: 0, to: sides.1, by: chroma.1).flatMap { top in
            stride(from: 0, to: sides.0, by: chroma.0).flatMap { left in
                let lumas = (0..<chroma.1).flatMap { y in (0..<chroma.0).map { luma(left + $0, top + y) } }
                return (lumas + [blue(left, top), red(left, top)]).map { UInt8($0) }
            }
        }
    }

    /// According to TIFF 6.0, section 21.
    private static func shown(_ chroma: (Int, Int), black: Double = 0, white: Double = 255, most: Double = 255) throws -> PixelBuffer {
        try picture { x, y in
            let (left, top) = (x - x % chroma.0, y - y % chroma.1), scale = 127 / (most - 128)
            let bright = (Double(luma(x, y)) - black) * 255 / (white - black)
            let (cb, cr) = (Double(blue(left, top) - 128) * scale, Double(red(left, top) - 128) * scale)
            return [bright + 1.402 * cr, bright - 0.344136 * cb - 0.714136 * cr, bright + 1.772 * cb]
        }
    }

    @Test(arguments: [(1, 1), (2, 1), (1, 2), (2, 2), (4, 1), (4, 2), (4, 4)], [true, false])
    func ofYCbCrThatShareChroma(chroma: (Int, Int), isTiled: Bool) throws {
        let tile = isTiled ? (16, 16) : nil
        let data = Self.units(chroma, tile ?? (Self.width, Self.height))
        let difference = try Self.pixels(data, kind: Self.ycbcr, chroma: chroma, tile: tile).difference(from: Self.shown(chroma))
        #expect(difference.largest <= 1, "\(difference)")
    }

    @Test func ofYCbCrInALimitedRangeAreStretched() throws {
        let data = Self.units((2, 2), (Self.width, Self.height))
        let read = try Self.pixels(data, kind: Self.ycbcr, chroma: (2, 2), range: [16, 235, 128, 240, 128, 240])
        let difference = try read.difference(from: Self.shown((2, 2), black: 16, white: 235, most: 240))
        #expect(difference.largest <= 1, "\(difference)")
    }

    // MARK: Lab

    /// CIELab's a and b are signed, and ICC's have an offset. Little CMS is as near as its table of colors.
    @Test(
        arguments: [
            ([255, 0, 0], [255, 255, 255]), ([136, 0, 0], [127, 127, 127]), ([129, 48, 37], [200, 80, 60]),
            ([150, -42, 28], [62, 160, 89]), ([103, 14, -51], [69, 90, 180]),
        ],
        [lab, iccLab]
    )
    func ofLabAreColors(color: (lab: [Int], rgb: [Double]), kind: Int) throws {
        let offset = kind == Self.iccLab ? 128 : 0
        let sample = [color.lab[0], color.lab[1] + offset, color.lab[2] + offset].map { UInt8(truncatingIfNeeded: $0) }
        let data = Array(repeatElement(sample, count: Self.width * Self.height).joined())
        let difference = try Self.pixels(data, kind: kind).difference(from: Self.picture { _, _ in color.rgb })
        #expect(difference.largest <= 6, "\(difference)")
    }
}
