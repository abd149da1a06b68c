import PictureSupport
import TestSupport
import Testing

@testable import BoundedCropImaging

/// Damaged files either decode or throw a `BoundedCropError`. The damage is the same in every run.
@Suite struct DecodingFuzzTests {
    static let files = [
        "colour/swapped.jpg", "metadata/bad_exif_orientation_99.jpg", "formats/png/rgba8_interlaced.png", "formats/png/palette8_trns.png",
        "colour/swapped_alpha.png", "formats/webp/lossless_alpha.webp", "formats/webp/animated_offset.webp", "colour/swapped_alpha.webp",
        "metadata/exif_prefixed_6.webp", "formats/obama_cmyk_progressive.jpg",
    ]

    @Test(arguments: files, [false, true])
    func everyPrefixDecodesOrThrows(file: String, allowsTruncated: Bool) throws {
        let bytes = try Fixture.bytes(file)
        for step in 0..<200 {
            decode(Array(bytes.prefix(bytes.count * step / 200)), allowsTruncated: allowsTruncated)
        }
    }

    @Test(arguments: files, [false, true])
    func changedBytesDecodeOrThrow(file: String, allowsTruncated: Bool) throws {
        let bytes = try Fixture.bytes(file)
        var generator = SeededGenerator(seed: 4)
        for round in 0..<100 {
            var damaged = bytes
            // Half of the changes are in the headers, where a byte matters most.
            let range = round % 2 == 0 ? damaged.startIndex..<damaged.endIndex : 0..<min(200, damaged.count)
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                damaged[Int.random(in: range, using: &generator)] ^= 1 << UInt8.random(in: 0...7, using: &generator)
            }
            decode(damaged, allowsTruncated: allowsTruncated)
        }
    }

    private func decode(_ bytes: [UInt8], allowsTruncated: Bool, sourceLocation: SourceLocation = #_sourceLocation) {
        var options = DecodingOptions()
        options.allowsTruncated = allowsTruncated
        options.limits.maximumPixels = 1_000_000
        do {
            let source = try ImageSource(bytes: bytes, options: options)
            let pixels = try source.pixels(longSide: 60)
            #expect(pixels.isPremultiplied, sourceLocation: sourceLocation)
            _ = try source.luma(longSide: 30)
            _ = try pixels.blocking.encoded(as: .jpeg(), from: source, keeping: .all)
        } catch {
            #expect(error is BoundedCropError, "\(error)", sourceLocation: sourceLocation)
        }
    }
}
