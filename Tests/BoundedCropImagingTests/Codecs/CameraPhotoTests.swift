import PictureSupport
import TestSupport
import Testing

@testable import BoundedCropImaging

/// Photos of cameras that begin as a TIFF does.
@Suite("RAW photos that look like TIFF") struct CameraPhotoTests {
    /// A preview of one pixel, and below it a picture of this kind. Entries are added to the first directory.
    private static func file(_ entries: [(tag: Int, type: Int, value: Int)], photometric: Int, isBigEndian: Bool = false) -> [UInt8] {
        let preview: [(tag: Int, type: Int, value: Int)] = [
            (0x00FE, 4, 1), (0x0100, 3, 1), (0x0101, 3, 1), (0x0102, 3, 8), (0x0103, 3, 1), (0x0106, 3, 1), (0x0111, 4, 0), (0x0115, 3, 1),
            (0x0116, 3, 1), (0x0117, 4, 1),
        ]
        let below = 8 + 2 + (preview.count + 1 + entries.count) * 12 + 4
        var block = TIFFBlock(isBigEndian: isBigEndian)
        block.appendDirectory((preview + [(0x014A, 4, below)] + entries).sorted { $0.tag < $1.tag })
        block.appendDirectory([(0x0100, 3, 6000), (0x0101, 3, 4000), (0x0103, 3, 34713), (0x0106, 3, photometric)])
        return block.bytes + [UInt8](repeating: 0, count: 64)
    }

    @Test(arguments: [true, false]) func `are known by what they hold`(isBigEndian: Bool) throws {
        #expect(CameraPhoto.isOne(Self.file([(50706, 1, 1)], photometric: 2, isBigEndian: isBigEndian)))
        for photometric in [32_803, 34_892] {
            #expect(CameraPhoto.isOne(Self.file([], photometric: photometric, isBigEndian: isBigEndian)))
        }
    }

    @Test func `a CR2 says so in its header`() throws {
        var canon = Self.file([], photometric: 2)
        canon.replaceSubrange(8..<12, with: [0x43, 0x52, 2, 0])
        #expect(CameraPhoto.isOne(canon))
    }

    @Test func `what LibRaw does not know is an error that says so`() throws {
        let raw = Self.file([], photometric: 32_803)
        expectError(.unsupportedFormat, saying: "LibRaw cannot open the photo") { _ = try ImageSource(bytes: raw) }
    }

    /// Reduced copies below a picture are usual.
    @Test func `a TIFF with other pictures below is one`() throws {
        #expect(!CameraPhoto.isOne(Self.file([], photometric: 2)))
        #expect(!CameraPhoto.isOne(Self.file([(0x0132, 4, 9)], photometric: 6)))
        for file in ["formats/obama.tif", "formats/tiff/metadata.tif"] { #expect(try !CameraPhoto.isOne(Fixture.bytes(file))) }
    }

    @Test func `a file that is cut or wrong is not looked at further`() {
        let raw = Self.file([], photometric: 32_803)
        for length in raw.indices { _ = CameraPhoto.isOne(Array(raw[..<length])) }
        for place in raw.indices {
            for value: UInt8 in [0, 1, 127, 255] {
                var broken = raw
                broken[place] = value
                _ = CameraPhoto.isOne(broken)
            }
        }
        #expect(!CameraPhoto.isOne([]))
    }
}

extension CameraPhoto {
    fileprivate static func isOne(_ bytes: [UInt8]) -> Bool { bytes.withUnsafeBytes { isPhoto($0) } }
}
