import PictureSupport
import TestSupport
import Testing

@testable import BoundedCropImaging

@Suite struct ICOEncodingTests {
    /// An entry of the list, and its picture.
    private struct Entry {
        let sides: [UInt8]
        let data: ArraySlice<UInt8>

        init(_ file: [UInt8], _ index: Int) throws {
            func number(_ place: Int) -> Int { (0..<4).reduce(0) { $0 | Int(file[place + $1]) << (8 * $1) } }
            let place = 6 + index * 16
            sides = Array(file[place..<place + 2])
            #expect(Array(file[place + 2..<place + 8]) == [0, 0, 1, 0, 32, 0])
            data = file[number(place + 12)..<number(place + 12) + number(place + 8)]
        }
    }

    /// The upper half is opaque, and the lower one transparent.
    private func picture(_ width: Int, _ height: Int) throws -> PixelBuffer {
        let rows = (0..<height).flatMap { y in
            (0..<width).flatMap { _ in y * 2 < height ? [200, 100, 50, 255] as [UInt8] : [0, 0, 0, 0] }
        }
        return try PixelBuffer(size: PixelSize(width: width, height: height), bytes: rows)
    }

    @Test("small pictures are bitmaps with a mask, and larger ones RGBA in PNG, in the order of their sizes") func sizes() throws {
        let file = try picture(256, 256).blocking.encoded(as: .ico(sizes: [48, 16, 256, 16, 64]))
        #expect(Array(file.prefix(6)) == [0, 0, 1, 0, 4, 0])
        let entries = try (0..<4).map { try Entry(file, $0) }
        #expect(entries.map(\.sides) == [[16, 16], [48, 48], [64, 64], [0, 0]])
        #expect(entries[0].data.count == 40 + 16 * 16 * 4 + 16 * 4 && entries[1].data.count == 40 + 48 * 48 * 4 + 48 * 8)
        for entry in entries.prefix(2) { #expect(Array(entry.data.prefix(4)) == [40, 0, 0, 0]) }
        for entry in entries.suffix(2) {
            #expect(Array(entry.data.prefix(4)) == [0x89, 0x50, 0x4E, 0x47] && Array(entry.data.dropFirst(24).prefix(2)) == [8, 6])
        }
        // The last entry ends the file.
        #expect(entries[3].data.endIndex == file.count)
        let source = try ImageSource(bytes: file)
        #expect(try source.header.format == .ico && source.pixels() == picture(256, 256))
        // The mask has a bit for each transparent pixel, rows from below.
        let mask = entries[0].data.suffix(16 * 4)
        #expect(Array(mask.prefix(4)) == [0xFF, 0xFF, 0, 0] && Array(mask.suffix(4)) == [0, 0, 0, 0])
    }

    @Test("a picture that is half transparent comes back as it was", arguments: [(1, 1), (33, 7), (48, 48), (49, 20), (256, 1)])
    func single(width: Int, height: Int) throws {
        var original = try picture(width, height)
        for index in original.bytes.indices where index % 4 == 3 && index % 3 == 0 && original.bytes[index] == 255 {
            for channel in index - 3...index { original.bytes[channel] = UInt8(Int(original.bytes[channel]) * 3 / 5) }
        }
        let source = try ImageSource(bytes: original.blocking.encoded(as: .ico()))
        #expect(source.size == original.size)
        #expect(try source.pixels().difference(from: original).largest <= 1)
    }

    @Test("the shape of a picture is kept in all sizes") func shape() throws {
        let file = try picture(100, 50).blocking.encoded(as: .ico(sizes: [200, 20]))
        #expect(try (0..<2).map { try Entry(file, $0).sides } == [[20, 10], [200, 100]])
    }

    @Test("what is too large for an icon is refused, with what to ask for") func tooLarge() {
        for size in [PixelSize(width: 257, height: 10), PixelSize(width: 10, height: 257)] {
            expectError(.unsupportedFormat, saying: "16,32,48") { _ = try PixelBuffer(size: size).blocking.encoded(as: .ico()) }
        }
    }

    @Test("sizes are 1 to 256", arguments: [0, -1, 257, Int.max]) func wrongSizes(size: Int) {
        expectError(.invalidArgument, saying: "size of an icon") { _ = try picture(9, 9).blocking.encoded(as: .ico(sizes: [16, size])) }
    }
}
