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
        _ = EXIF(block.bytes)?.kept(for: Self.size, .all)
    }

    @Test(arguments: [false, true])
    func isRewrittenUprightWithTheNewSize(isBigEndian: Bool) {
        func block(_ orientation: Int, _ width: Int, _ height: Int) -> [UInt8] {
            var block = TIFFBlock(isBigEndian: isBigEndian)
            block.appendDirectory([(0x0112, 3, orientation), (0x8769, 4, 38)])
            block.appendDirectory([(0xA002, 4, width), (0xA003, 4, height)])
            return block.bytes
        }
        #expect(EXIF(block(6, 4000, 3000))?.kept(for: Self.size, .all) == block(1, Self.size.width, Self.size.height))
    }

    @Test func isNothingWithoutKnownTags() {
        var block = TIFFBlock()
        block.appendDirectory([(0x0100, 4, 7), (0x0111, 3, 9), (0xC4A5, 4, 1)])
        #expect(EXIF(block.bytes)?.kept(for: Self.size, .all) == nil)
    }

    @Test(arguments: [[60, 40], [60, 40, 20], [60, 40, 20, 10]], [false, true])
    func hasItsSubjectAreaReplacedOrRemoved(numbers: [Int], isBigEndian: Bool) throws {
        let block = TIFFBlock(orientation: 1, subjectArea: numbers, isBigEndian: isBigEndian).bytes
        let other = Array([7, 8, 9, 10].prefix(numbers.count))
        let replaced = try #require(EXIF(EXIF(block)?.kept(for: Self.size, .all, subjectArea: other) ?? []))
        #expect(replaced.subjectArea == other && replaced.orientation == .up)
        for area in [nil, [7], [7, 70_000, 9, 10]] {
            let removed = try #require(EXIF(EXIF(block)?.kept(for: Self.size, .all, subjectArea: area) ?? []))
            #expect(removed.subjectArea == nil && removed.exifDirectory == nil)
        }
    }

    /// Directories that link to themselves, and values that each span the whole block.
    @Test func isReadQuicklyDespiteOverlaps() throws {
        var links = TIFFBlock()
        links.appendDirectory(Array(repeating: (0x8769, 4, 8), count: 5_000))
        #expect(EXIF(links.bytes)?.kept(for: Self.size, .all) == nil)

        var texts = TIFFBlock()
        texts.append16(60_000)
        for index in 0..<60_000 {
            texts.append16(0x0120 + index % 0x300)
            texts.append16(2)
            texts.append32(700_000)
            texts.append32(8)
        }
        #expect(EXIF(texts.bytes)?.kept(for: Self.size, .all) == nil)
    }

    @Test func survivesRandomChanges() throws {
        let source = try Fixture.source("metadata/everything.jpg")
        let exif = try #require(source.metadata.exif)
        var generator = SeededGenerator(seed: 5)
        for _ in 0..<2000 {
            var damaged = exif
            for _ in 0..<4 { damaged[Int.random(in: 2..<400, using: &generator)] = UInt8.random(in: 0...255, using: &generator) }
            _ = EXIF(damaged)?.orientation
            let kept = EXIF(damaged)?.kept(for: Self.size, .all)
            #expect(kept == nil || kept.flatMap { EXIF($0)?.kept(for: Self.size, .all) } == kept, "what is kept once is kept again")
        }
    }
}
