import PictureSupport
import TestSupport
import Testing

@testable import BoundedCropImaging

@Suite struct EXIFTests {
    static let size = PixelSize(width: 70_000, height: 32)

    @Test(arguments: 1...8, [false, true])
    func readsTheOrientationInBothByteOrders(value: Int, isBigEndian: Bool) {
        var block = TIFFBlock(isBigEndian: isBigEndian)
        block.appendDirectory([(0x010F, 4, 99), (0x0112, 3, value)])
        #expect(EXIF(block.bytes)?.orientation.rawValue == value)
    }

    @Test(arguments: [0, 9, 99, 65535])
    func treatsAnInvalidOrientationAsUpright(value: Int) {
        var block = TIFFBlock()
        block.appendDirectory([(0x0112, 3, value)])
        #expect(EXIF(block.bytes)?.orientation == .up)
    }

    @Test(arguments: [[], Array("II".utf8), Array("II*\0\u{8}\0\0".utf8), Array("XX*\0\u{8}\0\0\0".utf8), Array("II+\0\u{8}\0\0\0".utf8)])
    func isRejectedWithoutATIFFHeader(bytes: [UInt8]) {
        #expect(EXIF(bytes) == nil)
    }

    @Test(arguments: [0, 1, 7, 9, 1000, 0x7FFF_FFFF, 0xFFFF_FFFF])
    func survivesADirectoryAnywhere(offset: Int) {
        var block = TIFFBlock()
        block.bytes.removeLast(4)
        block.append32(offset)
        #expect(EXIF(block.bytes)?.orientation == .up)
        #expect(EXIF(block.bytes)?.rewritten(for: Self.size).count == block.bytes.count)
    }

    @Test(arguments: [false, true])
    func isRewrittenUprightWithTheNewSize(isBigEndian: Bool) {
        func block(_ orientation: Int, _ width: Int, _ height: Int) -> [UInt8] {
            var block = TIFFBlock(isBigEndian: isBigEndian)
            block.appendDirectory([(0x0112, 3, orientation), (0x8769, 4, 38)])
            block.appendDirectory([(0xA002, 4, width), (0xA003, 3, height)])
            return block.bytes
        }
        #expect(EXIF(block(6, 4000, 3000))?.rewritten(for: Self.size) == block(1, Self.size.width, Self.size.height))
    }

    /// A block whose thumbnail directory is at 26 and whose thumbnail is at 56.
    private static func withThumbnail(_ thumbnail: [UInt8], saying length: Int, tags: (Int, Int), next: Int = 26) -> [UInt8] {
        var block = TIFFBlock()
        block.appendDirectory([(0x0112, 3, 3)], next: next)
        block.appendDirectory([(tags.0, 4, 56), (tags.1, 4, length)])
        return block.bytes + thumbnail
    }

    /// JPEG's tags and those of an uncompressed thumbnail; also lengths that exceed the block.
    @Test(arguments: [(0x0201, 0x0202, 12), (0x0111, 0x0117, 12), (0x0201, 0x0202, 5000), (0x0201, 0x0202, 0x7FFF_FFFF)])
    func losesItsThumbnailWhenRewritten(offsetTag: Int, lengthTag: Int, length: Int) throws {
        let block = Self.withThumbnail(Array("the thumbnail".utf8.prefix(12)), saying: length, tags: (offsetTag, lengthTag))
        let rewritten = try #require(EXIF(block)?.rewritten(for: Self.size))
        #expect(rewritten.count == block.count)
        #expect(rewritten.suffix(12).allSatisfy { $0 == 0 })
        #expect(rewritten[22..<26].allSatisfy { $0 == 0 }, "the offset of the thumbnail's directory")
        #expect(EXIF(rewritten)?.orientation == .up)
    }

    @Test func losesAThumbnailInSeveralStrips() throws {
        var block = TIFFBlock()
        block.appendDirectory([], next: 14)
        block.append16(2)
        for (tag, place) in [(0x0111, 44), (0x0117, 52)] {
            block.append16(tag)
            block.append16(4)
            block.append32(2)
            block.append32(place)
        }
        block.append32(0)
        for number in [60, 66, 6, 4] { block.append32(number) }
        let rewritten = try #require(EXIF(block.bytes + Array("one...two.".utf8) + [7])?.rewritten(for: Self.size))
        #expect(rewritten[60..<70].allSatisfy { $0 == 0 })
        #expect(rewritten.last == 7)
    }

    @Test func staysTheSameWhenRewrittenWithoutAThumbnail() {
        var block = TIFFBlock()
        block.appendDirectory([(0x010F, 4, 7), (0x0110, 3, 9)])
        #expect(EXIF(block.bytes)?.rewritten(for: Self.size) == block.bytes)
    }

    @Test(arguments: [[60, 40], [60, 40, 20], [60, 40, 20, 10]], [false, true])
    func hasItsSubjectAreaReplacedOrRemoved(numbers: [Int], isBigEndian: Bool) throws {
        let block = TIFFBlock(orientation: 1, subjectArea: numbers, isBigEndian: isBigEndian).bytes
        let other = Array([7, 8, 9, 10].prefix(numbers.count))
        let replaced = try #require(EXIF(block)).rewritten(for: Self.size, subjectArea: other)
        #expect(EXIF(replaced)?.subjectArea == other)
        #expect(replaced == TIFFBlock(orientation: 1, subjectArea: other, isBigEndian: isBigEndian).bytes)
        for area in [nil, [7], [7, 70_000, 9, 10]] {
            let removed = try #require(EXIF(block)).rewritten(for: Self.size, subjectArea: area)
            #expect(EXIF(removed)?.subjectArea == nil)
            #expect(removed.count == block.count)
            // Its directory is empty; the entry and its numbers are gone.
            #expect(removed[38...].allSatisfy { $0 == 0 })
        }
    }

    /// The following entry takes the place of the removed one, and the offset of the next directory still follows the last entry.
    @Test func keepsWhatFollowsARemovedSubjectArea() throws {
        var block = TIFFBlock()
        block.appendDirectory([(0x8769, 4, 26)])
        block.appendDirectory([(0x9214, 3, 5), (0xA002, 4, 100), (0xA003, 4, 100)], next: 0x0102_0304)
        var expected = TIFFBlock()
        expected.appendDirectory([(0x8769, 4, 26)])
        expected.appendDirectory([(0xA002, 4, 70_000), (0xA003, 4, 32)], next: 0x0102_0304)
        #expect(EXIF(block.bytes)?.rewritten(for: Self.size) == expected.bytes + [UInt8](repeating: 0, count: 12))
    }

    /// A thumbnail of thousands of strips, each spanning the whole block; a directory that links to itself.
    @Test func isRewrittenQuicklyDespiteOverlaps() throws {
        var block = TIFFBlock()
        block.appendDirectory([], next: 14)
        block.append16(2)
        let count = 60_000
        for (tag, place) in [(0x0111, 44), (0x0117, 44 + count * 4)] {
            block.append16(tag)
            block.append16(4)
            block.append32(count)
            block.append32(place)
        }
        block.append32(0)
        for _ in 0..<count { block.append32(44) }
        for _ in 0..<count { block.append32(count * 8) }
        let rewritten = try #require(EXIF(block.bytes)?.rewritten(for: Self.size))
        #expect(rewritten[44...].allSatisfy { $0 == 0 })

        var links = TIFFBlock()
        links.appendDirectory(Array(repeating: (0x8769, 4, 8), count: 5_000))
        #expect(EXIF(links.bytes)?.rewritten(for: Self.size) == links.bytes)
    }

    @Test func survivesRandomChanges() throws {
        let source = try Fixture.source("metadata/everything.jpg")
        let exif = try #require(source.metadata.exif)
        var generator = SeededGenerator(seed: 5)
        for _ in 0..<2000 {
            var damaged = exif
            for _ in 0..<4 { damaged[Int.random(in: 2..<400, using: &generator)] = UInt8.random(in: 0...255, using: &generator) }
            _ = EXIF(damaged)?.orientation
            #expect(EXIF(damaged)?.rewritten(for: Self.size).count ?? exif.count == exif.count)
        }
    }
}
