import PictureSupport
import TestSupport
import Testing

@testable import BoundedCropImaging

/// Damaged files of every form either decode or throw a `BoundedCropError`. The damage is the same in every run.
@Suite(.timeLimit(.minutes(10))) struct FormatDamageTests {
    /// Decoding HEIC, AVIF and JPEG XL takes longer.
    private static func rounds(_ fixture: FormatFixture) -> Int { fixture.isLossless ? 200 : 40 }

    private static func options(allowsTruncated: Bool) -> DecodingOptions {
        var options = DecodingOptions()
        options.allowsTruncated = allowsTruncated
        options.limits.maximumPixels = 100_000
        return options
    }

    /// The pixels, or nil if the file is refused with an error of this package.
    private static func pixels(
        _ bytes: [UInt8],
        allowsTruncated: Bool,
        sourceLocation: SourceLocation = #_sourceLocation
    ) -> PixelBuffer? {
        do {
            return try ImageSource(bytes: bytes, options: options(allowsTruncated: allowsTruncated)).pixels()
        } catch {
            #expect(error is BoundedCropError, "\(error)", sourceLocation: sourceLocation)
            return nil
        }
    }

    /// What is missing may be the last thing in a file, such as a second frame or a profile, but never pixels.
    @Test(arguments: try FormatFixture.all.get())
    func aCutFileIsRefusedOrShowsTheSame(fixture: FormatFixture) throws {
        let bytes = try fixture.bytes()
        let whole = try fixture.source(FormatMetadataTests.keeping).pixels()
        var options = Self.options(allowsTruncated: false)
        options.colorProfile = .keep
        let steps = min(bytes.count, 40)
        var refused = 0
        for step in 0..<steps {
            let length = bytes.count * step / steps
            do {
                let isSame = try ImageSource(bytes: Array(bytes.prefix(length)), options: options).pixels() == whole
                #expect(isSame, "\(length) of \(bytes.count) bytes")
            } catch {
                #expect(error is BoundedCropError, "\(error)")
                refused += 1
            }
        }
        // The first of several frames is a part of the file, a smaller one in the animations of JPEG XL.
        let hasShortFirstFrame = fixture.file.hasPrefix("formats/jxl/animated")
        #expect(refused >= steps / (hasShortFirstFrame ? 8 : 4))
    }

    @Test(arguments: try FormatFixture.all.get())
    func aCutFileIsReadAsFarAsItGoesIfAllowed(fixture: FormatFixture) throws {
        let bytes = try fixture.bytes()
        let steps = min(bytes.count, 40)
        for step in 0..<steps {
            let pixels = Self.pixels(Array(bytes.prefix(bytes.count * step / steps)), allowsTruncated: true)
            if let pixels { #expect(pixels.isPremultiplied) }
        }
    }

    @Test(arguments: try FormatFixture.all.get())
    func changedBytesDecodeOrAreRefused(fixture: FormatFixture) throws {
        let bytes = try fixture.bytes()
        var generator = SeededGenerator(seed: 8)
        for round in 0..<Self.rounds(fixture) {
            var damaged = bytes
            // Half of the changes are in the headers, where a byte matters most.
            let range = round % 2 == 0 ? damaged.startIndex..<damaged.endIndex : 0..<min(400, damaged.count)
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                damaged[Int.random(in: range, using: &generator)] ^= 1 << UInt8.random(in: 0...7, using: &generator)
            }
            let pixels = Self.pixels(damaged, allowsTruncated: round % 4 < 2)
            if round % 8 == 0, let pixels { #expect(pixels.isPremultiplied) }
        }
    }

    /// Smaller pictures and metadata, which are read apart from the pixels.
    @Test(arguments: [
        "heic/thumbnail.heic", "heic/metadata.heic", "avif/metadata.avif", "avif/icc.avif", "jxl/metadata.jxl",
        "jxl/metadata_compressed.jxl", "tiff/reductions_below.tif",
        "tiff/reductions_behind.tif", "tiff/metadata.tif", "tiff/metadata_big_endian.tif", "gif/xmp.gif", "gif/icc.gif", "bmp/icc.bmp",
    ])
    func changedBytesInSmallerPicturesAndMetadataDoNoHarm(file: String) throws {
        let bytes = try Fixture.bytes("formats/" + file)
        var generator = SeededGenerator(seed: 9)
        var readable = 0
        for round in 0..<80 {
            var damaged = bytes
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                damaged[Int.random(in: 0..<damaged.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
            do {
                let source = try ImageSource(bytes: damaged, options: Self.options(allowsTruncated: round.isMultiple(of: 2)))
                let small = try source.pixels(longSide: 10)
                _ = try source.luma(longSide: 10)
                _ = try small.blocking.encoded(as: .webp(), from: source, keeping: .all)
                readable += 1
            } catch {
                #expect(error is BoundedCropError, "\(error)")
            }
        }
        #expect(readable > 5)
    }

    @Test(arguments: ["gif", "bmp", "tif", "heic", "avif", "jxl", "jp2"])
    func aCutPhotoIsReportedAccurately(ending: String) {
        expectError(.malformedImage) { _ = try Fixture.source("broken/truncated.\(ending)").pixels() }
    }

    /// The rows that arrived are as in the whole file.
    @Test(arguments: ["truncated.gif", "truncated.tif"])
    func theFirstRowsAreThereIfDamageIsAllowed(file: String) throws {
        let pixels = try Fixture.source("broken/" + file, TruncatedFileTests.options).pixels()
        let top = try pixels.cut(PixelRect(x: 0, y: 0, width: pixels.width, height: 16))
        #expect(top.isOpaque && Set(top.bytes).count > 20)
        let bottom = try pixels.cut(PixelRect(x: 0, y: pixels.height - 16, width: pixels.width, height: 16))
        #expect(bottom.bytes.allSatisfy { $0 == 0 })
    }

    /// The rows of an interlaced GIF stand for those of later passes.
    @Test func anInterlacedGIFIsCoarseIfDamageIsAllowed() throws {
        let bytes = try Fixture.bytes("formats/obama.gif")
        let pixels = try ImageSource(bytes: Array(bytes.prefix(bytes.count / 2)), options: TruncatedFileTests.options).pixels()
        let difference = try pixels.difference(from: Fixture.source("formats/obama.gif").pixels())
        #expect(pixels.isOpaque && difference.mean > 1 && difference.mean < 12, "\(difference)")
    }

    /// The rows of a BMP begin with the lowest.
    @Test func theLowestRowsOfABMPAreThereIfDamageIsAllowed() throws {
        let pixels = try Fixture.source("broken/truncated.bmp", TruncatedFileTests.options).pixels()
        let bottom = try pixels.cut(PixelRect(x: 0, y: pixels.height - 16, width: pixels.width, height: 16))
        #expect(bottom.isOpaque && Set(bottom.bytes).count > 20)
        #expect(try pixels.cut(PixelRect(x: 0, y: 0, width: pixels.width, height: 16)).bytes.allSatisfy { $0 == 0 })
    }
}
