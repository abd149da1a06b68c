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

    @Test(arguments: [true, false]) func `are refused by what they hold`(isBigEndian: Bool) throws {
        let dng = Self.file([(50706, 1, 1)], photometric: 2, isBigEndian: isBigEndian)
        expectError(.unsupportedFormat, saying: "a DNG photo cannot be read; JPEG") { _ = try ImageSource(bytes: dng) }
        for photometric in [32_803, 34_892] {
            let raw = Self.file([], photometric: photometric, isBigEndian: isBigEndian)
            expectError(.unsupportedFormat, saying: "a RAW photo of a camera cannot be read") { _ = try ImageSource(bytes: raw) }
        }
    }

    @Test func `are named by their makers`() throws {
        // The text "Sony" fits into the entry.
        var raw = Self.file([(0x010F, 4, 0x796E_6F53)], photometric: 32_803)
        let place = try #require(raw.firstRange(of: [0x0F, 0x01, 0x04, 0x00, 0x01])).lowerBound
        (raw[place + 2], raw[place + 4]) = (2, 4)
        expectError(.unsupportedFormat, saying: "a Sony RAW photo cannot be read") { _ = try ImageSource(bytes: raw) }
    }

    @Test func `a CR2 says so in its header`() throws {
        var canon = Self.file([], photometric: 2)
        canon.replaceSubrange(8..<12, with: [0x43, 0x52, 2, 0])
        expectError(.unsupportedFormat, saying: "a Canon RAW photo") { _ = try ImageSource(bytes: canon) }
    }

    /// Reduced copies below a picture are usual.
    @Test func `a TIFF with other pictures below is one`() throws {
        #expect(CameraPhoto.name(of: Self.file([], photometric: 2)) == nil)
        #expect(CameraPhoto.name(of: Self.file([(0x0132, 4, 9)], photometric: 6)) == nil)
        for file in ["formats/obama.tif", "formats/tiff/metadata.tif"] { #expect(CameraPhoto.name(of: try Fixture.bytes(file)) == nil) }
    }

    @Test func `a file that is cut or wrong is not looked at further`() {
        let raw = Self.file([], photometric: 32_803)
        for length in raw.indices { _ = CameraPhoto.name(of: Array(raw[..<length])) }
        for place in raw.indices {
            for value: UInt8 in [0, 1, 127, 255] {
                var broken = raw
                broken[place] = value
                _ = CameraPhoto.name(of: broken)
            }
        }
        #expect(CameraPhoto.name(of: []) == nil)
    }
}

extension CameraPhoto {
    fileprivate static func name(of bytes: [UInt8]) -> String? { bytes.withUnsafeBytes { name(ofTIFF: $0) } }
}
