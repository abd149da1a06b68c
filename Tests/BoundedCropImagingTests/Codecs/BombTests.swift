import Foundation
import PictureSupport
import TestSupport
import Testing

@testable import BoundedCropImaging

/// Small files that demand excessive memory or time.
@Suite struct BombTests {
    private static let header = Array(StoredPNG.file(width: 1, height: 1, colorType: 0, rows: [0, 0]).prefix(33))

    /// This process's peak memory, in bytes.
    private static var peak: Int {
        get throws {
            let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
            let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM") })
            return try #require(line.split(separator: " ").compactMap { Int($0) }.first) * 1024
        }
    }

    @Test(arguments: ["tEXt", "zTXt", "iTXt", "sPLT", "pCAL", "sCAL", "eXIf", "iCCP", "hIST", "abCd"])
    func aChunkThatDeclaresGigabytesAllocatesNoMemory(type: String) throws {
        let file = Self.header + [0x7F, 0xFF, 0xFF, 0xF0] + Array(type.utf8) + Array("key\0\0\0".utf8)
        let before = try Self.peak
        expectError(.malformedImage, saying: "ends too early") { _ = try ImageSource(bytes: file) }
        #expect(try Self.peak - before < 1 << 30)
    }

    @Test func anyNumberOfTextChunksIsSkipped() throws {
        let text = StoredPNG.chunk("tEXt", Array("key\0".utf8) + [UInt8](repeating: 65, count: 50))
        let rows: [UInt8] = [0, 10, 20, 0, 30, 40]
        let plain = StoredPNG.file(width: 2, height: 2, colorType: 0, rows: rows)
        let many = StoredPNG.file(width: 2, height: 2, colorType: 0, rows: rows, chunks: Array(repeating: text, count: 2000).flatMap { $0 })
        #expect(try ImageSource(bytes: many).pixels() == ImageSource(bytes: plain).pixels())
    }

    /// The chunk's checksum is wrong, so that decompressing all of it would fail.
    @Test(arguments: [0, 1] as [UInt8], [1, 4, 5])
    func nothingIsDecompressedBeyondTheLastRow(interlace: UInt8, height: Int) throws {
        var file = StoredPNG.file(width: 3, height: height, colorType: 0, rows: [])
        let start = try #require(file.firstRange(of: Array("IHDR".utf8))).lowerBound
        file = Array(file[..<(start - 4)]) + StoredPNG.chunk("IHDR", Array(file[(start + 4)..<(start + 16)]) + [interlace])
        // Zeros: the rows of a black picture, followed by thirty more megabytes.
        let packed = StoredPNG.zeros(count: 30_000_000)
        let length = packed.count
        file += [24, 16, 8, 0].map { UInt8(length >> $0 & 255) } + Array("IDAT".utf8) + packed + [0, 0, 0, 0]
        let pixels = try ImageSource(bytes: file).pixels()
        #expect(pixels == PixelBuffer(size: PixelSize(width: 3, height: height), filledWith: (0, 0, 0, 255)))
    }

    @Test func profilesAndMetadataHaveLimits() throws {
        func metadata(_ type: String, _ count: Int) -> ImageMetadata {
            let file: [UInt8] =
                [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] + Array(type.utf8) + (0..<4).map { UInt8(count >> (8 * $0) & 255) }
                + [UInt8](repeating: 1, count: count)
            return ImageMetadata(of: FileBytes(file), format: .webp)
        }
        #expect(metadata("ICCP", 4 << 20).iccProfile?.count == 4 << 20)
        #expect(metadata("ICCP", 4 << 20 + 1).iccProfile == nil)
        #expect(metadata("XMP ", 1 << 20).xmp?.count == 1 << 20)
        #expect(metadata("XMP ", 1 << 20 + 2).xmp == nil)
        #expect(metadata("EXIF", 1 << 20 + 2).exif == nil)
        let many = "<a>" + String(repeating: "<b/>", count: 10_000) + "</a>"
        #expect(XMLTree(Array(many.utf8)) == nil)
    }

    /// The limit applies to the product: a number of scans that is fine for a small picture is too high for a large one.
    @Test func scansAreLimitedInProportionToPixels() throws {
        let few = try ImageSource(bytes: SampledJPEG.emptyScans(30, width: 6000, height: 6000))
        #expect(try few.pixels(longSide: 10).size.longSide == 10)
        let many = try ImageSource(bytes: SampledJPEG.emptyScans(60, width: 6000, height: 6000))
        expectError(.malformedImage, saying: "more than 55 progressive scans") { _ = try many.pixels(longSide: 10) }
        #expect(try ImageSource(bytes: SampledJPEG.emptyScans(60, width: 600, height: 600)).pixels(longSide: 10).size.longSide == 10)
    }

    @Test(arguments: [2, 5])
    func jpegsWithOtherNumbersOfComponentsAreRefusedByTheirHeader(components: Int) {
        expectError(.unsupportedFormat, saying: "\(components) components") {
            _ = try ImageSource(bytes: SampledJPEG.emptyScans(1, width: 60, height: 60, components: components))
        }
    }
}
